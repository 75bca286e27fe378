import { bookkeep } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { type Actor, systemScope } from "@/lib/core/scope";

const system = systemScope("polling");

/** Precision of a gateway's last poll time, because a write per long poll would be too many. */
export const ASKED_EXACT_MS = 60_000;

const notedAt = new Map<string, number>();

/**
 * Records that the gateway read all its calls: the feed or its list of approvals. After the answer,
 * once a minute per process, without affecting the request.
 */
export function notePolled(asker: Actor): void {
  if (asker.kind !== "gateway") return;
  const { id } = asker;
  const now = Date.now();
  if (now - (notedAt.get(id) ?? 0) < ASKED_EXACT_MS) return;
  notedAt.set(id, now);
  setImmediate(() => {
    bookkeep(
      system,
      (tx) => tx.$executeRaw`update gateways set polled_at = clock_timestamp() where id = ${id}::uuid`,
    ).catch((error: unknown) => log().warn({ err: error }, "that a gateway polls could not be noted"));
  });
}
