import type { AuditRow } from "../client/types";

// Countersign's limits on names and texts; agents and tools may send anything.
const NAME_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 10_000;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name without invalid characters; undefined if nothing is left. */
export function acceptableName(given: string | undefined): string | undefined {
  const name = given?.replace(UNSEEN, "").slice(0, NAME_CHARS_MAX).toWellFormed();
  return name?.trim() ? name : undefined;
}

export function acceptableText(given: string | undefined): string | undefined {
  return given?.slice(0, TEXT_CHARS_MAX).replaceAll("\0", "").toWellFormed();
}

/** The row within Countersign's limits, for any names and rationale an agent sends. */
export function acceptable(row: AuditRow): AuditRow {
  return {
    ...row,
    tool: acceptableName(row.tool) ?? "unnamed",
    agent: acceptableName(row.agent),
    agentVersion: acceptableName(row.agentVersion),
    callId: acceptableName(row.callId),
    rationale: acceptableText(row.rationale),
    errorMessage: acceptableText(row.errorMessage),
    outcomeDetail: acceptableText(row.outcomeDetail),
  };
}

/** Whether the row records a refusal for its rationale. */
export function showsRefusal({ validation }: AuditRow): boolean {
  return (validation ?? []).some(({ path }) => path === "/rationale");
}

/** The part of such a row that is always accepted: caller, tool, and the missing rationale. */
export function bareRow({ id, tenant, provider, tool, outcome, agent, occurredAt }: AuditRow): AuditRow {
  const validation = [{ path: "/rationale", message: "It was missing, too short or too long." }];
  return { id, tenant, provider, tool, outcome, agent, occurredAt, validation };
}
