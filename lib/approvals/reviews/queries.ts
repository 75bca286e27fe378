import { isNamed, namesWith, otherNames } from "@/lib/auth/people/names";
import { readList, type Tx } from "@/lib/core/db";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { RiskWord } from "@/lib/core/risk";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { IS_OPEN } from "../remembered/active-rules";
import { mayDecide, statusOf } from "../rules";
import type { DecisionWord, ExecutionWord } from "../types";
import { reviewList } from "./list";
import type { Bypass, OpenReviews, PassedBy, Review, ReviewKind, ReviewState, ReviewVerdict } from "./types";

// Every page requests this, so counting stops here and only a few are shown.
const OPEN_MAX = 100;
const OPEN_SHOWN = 3;

type Row = {
  id: string;
  kind: ReviewKind;
  openedAt: Date;
  openedById: string | null;
  openedBy: string | null;
  reason: string | null;
  bypassed: Bypass[];
  verdict: ReviewVerdict | null;
  note: string | null;
  closedBy: string | null;
  closedAt: Date | null;
  tenantKey: string;
  tenantName: string;
  callId: string;
  summary: string;
  tool: string;
  risk: RiskWord;
  decision: DecisionWord;
  execution: ExecutionWord;
  required: number;
  onBehalfOf: string | null;
  heldBecause: string;
  rule: { id: string; isOpen: boolean } | null;
};

const ROWS = Prisma.sql`
  select r.id, r.kind, r.opened_at as "openedAt", r.opened_by as "openedById", r.opened_by_name as "openedBy", r.reason,
         r.bypassed, r.verdict, r.note, r.closed_by_name as "closedBy", r.closed_at as "closedAt",
         t.key as "tenantKey", t.name as "tenantName", a.id as "callId", a.summary, a.tool, a.risk::text, a.decision::text,
         a.execution::text, a.approvals_required as required, a.on_behalf_of as "onBehalfOf",
         a.held_because as "heldBecause", (select json_build_object('id', r.id, 'isOpen', ${IS_OPEN}) from remembered_rules r
           where r.tenant_id = a.tenant_id and r.id = a.remembered_rule) as rule
  from reviews r join approvals a on a.tenant_id = r.tenant_id and a.id = r.approval_id join tenants t on t.id = r.tenant_id`;

function reviewOf({ actor }: UserScope, names: readonly string[], row: Row): Review {
  const { id, kind, openedAt, openedBy, reason, bypassed, verdict, note, closedBy, closedAt } = row;
  const closed =
    verdict !== null && note !== null && closedBy !== null && closedAt !== null
      ? { verdict, note, by: closedBy, at: closedAt }
      : null;
  const isRequester = row.onBehalfOf !== null && isNamed(names, row.onBehalfOf);
  const own = row.openedById === actor.id ? "own" : isRequester ? "requester" : null;
  return {
    ...{ id, kind, openedAt, openedBy, reason, bypassed, closed },
    passedBy: kind === "sample" ? (row.heldBecause as PassedBy) : null,
    rule: row.rule,
    tenant: { key: row.tenantKey, name: row.tenantName },
    call: {
      ...{ id: row.callId, summary: row.summary, tool: row.tool, risk: row.risk, required: row.required },
      status: statusOf(row),
    },
    cannotClose: closed ? null : mayDecide(actor.role) ? own : "role",
  };
}

async function namesOf(tx: Tx, { actor }: UserScope): Promise<string[]> {
  const [row] = await tx.$queryRaw<{ others: string[] }[]>`
    select ${otherNames(Prisma.sql`${actor.id}::uuid`)} as others`;
  return namesWith(actor, row?.others ?? []);
}

function inState(state: ReviewState | undefined): Prisma.Sql {
  if (state === undefined) return Prisma.sql`true`;
  return state === "open" ? Prisma.sql`r.closed_at is null` : Prisma.sql`r.closed_at is not null`;
}

