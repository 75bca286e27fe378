import type { CallFilter } from "@/lib/calls/types";
import { readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { redactProse } from "@/lib/core/text/prose";
import { Prisma } from "@/lib/generated/prisma/client";
import { isRationaleUsable } from "@/lib/intake/rules";
import { IS_WEAK } from "./browser/queries";
import { SHOWN_NAME, TODAY } from "./columns";
import { findFormer, findIntent } from "./detail/queries";
import type { Quote } from "./detail/types";
import { type MemberFilter, memberList } from "./list";
import type { ShownRun } from "./runs/types";
import { templateOf } from "./templates/identity";
import { type Coverage, type MeaningShare, QUOTES, type ShareKind, type ShownTemplate } from "./types";

const SHARES_MAX = 100;

const tenantsOf = (scope: Scope, tenantId?: string) =>
  tenantId === undefined ? [...scope.tenants] : scope.tenants.filter((id) => id === tenantId);

/** How many calls belong to intents, where the rest is, and how many intents are weak. */
export async function coverageOf(scope: Scope, tenantId?: string): Promise<Coverage> {
  const tenants = tenantsOf(scope, tenantId);
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<Coverage[]>`
      with t as materialized (
        select calls, lane = 'recurring' as recurring, verdict = 'meaningful' as meaningful, intent_id is not null as placed
        from rationale_templates where tenant_id = any(${tenants}::uuid[])),
      w as (
        select count(*)::int as intents, (count(*) filter (where ${IS_WEAK}))::int as weak, (count(*) filter (where i.ignored_at is not null))::int as ignored
        from intents i where i.tenant_id = any(${tenants}::uuid[]) and i.templates > 0)
      select coalesce(sum(calls), 0)::int as calls,
             coalesce(sum(calls) filter (where placed), 0)::int as "inIntents",
             coalesce(sum(calls) filter (where meaningful and not recurring and not placed), 0)::int as "longTail",
             (count(*) filter (where meaningful and not recurring and not placed))::int as "longTailTemplates",
             coalesce(sum(calls) filter (where meaningful and recurring), 0)::int as recurring,
             coalesce(sum(calls) filter (where not meaningful), 0)::int as empty,
             (select w.intents from w) as intents, (select w.weak from w) as weak, (select w.ignored from w) as ignored,
             (select coalesce(sum(c.missing), 0)::int from tool_call_counts c
              where c.tenant_id = any(${tenants}::uuid[]) and c.kind = 'tool') as without
      from t`,
  );
  if (!row) throw new Error("the database counted nothing");
  return row;
}

const NAMED: Record<Exclude<ShareKind, "tool">, Prisma.Sql> = {
  agent: Prisma.sql`d.agent`,
  model: Prisma.sql`d.model`,
  gateway: Prisma.sql`(select g.name from gateways g where g.id = d.gateway_id)`,
  day: Prisma.sql`d.day::text`,
};

/**
 * Calls with a meaningful rationale by agent, model, gateway, tool or day: largest first, days
 * newest first. Excludes calls without a usable rationale.
 * @param days including today
 */
export async function meaningShares(
  scope: Scope,
  { by, days, tenantId }: { by: ShareKind; days: number; tenantId?: string },
): Promise<MeaningShare[]> {
  const which = Prisma.sql`d.tenant_id = any(${tenantsOf(scope, tenantId)}::uuid[]) and d.day > ${TODAY} - ${days}::int`;
  // The kept sums do not know tools.
  const found =
    by === "tool"
      ? Prisma.sql`
          select t.tool as name, sum(d.calls)::int as calls, coalesce(sum(d.calls) filter (where t.verdict = 'meaningful'), 0)::int as meaningful
          from (select d.tenant_id, d.template_id, sum(d.calls) as calls from rationale_days d where ${which} group by 1, 2) d
          join rationale_templates t on t.tenant_id = d.tenant_id and t.id = d.template_id group by 1`
      : Prisma.sql`
          select coalesce(${NAMED[by]}, '') as name, sum(d.calls)::int as calls, sum(d.meaningful)::int as meaningful
          from rationale_shares d where ${which} group by 1`;
  return readList(
    scope,
    (tx) => tx.$queryRaw<MeaningShare[]>`
      select s.name, s.calls, s.meaningful from (${found}) s where s.calls > 0
      order by ${by === "day" ? Prisma.sql`s.name desc` : Prisma.sql`s.calls desc, s.name`} limit ${SHARES_MAX}::int`,
  );
}

