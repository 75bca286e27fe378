import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { TODAY, WEEK_SUMS } from "./columns";
import { GROWING_FACTOR, WEEKS } from "./types";

// With fewer calls, a change of 50 % means nothing.
const MOVING_CALLS = 10;
const FADING_FACTOR = 0.5;
const NEW_DAYS = 7;

/** Daily counts, the same columns in both tables. */
const COUNTS = Prisma.raw("calls, failed, held, ok, caller, broken, boundary, governance, extrinsic");

const SUMS = Prisma.raw(
  ["calls", "failed", "held", "ok", "caller", "broken", "boundary", "governance", "extrinsic"]
    .map((name) => `sum(d.${name})`)
    .join(", "),
);

/** Lock for everything that changes or counts a tenant's intents. */
export async function lockIntents(tx: Tx, tenantId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`intents:${tenantId}`}, 0))`;
}

/** What to recount: all intents or these; all days, or days since a UTC day. */
type Which = { intents?: readonly string[]; since?: string };

/** Recounts a tenant's intents by day and in total, from their templates in this transaction. */
export async function countIntents(tx: Tx, tenantId: string, which: Which = {}): Promise<void> {
  if (which.intents?.length === 0) return;
  await lockIntents(tx, tenantId);
  const { intents, since } = which;
  const those = (intent: Prisma.Sql, day: Prisma.Sql) => Prisma.sql`
    ${intents ? Prisma.sql`and ${intent} = any(${[...intents]}::uuid[])` : Prisma.empty}
    ${since ? Prisma.sql`and ${day} >= ${since}::date` : Prisma.empty}`;
  await tx.$executeRaw`
    delete from intent_days d where d.tenant_id = ${tenantId}::uuid ${those(Prisma.sql`d.intent_id`, Prisma.sql`d.day`)}`;
  await tx.$executeRaw`
    insert into intent_days (tenant_id, day, intent_id, provider, tool, ${COUNTS})
    select ${tenantId}::uuid, d.day, t.intent_id, t.provider, t.tool, ${SUMS}
    from rationale_templates t join rationale_days d on d.tenant_id = t.tenant_id and d.template_id = t.id
    where t.tenant_id = ${tenantId}::uuid and t.intent_id is not null ${those(Prisma.sql`t.intent_id`, Prisma.sql`d.day`)}
    group by d.day, t.intent_id, t.provider, t.tool`;
  await addUpIntents(tx, tenantId, intents);
}

/** Recomputes figures of intents from days and templates. They change daily, even without calls. */
export async function addUpIntents(tx: Tx, tenantId: string, intents?: readonly string[]): Promise<void> {
  const those = (column: Prisma.Sql) =>
    intents ? Prisma.sql`and ${column} = any(${[...intents]}::uuid[])` : Prisma.empty;
  await tx.$executeRaw`
    with days as materialized (
      select d.intent_id, sum(d.calls)::int as calls, sum(d.failed)::int as failed, sum(d.held)::int as held, array[${WEEK_SUMS}] as weeks
      from intent_days d where d.tenant_id = ${tenantId}::uuid ${those(Prisma.sql`d.intent_id`)} group by 1),
    said as materialized (
      select t.intent_id, t.tool, sum(t.calls) as calls, count(*)::int as templates, min(t.first_at) as first_at, max(t.last_at) as last_at
      from rationale_templates t where t.tenant_id = ${tenantId}::uuid and t.intent_id is not null ${those(Prisma.sql`t.intent_id`)}
      group by 1, 2),
    sums as (
      select s.intent_id, sum(s.templates)::int as templates, min(s.first_at) as first_at, max(s.last_at) as last_at,
             array_agg(s.tool order by s.calls desc, s.tool) as tools
      from (select intent_id, tool, sum(calls) as calls, sum(templates) as templates, min(first_at) as first_at, max(last_at) as last_at
            from said group by 1, 2) s group by 1)
    update intents i set calls = coalesce(d.calls, 0), failed = coalesce(d.failed, 0), held = coalesce(d.held, 0),
      templates = coalesce(s.templates, 0), tools = coalesce(s.tools, '{}'), first_at = s.first_at, last_at = s.last_at,
      weeks = coalesce(d.weeks, array_fill(0, array[${WEEKS}::int])), counted_on = ${TODAY},
      state = case
        when s.first_at > clock_timestamp() - make_interval(days => ${NEW_DAYS}::int) then 'new'
        when d.weeks[${WEEKS}::int] >= ${MOVING_CALLS}::int
          and d.weeks[${WEEKS}::int] >= ${GROWING_FACTOR}::float8 * d.weeks[${WEEKS - 1}::int] then 'growing'
        when d.weeks[${WEEKS - 1}::int] >= ${MOVING_CALLS}::int
          and d.weeks[${WEEKS}::int] <= ${FADING_FACTOR}::float8 * d.weeks[${WEEKS - 1}::int] then 'fading'
        else 'steady' end
    from intents o left join days d on d.intent_id = o.id left join sums s on s.intent_id = o.id
    where i.tenant_id = ${tenantId}::uuid and o.tenant_id = i.tenant_id and o.id = i.id ${those(Prisma.sql`i.id`)}`;
}

/** Tenants whose intents were last counted on an earlier day. */
export async function tenantsOfYesterday(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select i.tenant_id as id from intents i where i.counted_on is distinct from ${TODAY} group by 1 order by 1`;
  return rows.map(({ id }) => id);
}
