import { asRows, diffArguments } from "@/lib/arguments/diff";
import { foldsOf } from "@/lib/arguments/folding";
import type { DiffRow } from "@/lib/arguments/types";
import { read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/json/parse";
import { toDomainError } from "@/lib/core/outcome";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { asksReason, requirementOf, requirementsOf } from "@/lib/policies/requirements";
import { decideApproval } from "../commands";
import { findIneligible, isOwnCall } from "../deciders/eligibility";
import { AGREED } from "../deciders/people";
import { asksPasskey, demandsOf, ownEditWords, separating } from "../deciders/rules";
import { agreedVoter, seatViews } from "../deciders/seat-words";
import { hasSeveralSeats, tallyOf } from "../deciders/tally";
import type { SeatView, StoredVoter } from "../deciders/types";
import { findLastApproved } from "../precedents";
import { assertDecider } from "../rules";
import type { Facts } from "../schema";
import { PARTS_DEMANDED } from "../screen-proof";
import { assignApproval } from "./assign";
import { assertApprovableTogether, assertSeenTogether } from "./rules";
import type { BulkDecide, BulkItem, BulkResult } from "./types";

/**
 * Decides each call separately, in the version that the person saw. A call that changed or was
 * decided meanwhile returns an error; the others are recorded.
 * @returns one result for each call, in the order given
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT or VALIDATION_ERROR before anything is
 * recorded
 */
export async function decideTogether(scope: UserScope, bulk: BulkDecide): Promise<{ results: BulkResult[] }> {
  assertDecider(scope);
  if (bulk.verdict === "approve") {
    const ids = bulk.items.map((item) => item.id);
    const calls = await read(scope, (tx) =>
      tx.approval.findMany({
        where: { tenantId: { in: [...scope.tenants] }, id: { in: ids } },
        select: { gatewayId: true, provider: true, tool: true, risk: true },
      }),
    );
    if (calls.length < new Set(ids).size)
      throw new DomainError("NOT_FOUND", "One of these calls does not exist. Nothing was recorded.");
    assertApprovableTogether(calls);
    assertSeenTogether(calls, bulk.seen);
  }
  if (bulk.verdict === "reject") {
    const { verdict, reason } = bulk;
    return {
      results: await eachOf(bulk.items, (item) => decideApproval(scope, { ...item, verdict, reason })),
    };
  }
  const { verdict, items } = bulk;
  // Calls with parts to open cannot be approved from a table, so none of these had collapsed parts.
  const { ms, visible_ms } = bulk.seen ?? {};
  const seen = { opened: [], ms, visible_ms, parts: [...PARTS_DEMANDED], together: true as const };
  // Checked before the first approval, like the page did. The result stays valid for the arguments:
  // each decision names their digest.
  const alone = await findAlone(
    scope,
    items.map((item) => item.id),
  );
  return {
    results: await eachOf(items, async (item) => {
      const reason = alone.get(item.id);
      if (reason !== undefined) throw new DomainError("CONFLICT", `${reason} It was not approved.`);
      return decideApproval(scope, { ...item, verdict, seen });
    }),
  };
}

export async function assignTogether(
  scope: UserScope,
  ids: readonly string[],
): Promise<{ results: BulkResult[] }> {
  assertDecider(scope);
  const items = ids.map((id) => ({ id }));
  return { results: await eachOf(items, ({ id }) => assignApproval(scope, { id })) };
}

async function eachOf<T extends { id: string }>(
  items: readonly T[],
  work: (item: T) => Promise<{ releaseAt?: Date } | object>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const item of items) {
    try {
      const done = await work(item);
      results.push({ id: item.id, ok: true, ...("releaseAt" in done ? { isHeld: true } : {}) });
    } catch (error) {
      const { code, message } = toDomainError(error);
      results.push({ id: item.id, ok: false, code, message });
    }
  }
  return results;
}

// Rows that fit on the screen of a bulk approval; a call with more must be opened alone.
const ROWS_MAX = 40;

/** What each call would do, next to the last approved one. Omits those that no longer wait. */
export function listBulkItems(scope: UserScope, ids: readonly string[]): Promise<{ items: BulkItem[] }> {
  return read(scope, async (tx) => {
    const calls = await pendingCalls(tx, scope, ids);
    const tenants = await tx.tenant.findMany({ where: { id: { in: calls.map((call) => call.tenantId) } } });
    const names = new Map(tenants.map(({ id, key }) => [id, key]));
    const items: BulkItem[] = [];
    const votes = await votesOn(tx, scope, calls);
    for (const call of calls) {
      const compared = await comparisonOf(tx, scope, call, { first: calls[0] ?? call, votes });
      items.push(itemOf(call, compared, names.get(call.tenantId) ?? ""));
    }
    return { items };
  });
}

/** Why each of these calls must be opened alone; omits those that can be approved together. */
function findAlone(scope: UserScope, ids: readonly string[]): Promise<Map<string, string>> {
  return read(scope, async (tx) => {
    const reasons = new Map<string, string>();
    const calls = await pendingCalls(tx, scope, ids);
    const votes = await votesOn(tx, scope, calls);
    for (const call of calls) {
      const { alone } = await comparisonOf(tx, scope, call, { first: calls[0] ?? call, votes });
      if (alone !== null) reasons.set(call.id, alone);
    }
    return reasons;
  });
}