/**
 * A page of the templates of an intent or part, most frequent first, each with the text of its
 * newest call.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function templatesOfIntent(
  scope: Scope,
  intentId: string,
  { limit, cursor, part, level }: MemberFilter & { limit: number },
): Promise<{ rows: ShownTemplate[]; nextCursor: string | null }> {
  const after = memberList.cursor.read(cursor);
  const place = level === "finest" ? 2 : 1;
  const where = Prisma.sql`t.intent_id = ${intentId}::uuid
    ${part === undefined ? Prisma.empty : Prisma.sql`and coalesce(t.parts[${place}::int], 1) = ${part}::int`}
    ${after ? Prisma.sql`and (t.calls < ${after[0]}::int or (t.calls = ${after[0]}::int and t.id > ${after[1]}::uuid))` : Prisma.empty}`;
  const rows = await readList(scope, (tx) => templates(tx, scope, where, limit + 1));
  return memberList.cursor.page(rows, limit, ({ calls, id }): [number, string] => [calls, id]);
}

/** The long tail: meaningful templates without an intent, most frequent first. */
export async function longTail(scope: Scope, limit: number, tenantId?: string): Promise<ShownTemplate[]> {
  const where = Prisma.sql`t.tenant_id = any(${tenantsOf(scope, tenantId)}::uuid[])
    and t.intent_id is null and t.verdict = 'meaningful' and t.lane = 'people'`;
  return readList(scope, (tx) => templates(tx, scope, where, limit));
}

/** Templates without meaning, most frequent first. */
export async function emptyTemplates(
  scope: Scope,
  limit: number,
  tenantId?: string,
): Promise<ShownTemplate[]> {
  const where = Prisma.sql`t.tenant_id = any(${tenantsOf(scope, tenantId)}::uuid[]) and t.verdict <> 'meaningful'`;
  return readList(scope, (tx) => templates(tx, scope, where, limit));
}

async function templates(tx: Tx, scope: Scope, where: Prisma.Sql, limit: number): Promise<ShownTemplate[]> {
  const rows = await tx.$queryRaw<ShownTemplate[]>`
    select t.id, t.tenant_id as "tenantId", t.tool, t.provider, t.text, t.calls, t.verdict, t.near, t.placed_by is not null as placed,
           a.id as "callId", a.rationale as quote
    from rationale_templates t
    left join tool_calls a on a.tenant_id = t.tenant_id and a.occurred_at = t.last_at and a.id = t.last_call_id
    where t.tenant_id = any(${[...scope.tenants]}::uuid[]) and ${where}
    order by t.calls desc, t.id limit ${limit}::int`;
  return rows.map(({ quote, ...row }) => ({
    ...row,
    quote: quote === null ? null : redactProse(quote.trim()),
  }));
}

// Enough to find three different quotes whose calls are still stored.
const QUOTES_LOOKED_AT = 12;

/**
 * Representative quotes of an intent: the medoid, then the most frequent, from different tools.
 * Without credentials.
 */