/** A filter and the page size. `state`: both if absent. */
type Asked = { state?: ReviewState; kind?: ReviewKind; tenant?: string; cursor?: string; limit?: number };

/**
 * A page of reviews, newest first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export function listReviews(
  scope: UserScope,
  { state, kind, tenant, cursor, limit = PAGE_LIMIT_DEFAULT }: Asked,
): Promise<{ rows: Review[]; nextCursor: string | null }> {
  const after = reviewList.cursor.read(cursor)?.[0] ?? null;
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    const found = await tx.$queryRaw<Row[]>`
      ${ROWS} where r.tenant_id = any(${tenants}::uuid[]) and ${inState(state)}
        and ${kind === undefined ? Prisma.sql`true` : Prisma.sql`r.kind = ${kind}`}
        and (${after}::uuid is null or r.id < ${after}::uuid)
      order by r.id desc limit ${limit + 1}::int`;
    const page = reviewList.cursor.page(found, limit, (row) => [row.id]);
    const names = found.length > 0 ? await namesOf(tx, scope) : [];
    return { ...page, rows: page.rows.map((row) => reviewOf(scope, names, row)) };
  });
}

/** How many reviews of these tenants are open, counted up to a hundred. */
export async function countOpenReviews(scope: UserScope, tenant: string | undefined): Promise<number> {
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    const [row] = await tx.$queryRaw<{ open: number }[]>`select ${countOf(tenants)} as open`;
    return row?.open ?? 0;
  });
}

/** The review of one call; null without one, and outside the scope. */
export async function findReviewOf(tx: Tx, scope: UserScope, approvalId: string): Promise<Review | null> {
  const [row] = await tx.$queryRaw<Row[]>`
    ${ROWS} where r.tenant_id = any(${[...scope.tenants]}::uuid[]) and r.approval_id = ${approvalId}::uuid
    order by r.id desc limit 1`;
  return row ? reviewOf(scope, await namesOf(tx, scope), row) : null;
}

const countOf = (
  tenants: readonly string[],
  which = Prisma.sql`true`,
) => Prisma.sql`(select count(*)::int from (
  select 1 from reviews r where r.tenant_id = any(${[...tenants]}::uuid[]) and r.closed_at is null and ${which}
  limit ${OPEN_MAX}::int) o)`;

const IS_GLASS = Prisma.sql`r.kind = 'break_glass'`;

type OpenRow = Omit<OpenReviews["newest"][number], "openedAt"> & { openedAt: string };

export type OpenReviewFacts = { count: number; glass: number; newest: OpenRow[] | null };

/** The open reviews as one column for every page. Empty for people who may not decide. */
export function openReviews({ actor, tenants }: UserScope): Prisma.Sql {
  if (!mayDecide(actor.role)) return Prisma.sql`json_build_object('count', 0, 'glass', 0, 'newest', null)`;
  return Prisma.sql`json_build_object('count', ${countOf(tenants)}, 'glass', ${countOf(tenants, IS_GLASS)},
    'newest', (select json_agg(json_build_object('id', n.id, 'callId', a.id, 'risk', a.risk, 'headline', a.summary, 'tenant', t.key,
                 'by', n.opened_by_name, 'own', n.opened_by is not distinct from ${actor.id}::uuid, 'openedAt', n.opened_at)
                 order by n.id desc)
      from (select r.* from reviews r where r.tenant_id = any(${[...tenants]}::uuid[]) and r.closed_at is null and ${IS_GLASS}
            order by r.id desc limit ${OPEN_SHOWN}::int) n
      join approvals a on a.tenant_id = n.tenant_id and a.id = n.approval_id join tenants t on t.id = n.tenant_id))`;
}

export function toOpenReviews({ count, glass, newest }: OpenReviewFacts): OpenReviews {
  return {
    count,
    glass,
    newest: (newest ?? []).map((one) => ({ ...one, openedAt: new Date(one.openedAt) })),
  };
}