/** Those of the calls that still wait, in the order of the given ids. */
async function pendingCalls(tx: Tx, scope: UserScope, ids: readonly string[]): Promise<Approval[]> {
  const found = await tx.approval.findMany({
    where: { tenantId: { in: [...scope.tenants] }, id: { in: [...ids] }, decision: "pending" },
  });
  const byId = new Map(found.map((call) => [call.id, call]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

type Votes = ReadonlyMap<string, { agreed: StoredVoter[]; isOwnEdit: boolean }>;

/** Of calls where it matters who approved or edited them: the approvals that count, and one's own edits. */
async function votesOn(tx: Tx, { actor, tenants }: UserScope, calls: readonly Approval[]): Promise<Votes> {
  const asked = calls.filter((call) => demandsOf(call).length > 0).map(({ id }) => id);
  if (asked.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; agreed: StoredVoter[]; isOwnEdit: boolean }[]>`
    select a.id, ${AGREED} as agreed, exists (
      select 1 from approval_revisions r where r.tenant_id = a.tenant_id and r.approval_id = a.id
        and r.revision = a.revision and r.edited_by = ${actor.id}::uuid) as "isOwnEdit"
    from approvals a where a.tenant_id = any(${[...tenants]}::uuid[]) and a.id = any(${asked}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

function itemOf(call: Approval, { last, rows, seats, alone }: Compared, tenant: string): BulkItem {
  const { id, revision, argumentsSha256, risk, decideBy, summary } = call;
  const comparedWith = last && { id: last.id, at: last.decidedAt ?? last.createdAt };
  const claims = claimsOf(call, tenant);
  return {
    id,
    revision,
    argumentsSha256,
    headline: summary,
    risk,
    claims,
    decideBy,
    comparedWith,
    rows,
    seats,
    alone,
  };
}

function claimsOf(call: Approval, tenant: string): Record<string, string> {
  const facts = call.facts as Facts | null;
  const all = {
    Recipients: facts?.to_whom,
    "How many": facts?.how_many?.toLocaleString("en"),
    Undo: facts?.undo,
    Tenant: tenant,
    Agent: call.agent,
    "On behalf of": call.onBehalfOf,
  };
  return Object.fromEntries(Object.entries(all).flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

type Compared = { last: Approval | null; rows: DiffRow[]; seats: SeatView[]; alone: string | null };

/** @param first the first of the calls that are approved together */
async function comparisonOf(
  tx: Tx,
  scope: UserScope,
  call: Approval,
  { first, votes }: { first: Approval; votes: Votes },
): Promise<Compared> {
  const last = await findLastApproved(tx, call);
  const now = parseJson(call.argumentsText);
  const rows = last ? diffArguments(parseJson(last.argumentsText), now) : asRows(now);
  const tooLong = rows.length > ROWS_MAX || foldsOf(rows, call.risk).some((fold) => fold.must);
  const own = await isOwnCall(tx, scope.actor, call);
  const { agreed = [], isOwnEdit = false } = votes.get(call.id) ?? {};
  const demands = demandsOf(call);
  const editor = isOwnEdit ? separating(demands, "editor") : undefined;
  const alone =
    (await findIneligible(tx, scope, call)) ??
    (editor && ownEditWords(editor)) ??
    aloneBecause(call, own, tooLong) ??
    underAnother(call, first);
  const { seats } = tallyOf(demands, call.approvalsRequired, agreed.map(agreedVoter));
  return { last, rows: tooLong ? [] : rows, seats: seatViews(seats), alone };
}

const policyName = ({ policy }: Approval): string | null => requirementOf(policy)?.name ?? null;

function underAnother(call: Approval, first: Approval): string | null {
  if (policyName(call) === policyName(first)) return null;
  return "It does not wait by the same policy as the first one. Open it by itself.";
}

function aloneBecause(call: Approval, own: boolean, tooLong: boolean): string | null {
  if (call.releaseAt) return "Enough people have approved it already, and it is about to be released.";
  if (own) return "This call is made on your behalf, so another person has to approve it.";
  if (call.unknownOf !== null)
    return "It is not known how the same call ended before. Open this one by itself.";
  if (call.risk === "critical") return "Critical calls are approved one by one.";
  if (asksPasskey(demandsOf(call)))
    return "Its policy asks for a passkey, which signs one call at a time. Open it by itself.";
  if (asksReason(requirementsOf(call), "approve")) return "Its policy asks for a reason. Open it by itself.";
  if (hasSeveralSeats(demandsOf(call)))
    return "Several groups of approvers have to approve it. Open it by itself.";
  if (call.approvalsRequired > 1)
    return `${call.approvalsRequired} people have to approve it. Open it by itself.`;
  if (tooLong) return "Its arguments are too long to read here. Open it by itself.";
  return null;
}
