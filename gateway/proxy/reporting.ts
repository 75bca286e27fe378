import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { CountersignClient } from "../client/client";
import { CountersignError } from "../client/errors";
import { backoffMs, sleep } from "../client/http";
import type { ExecutionReport } from "../client/types";
import { exactText } from "./exact-numbers";
import { log, reason } from "./log";

/** Maximum delay of the agent's result while Countersign cannot be reached. */
const AGENT_WAITS_MS = 2_000;
/**
 * Longer than any useful lease: after this the approval page says "outcome unknown" and a person
 * looks.
 */
const KEEP_TRYING_MS = 30 * 60_000;

/** Countersign's lease is 15 minutes, so longer runs have to renew it. */
const RENEW_LEASE_MS = 5 * 60_000;

/**
 * Renews a running execution's lease until the returned function is called, so that a tool may run
 * as long as it reports.
 */
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
 * Reports an execution's end to Countersign. Resolves on success or after two seconds; retries
 * continue. Never throws: the tool has run, and a failed report must not change the agent's result.
 */
export async function reportEnd(
  client: CountersignClient,
  approvalId: string,
  report: ExecutionReport,
): Promise<void> {
  await Promise.race([keepReporting(client, approvalId, report), sleep(AGENT_WAITS_MS)]);
}

/**
 * Countersign's JSON reader is strict: no lone surrogates, and limits on count and depth of values.
 */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413, 422]);

/** A result that Countersign cannot read, as text for people. */
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
