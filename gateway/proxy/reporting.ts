import type { CountersignClient } from "../client/client";
import { CountersignError } from "../client/errors";
import { backoffMs, sleep } from "../client/http";
import type { ExecutionReport } from "../client/types";
import { log, reason } from "./log";

/** The agent gets its result after this long at the latest, even while Countersign cannot be told yet. */
const AGENT_WAITS_MS = 2_000;
/** Longer than any lease is worth: past this the approval page says "outcome unknown" and a person looks. */
const KEEP_TRYING_MS = 30 * 60_000;

/** Countersign's lease is 15 minutes: what runs longer has to be heard of in time. */
const RENEW_LEASE_MS = 5 * 60_000;

/** Renews the lease of a running execution until the answer is called, so that a tool may take as long as it reports. */
export function keepLease(
  client: CountersignClient,
  approvalId: string,
  { executionId, leaseKey }: { executionId: string; leaseKey: string },
  everyMs = RENEW_LEASE_MS,
): () => void {
  const renew = () =>
    client
      .reportExecution(approvalId, { executionId, state: "executing" }, { idempotencyKey: leaseKey })
      .catch((error) => log("warn", "A lease was not renewed.", { approvalId, reason: reason(error) }));
  const timer = setInterval(renew, everyMs);
  return () => clearInterval(timer);
}

/**
 * Tells Countersign how an execution ended. Resolves when told, or after two seconds; the telling goes on meanwhile.
 * Never throws: the tool has run, and no reporting trouble may make the agent think otherwise.
 */
export async function reportEnd(
  client: CountersignClient,
  approvalId: string,
  report: ExecutionReport,
): Promise<void> {
  await Promise.race([keepReporting(client, approvalId, report), sleep(AGENT_WAITS_MS)]);
}

async function keepReporting(
  client: CountersignClient,
  approvalId: string,
  report: ExecutionReport,
): Promise<void> {
  const until = Date.now() + KEEP_TRYING_MS;
  for (let failures = 0; Date.now() < until; failures++) {
    try {
      return await client.reportExecution(approvalId, report);
    } catch (error) {
      log("warn", "The execution could not be reported.", {
        approvalId,
        state: report.state,
        reason: reason(error),
      });
      if (!(error instanceof CountersignError) || !error.retryable) return;
      await sleep(backoffMs(failures));
    }
  }
}
