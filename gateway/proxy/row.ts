import type { AuditRow } from "../client/types";

// What Countersign takes of names and texts; agents and tools write what they like.
const NAME_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 10_000;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name without what no name may have; undefined when nothing is left of it. */
export function acceptableName(given: string | undefined): string | undefined {
  const name = given?.replace(UNSEEN, "").slice(0, NAME_CHARS_MAX).toWellFormed();
  return name?.trim() ? name : undefined;
}

/** Text as Countersign takes it. */
export function acceptableText(given: string | undefined): string | undefined {
  return given?.slice(0, TEXT_CHARS_MAX).replaceAll("\0", "").toWellFormed();
}

/** The row as Countersign takes it, whatever an agent called itself or the tool, or wrote as its reason. */
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

/** Whether the row shows that a call was refused for its rationale. */
export function showsRefusal({ validation }: AuditRow): boolean {
  return (validation ?? []).some(({ path }) => path === "/rationale");
}

/** What of such a row cannot be refused: who called what, and that its rationale was missing. */
export function bareRow({ id, tenant, provider, tool, outcome, agent, occurredAt }: AuditRow): AuditRow {
  const validation = [{ path: "/rationale", message: "It was missing, too short or too long." }];
  return { id, tenant, provider, tool, outcome, agent, occurredAt, validation };
}
