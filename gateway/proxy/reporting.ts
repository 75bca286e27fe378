import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { CountersignClient } from "../client/client";
import { CountersignError } from "../client/errors";
import { backoffMs, sleep } from "../client/http";
import type { ExecutionReport } from "../client/types";
import { exactText } from "./exact-numbers";
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

/** Countersign's reader of JSON is strict: it takes no lone surrogates and no result of very many or deep values. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413, 422]);

/** A result that Countersign cannot read, for people to read. */
function textOf(result: unknown): CallToolResult {
  return { content: [{ type: "text", text: exactText(result).toWellFormed() }] };
}

async function keepReporting(
  client: CountersignClient,
  approvalId: string,
  report: ExecutionReport,
): Promise<void> {
  const until = Date.now() + KEEP_TRYING_MS;
  let asText: unknown;
  for (let failures = 0; Date.now() < until; failures++) {
    try {
      return await client.reportExecution(approvalId, asText ? { ...report, result: asText } : report);
    } catch (error) {
      log("warn", "The execution could not be reported.", {
        approvalId,
        state: report.state,
        reason: reason(error),
      });
      if (!(error instanceof CountersignError)) return;
      if (error.retryable) await sleep(backoffMs(failures));
      else if (UNREADABLE.has(error.status) && report.result !== undefined && !asText)
        asText = textOf(report.result);
      else return;
    }
  }
}