async function quotesOf(tx: Tx, scope: Scope, intentId: string): Promise<Quote[]> {
  const rows = await tx.$queryRaw<Quote[]>`
    select r.id as "templateId", a.rationale as text, a.tool, a.agent, a.id as "callId", a.occurred_at as at, r.calls
    from (
      select t.*, t.id = i.medoid_id as middle, row_number() over (partition by t.tool order by t.calls desc, t.id) as place
      from rationale_templates t join intents i on i.tenant_id = t.tenant_id and i.id = t.intent_id
      where t.tenant_id = any(${[...scope.tenants]}::uuid[]) and t.intent_id = ${intentId}::uuid) r
    join tool_calls a on a.tenant_id = r.tenant_id and a.occurred_at = r.last_at and a.id = r.last_call_id
    where a.rationale is not null
    order by r.middle desc, r.place, r.calls desc, r.id limit ${QUOTES_LOOKED_AT}::int`;
  return rows.slice(0, QUOTES).map(({ text, ...row }) => ({ ...row, text: redactProse(text.trim()) }));
}

export const representativesOf = (scope: Scope, intentId: string): Promise<Quote[]> =>
  readList(scope, (tx) => quotesOf(tx, scope, intentId));

/**
 * Replaces an intent in a call filter with its templates and tenant, because templates have the
 * same ids in every tenant. A deleted intent uses its successor.
 */
export async function withIntent(
  scope: Scope,
  filter: CallFilter,
  intentId: string | undefined,
): Promise<CallFilter> {
  if (intentId === undefined) return filter;
  const former = await findFormer(scope, intentId);
  const id = former === null ? intentId : former.toId;
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<{ id: string; tenant: string }[]>`
      select t.id, k.key as tenant from rationale_templates t join tenants k on k.id = t.tenant_id
      where t.tenant_id = any(${[...scope.tenants]}::uuid[]) and t.intent_id = ${id}::uuid order by t.calls desc, t.id`,
  );
  const { tenant = rows[0]?.tenant } = filter;
  const own = rows.filter((row) => row.tenant === tenant);
  return { ...filter, ...(tenant !== undefined && { tenant }), templates: own.map((row) => row.id) };
}

/** What an intent is called, or was called; null outside the scope. */
export async function intentNameOf(scope: Scope, id: string): Promise<string | null> {
  return (await findIntent(scope, id))?.name ?? (await findFormer(scope, id))?.name ?? null;
}

/** A tenant's newest run; null when there was none. */
export async function newestRun(scope: Scope, tenantId: string): Promise<ShownRun | null> {
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<ShownRun[]>`
      select r.id, r.state, r.phase, r.done, r.total, r.asked_at as "askedAt", r.finished_at as "finishedAt", r.grouped, r.assigned
      from intent_runs r where r.tenant_id = any(${tenantsOf(scope, tenantId)}::uuid[])
      order by r.asked_at desc, r.id desc limit 1`,
  );
  return row ?? null;
}

type Said = { id: string; tenant: string; provider: string | null; tool: string; rationale: string | null };

/** Intents of calls by call id. Skips calls without an intent or whose text was deleted. */
export async function intentsOfCalls(
  scope: Scope,
  calls: readonly Said[],
): Promise<Map<string, { id: string; name: string }>> {
  const templates = new Map(
    calls.flatMap(({ id, provider, tool, rationale }) =>
      rationale !== null && isRationaleUsable(rationale)
        ? [[id, templateOf({ provider, tool, rationale })] as const]
        : [],
    ),
  );
  const ids = [...new Set(templates.values())];
  if (ids.length === 0) return new Map();
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<{ tenant: string; template: string; id: string; name: string }[]>`
      select o.key as tenant, t.id as template, i.id, ${SHOWN_NAME} as name from rationale_templates t
      join intents i on i.tenant_id = t.tenant_id and i.id = t.intent_id join tenants o on o.id = t.tenant_id
      where t.tenant_id = any(${[...scope.tenants]}::uuid[]) and t.id = any(${ids}::uuid[])`,
  );
  const named = new Map(rows.map(({ tenant, template, ...intent }) => [`${tenant} ${template}`, intent]));
  return new Map(
    calls.flatMap(({ id, tenant }) => {
      const intent = named.get(`${tenant} ${templates.get(id)}`);
      return intent ? [[id, intent] as const] : [];
    }),
  );
}
