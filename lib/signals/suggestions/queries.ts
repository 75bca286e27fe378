import { readList, type Tx } from "@/lib/core/db";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { Scope, UserScope } from "@/lib/core/scope";
import { issueRef } from "@/lib/feedback/rules";
import { Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "@/lib/tools/catalogue/queries";
import { type RatedRow, ratedToolOf, standingOf } from "@/lib/tools/queries";
import { type SuggestionFilter, suggestionList } from "./list";
import { type ReRatingOffer, reRatingOf } from "./re-rating";
import type { DismissReason, Suggestion, SuggestionState } from "./types";

type Row = Omit<Suggestion, "tool" | "judged" | "issue"> & {
  toolId: string;
  gateway: string;
  provider: string;
  name: string;
  judgedBy: string | null;
  judgedAt: Date | null;
  reason: DismissReason | null;
  note: string | null;
  issueId: string | null;
  issueNumber: number | null;
};

const COLUMNS = Prisma.sql`
  s.id, k.key as tenant, s.kind, s.state, s.evidence, s.raised_at as "raisedAt", s.gone_at as "goneAt", s.revision,
  t.id as "toolId", g.name as gateway, t.provider, t.name, u.name as "judgedBy", s.judged_at as "judgedAt", s.reason, s.note,
  i.id as "issueId", i.number as "issueNumber"`;

const FROM = Prisma.sql`
  from tool_suggestions s join tools t on t.id = s.tool_id join gateways g on g.id = t.gateway_id
  join tenants k on k.id = s.tenant_id left join users u on u.id = s.judged_by
  left join feedback_issues i on i.tenant_id = s.tenant_id and i.id = s.issue_id`;

function suggestionOf({ toolId, gateway, provider, name, ...row }: Row): Suggestion {
  const { judgedBy, judgedAt, reason, note, issueId, issueNumber, ...same } = row;
  return {
    ...same,
    tool: { id: toolId, gateway, provider, name },
    judged: judgedAt && { by: judgedBy, at: judgedAt, reason, note },
    issue:
      issueId !== null && issueNumber !== null
        ? { id: issueId, ref: issueRef(issueNumber, row.tenant) }
        : null,
  };
}

/**
 * Open suggestions, except those whose figures no longer hold and that no one acted on. Judged ones
 * stay in their view.
 */
const inView = (view: SuggestionState) =>
  view === "open"
    ? Prisma.sql`s.state = 'open' and (s.gone_at is null or s.revision > 1)`
    : Prisma.sql`s.state = ${view}`;

function conditions(
  scope: Scope,
  filter: Omit<SuggestionFilter, "view" | "cursor">,
  tenants: readonly string[],
): Prisma.Sql {
  const { kind, provider, gateway, tool } = filter;
  return Prisma.join(
    [
      Prisma.sql`s.tenant_id = any(${[...tenants]}::uuid[]) and ${gatewayInScope(scope)}`,
      ...(kind === undefined ? [] : [Prisma.sql`s.kind = ${kind}`]),
      ...(provider === undefined ? [] : [Prisma.sql`t.provider = ${provider}`]),
      ...(gateway === undefined ? [] : [Prisma.sql`g.name = ${gateway}`]),
      ...(tool === undefined ? [] : [Prisma.sql`t.name = ${tool}`]),
    ],
    " and ",
  );
}

type SuggestionPage = {
  rows: Suggestion[];
  nextCursor: string | null;
  counts: Record<SuggestionState, number>;
};

/**
 * A page of suggestions, newest first, and the count of each view.
 * @param tenants whose suggestions, of those in scope
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listSuggestions(
  scope: Scope,
  filter: SuggestionFilter,
  tenants: readonly string[] = scope.tenants,
  limit: number = PAGE_LIMIT_DEFAULT,
): Promise<SuggestionPage> {
  const after = suggestionList.cursor.read(filter.cursor);
  const where = conditions(scope, filter, tenants);
  return readList(scope, async (tx) => {
    const rows = await tx.$queryRaw<Row[]>`
      select ${COLUMNS} ${FROM} where ${where} and ${inView(filter.view)}
        ${after ? Prisma.sql`and (s.raised_at, s.id) < (${after[0].toISOString()}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
      order by s.raised_at desc, s.id desc limit ${limit + 1}::int`;
    const page = suggestionList.cursor.page(rows.map(suggestionOf), limit, ({ raisedAt, id }) => [
      raisedAt,
      id,
    ]);
    return { ...page, counts: await countsOf(tx, where) };
  });
}

async function countsOf(tx: Tx, where: Prisma.Sql): Promise<SuggestionPage["counts"]> {
  const [row] = await tx.$queryRaw<SuggestionPage["counts"][]>`
    select (count(*) filter (where ${inView("open")}))::int as open,
           (count(*) filter (where ${inView("accepted")}))::int as accepted,
           (count(*) filter (where ${inView("dismissed")}))::int as dismissed ${FROM} where ${where}`;
  return row ?? { open: 0, accepted: 0, dismissed: 0 };
}

/** Open suggestions about one tool, newest first. The page of all suggestions shows the rest. */
export async function listOpenOfTool(scope: UserScope, toolId: string): Promise<Suggestion[]> {
  return readList(scope, async (tx) => {
    const rows = await tx.$queryRaw<Row[]>`
      select ${COLUMNS} ${FROM} where s.tenant_id = any(${[...scope.tenants]}::uuid[]) and s.tool_id = ${toolId}::uuid
        and ${inView("open")} and ${gatewayInScope(scope)}
      order by s.raised_at desc, s.id desc limit ${OF_TOOL_MAX}::int`;
    return rows.map(suggestionOf);
  });
}

const OF_TOOL_MAX = 20;

/**
 * The rating each suggestion leads to, for people who can rate: the current rating, the new one,
 * and waiting calls, which keep theirs. Skips suggestions that are not open or change nothing.
 */
export async function listReRatings(
  scope: UserScope,
  suggestions: readonly Suggestion[],
): Promise<Map<string, ReRatingOffer>> {
  const open = suggestions.filter(
    ({ kind, state, goneAt }) => kind === "rate" && state === "open" && !goneAt,
  );
  if (scope.actor.role !== "admin" || open.length === 0) return new Map();
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<(RatedRow & { suggestion: string; waiting: number })[]>`
      select s.id as suggestion, r.*, (
               select count(*)::int from approvals p
               where p.tenant_id = s.tenant_id and p.tool_id = s.tool_id and p.decision = 'pending') as waiting
      from tool_suggestions s cross join lateral (${ratedToolOf(Prisma.sql`s.tool_id`, Prisma.sql`s.tenant_id`)}) r
      where s.tenant_id = any(${[...scope.tenants]}::uuid[]) and s.id = any(${open.map(({ id }) => id)}::uuid[])`,
  );
  const found = new Map(rows.map((row) => [row.suggestion, row]));
  return new Map(
    open.flatMap(({ id, evidence }) => {
      const row = found.get(id);
      const offer = row && reRatingOf(evidence, standingOf(row));
      return offer ? [[id, { ...offer, waiting: row.waiting }]] : [];
    }),
  );
}

/** The suggestion that an issue was created from; null for an issue from agents. */
export async function findSuggestionOfIssue(scope: UserScope, issueId: string): Promise<Suggestion | null> {
  return readList(scope, async (tx) => {
    const [row] = await tx.$queryRaw<Row[]>`
      select ${COLUMNS} ${FROM} where s.tenant_id = any(${[...scope.tenants]}::uuid[]) and s.issue_id = ${issueId}::uuid`;
    return row ? suggestionOf(row) : null;
  });
}
