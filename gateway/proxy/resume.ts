import type { CountersignClient } from "../client/client";
import type { GatewayConfig } from "./config";
import type { HeldApprovals } from "./holds";
import { log, reason } from "./log";

/** Resumes approvals left open by an earlier process, so that a restart loses no decision. */
export async function resumeHeld(
  client: CountersignClient,
  config: GatewayConfig,
  held: HeldApprovals,
): Promise<void> {
  try {
    for (const status of ["pending", "awaiting"]) {
      for await (const approval of client.listApprovals({ tenant: config.tenant, status })) {
        if (approval.provider === config.provider) held.hold(approval.id, null, null);
      }
    }
    log("info", "Resumed the approvals left open earlier.", { open: held.openCount });
  } catch (error) {
    log("warn", "Approvals left open earlier could not be listed.", { reason: reason(error) });
  }
}
