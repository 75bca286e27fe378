import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { openIssueIn } from "@/lib/feedback/manual-issues";
import { issueRef } from "@/lib/feedback/rules";
import { Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "@/lib/tools/catalogue/queries";
import { suggestionText, suggestionTitle } from "./evidence";
import type { IssueOfSuggestion, JudgeSuggestion } from "./schema";
import { type Judged, SUGGESTION_JUDGES, type Suggestion, type SuggestionState } from "./types";

type Stored = Pick<Suggestion, "id" | "kind" | "state" | "evidence" | "revision" | "goneAt"> & {
  tenantId: string;
  toolId: string;
  about: string;
};

const STORED = Prisma.sql`
  s.id, s.tenant_id as "tenantId", s.tool_id as "toolId", s.kind, s.about, s.state, s.evidence, s.revision, s.gone_at as "goneAt"`;

const DEEDS: Record<SuggestionState, string> = {
  accepted: "tool.suggestion_accepted",
  dismissed: "tool.suggestion_dismissed",
  open: "tool.suggestion_reopened",
};

/** A suggestion that the reader can see. People without access to its gateway cannot act on it. */
const isRead = (scope: UserScope, id: string) => Prisma.sql`
  s.tenant_id = any(${[...scope.tenants]}::uuid[]) and s.id = ${id}::uuid and exists (
    select 1 from tools t join gateways g on g.id = t.gateway_id where t.id = s.tool_id and ${gatewayInScope(scope)})`;

const FROM: Record<SuggestionState, readonly SuggestionState[]> = {
  accepted: ["open"],
  dismissed: ["open"],
  open: ["accepted", "dismissed"],
};

/**
 * Accepts, dismisses or reopens a suggestion. Does not change the tool.
 * @returns its new revision; enough to undo the act
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if it has that state already, STALE_VIEW if
 * another person acted on it
 */
export async function judgeSuggestion(scope: UserScope, input: JudgeSuggestion): Promise<Judged> {
  requireRole(scope, ...SUGGESTION_JUDGES);
  return change(scope, async (tx) => {
    const { after, deed } = await judgeSuggestionIn(tx, scope, input);
    await recordActivities(tx, scope, [deed]);
    return { id: after.id, state: after.state, revision: after.revision };
  });
}

/**
 * The same inside a larger action that writes the audit entry.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT, STALE_VIEW
 */
export async function judgeSuggestionIn(
  tx: Tx,
  scope: UserScope,
  input: JudgeSuggestion,
): Promise<{ after: Stored; deed: ActivityEntry }> {
  requireRole(scope, ...SUGGESTION_JUDGES);
  const { id, revision, state } = input;
  const reason = input.state === "dismissed" ? input.reason : null;
  const note = input.state === "open" ? null : input.note || null;
  const by = state === "open" ? null : scope.actor.id;
  // The where clause settles races: if two people saw the same state, one succeeds.
  const [after] = await tx.$queryRaw<Stored[]>`
    update tool_suggestions s set state = ${state}, revision = s.revision + 1, reason = ${reason}, note = ${note},
      judged_by = ${by}::uuid, judged_at = case when ${state} <> 'open' then clock_timestamp() end,
      dismissed_weight = case when ${state} = 'dismissed' then s.weight end
    where ${isRead(scope, id)} and s.revision = ${revision}::int
      and s.state = any(${[...FROM[state]]}::text[])
    returning ${STORED}`;
  if (!after) throw await whyNot(tx, scope, id, state);
  return { after, deed: deedOf(DEEDS[state], after, { reason, note }) };
}

/** An act in the trail of its tenant, about the tool. */
export function deedOf(
  action: string,
  { id, tenantId, toolId, kind }: Pick<Stored, "id" | "tenantId" | "toolId" | "kind">,
  said: { reason?: string | null; note?: string | null; issue?: string },
): ActivityEntry {
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
  return {
    action,
    subject: { kind: "tool", id: toolId, tenantId },
    details: { suggestion: id, kind, ...given },
  };
}

async function whyNot(
  tx: Tx,
  scope: UserScope,
  id: string,
  wanted: SuggestionState | "issue",
): Promise<DomainError> {
  const [row] = await tx.$queryRaw<{ state: SuggestionState; by: string | null; issued: boolean }[]>`
    select s.state, u.name as by, s.issue_id is not null as issued
    from tool_suggestions s left join users u on u.id = case when ${wanted === "issue"} and s.issue_id is not null then s.issued_by else s.judged_by end
    where ${isRead(scope, id)}`;
  if (!row) return new DomainError("NOT_FOUND", "There is no such suggestion. Nothing was changed.");
  const { state, by, issued } = row;
  const who = by ?? "another user";
  if (wanted === "issue" && issued)
    return new DomainError("CONFLICT", `There is an issue of it already, by ${who}. Nothing was changed.`);
  if (state === wanted)
    return new DomainError(
      "CONFLICT",
      state === "open"
        ? "It is open already. Nothing was changed."
        : `It was ${state} already, by ${who}. Nothing was changed.`,
    );
  const now = state === "open" ? "It was reopened or made anew." : `${who} ${state} it.`;
  return new DomainError(
    "STALE_VIEW",
    `The suggestion changed after you read it: ${now} Nothing was changed; read the page again.`,
  );
}

/**
 * Creates a feedback issue from a suggestion, with the evidence as the person's first comment.
 * Accepts an open suggestion. The issue counts no report, because no agent made one.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if there is an issue already, STALE_VIEW if
 * another person acted on it
 */
export async function openSuggestionIssue(
  scope: UserScope,
  { id, revision }: IssueOfSuggestion,
): Promise<Judged & { issue: { id: string; ref: string } }> {
  requireRole(scope, ...SUGGESTION_JUDGES);
  const issueId = newId();
  return change(scope, async (tx) => {
    const [after] = await tx.$queryRaw<Stored[]>`
      update tool_suggestions s set issue_id = ${issueId}::uuid, issued_by = ${scope.actor.id}::uuid, revision = s.revision + 1,
        state = 'accepted', judged_by = coalesce(s.judged_by, ${scope.actor.id}::uuid),
        judged_at = coalesce(s.judged_at, clock_timestamp())
      where ${isRead(scope, id)} and s.revision = ${revision}::int
        and s.state in ('open', 'accepted') and s.issue_id is null
      returning ${STORED}`;
    if (!after) throw await whyNot(tx, scope, id, "issue");
    const told = { ...after, ...(await placeOf(tx, after)) };
    const { provider, name: tool } = told.tool;
    const { number, deeds } = await openIssueIn(tx, scope, {
      ...{ id: issueId, tenantId: after.tenantId, provider, tool },
      title: suggestionTitle(told),
      text: suggestionText(told),
    });
    const ref = issueRef(number, told.tenant);
    await recordActivities(tx, scope, [...deeds, deedOf("tool.suggestion_issued", after, { issue: ref })]);
    return { id, state: after.state, revision: after.revision, issue: { id: issueId, ref } };
  });
}

async function placeOf(tx: Tx, { tenantId, toolId }: Stored): Promise<Pick<Suggestion, "tool" | "tenant">> {
  const [row] = await tx.$queryRaw<(Suggestion["tool"] & { tenant: string })[]>`
    select t.id, g.name as gateway, t.provider, t.name, k.key as tenant
    from tools t join gateways g on g.id = t.gateway_id join tenants k on k.id = ${tenantId}::uuid
    where t.id = ${toolId}::uuid`;
  if (!row) throw new DomainError("NOT_FOUND", "The tool is there no more. Nothing was changed.");
  const { tenant, ...tool } = row;
  return { tool, tenant };
}
