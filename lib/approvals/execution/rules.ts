import { DomainError } from "@/lib/core/errors";
import type { DecisionWord, ExecutionWord, KnownOutcome } from "../types";
import type { ExecutionReport } from "./schema";

/** Time to run an approved call until its outcome is unknown. A late report still settles it. */
export const EXECUTION_LEASE_SECONDS = 15 * 60;

type ExecutionFacts = {
  decision: DecisionWord;
  execution: ExecutionWord;
  executionId: string | null;
  /** Whether a process has taken the lease; a grant starts the lease before any report. */
  started: boolean;
  reportSha256: string | null;
};

/**
 * Checks that this report may be taken now; returns whether it repeats what is recorded.
 * @throws DomainError CONFLICT: nothing was approved, another id, another process holds the lease,
 * or another outcome is recorded
 */
export function judgeReport(
  facts: ExecutionFacts,
  report: ExecutionReport,
  reportSha256: string,
): "take" | "repeat" {
  // Facts win over clocks: a call that ran is recorded even after its approval was revoked.
  const ran = (report.state === "succeeded" || report.state === "failed") && facts.decision === "revoked";
  if (facts.decision !== "approved" && !ran) {
    throw conflict(`this call is ${facts.decision.replace("_", " ")}, not approved: it must not run`);
  }
  if (facts.executionId !== report.executionId)
    throw conflict("execution_id is not the one this approval was given");
  if (facts.execution === "succeeded" || facts.execution === "failed") {
    if (report.state !== "executing" && facts.reportSha256 === reportSha256) return "repeat";
    throw conflict(`it is already recorded as ${facts.execution}`);
  }
  if (facts.execution === "unknown" && report.state === "unknown" && facts.reportSha256 === reportSha256)
    return "repeat";
  if (report.state !== "executing") return "take";
  if (facts.execution === "awaiting" || (facts.execution === "executing" && !facts.started)) return "take";
  throw conflict(
    facts.execution === "executing"
      ? "another process of the gateway holds the lease and is running it"
      : `its execution is ${facts.execution}`,
  );
}

function conflict(why: string): DomainError {
  return new DomainError("CONFLICT", `The report was not recorded: ${why}. Nothing was changed.`);
}

/** What a person recorded; null if no one did. */
export function knownOutcomeOf({ knownOutcome }: { knownOutcome: unknown }): KnownOutcome | null {
  // Only `recordOutcome` writes this.
  const stored = knownOutcome as { ran: boolean; note: string; by: string; at: string } | null;
  return stored && { ran: stored.ran, note: stored.note, by: stored.by, at: new Date(stored.at) };
}
