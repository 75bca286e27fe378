import "server-only";
import type { Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { figureDays } from "../figures/rules";
import { pickedCalls } from "../queries";
import type { CallFilter, Outcome } from "../types";
import type { LogChoices, NamedCount } from "./types";

const CHOICES_MAX = 200;
const CHOICE_DAYS = 56;
const RECENT_CALLS = 1_000;

type Row = {
  kind: "tool" | "agent" | "model" | "gateway" | "tenant" | "provider" | "outcome" | "missing";
  name: string;
  calls: number;
};

/**
 * Filter options: the most frequent recent names, with their calls in the filter's time and tenant.
 * The counts are sums of daily ones of whole days; other filters do not
 * change them.
 */
export async function choicesOf(
  tx: Tx,
  scope: Scope,
  { since, until, tenant }: CallFilter,
  now: Date,
): Promise<LogChoices> {
  const days = figureDays(since, until, now);
  const asked = { ...days, tenant };
  const rows = await tx.$queryRaw<
    Row[]
  >`${counted(scope, asked, await pickedCalls(tx, scope, {}, null, RECENT_CALLS))}`;
  const of = (kind: Row["kind"]): NamedCount[] =>
    rows.flatMap((row) => (row.kind === kind ? [{ name: row.name, calls: row.calls }] : []));
  return {
    ...days,
    tools: of("tool"),
    agents: of("agent"),
    models: of("model"),
    gateways: of("gateway"),
    tenants: of("tenant"),
    providers: of("provider").map(({ name }) => name),
    outcomes: Object.fromEntries(of("outcome").map(({ name, calls }) => [name as Outcome, calls])),
    missing: of("missing")[0]?.calls ?? 0,
  };
}

type Asked = { from: string; to: string; tenant: string | undefined };

const CALLS_OF_DAY = Prisma.sql`u.ok + u.caller + u.failed + u.boundary + u.governance + u.extrinsic`;

function counted(scope: Scope, { from, to, tenant }: Asked, newest: Prisma.Sql): Prisma.Sql {
  const tenants = Prisma.sql`any(${[...scope.tenants]}::uuid[])`;
  const inTime = Prisma.sql`day between ${from}::date and ${to}::date`;
  const looked = Prisma.sql`tenant_id = ${tenants} and (day > (clock_timestamp() at time zone 'UTC')::date - ${CHOICE_DAYS}::int or ${inTime})`;
  const ofTenant =
    tenant === undefined
      ? Prisma.sql`true`
      : Prisma.sql`c.tenant_id = (select t.id from tenants t where t.id = ${tenants} and t.key = ${tenant})`;
  const asked = Prisma.sql`coalesce(sum(c.calls) filter (where ${ofTenant}), 0)::int`;
  return Prisma.sql`
    with counts as (
      select tenant_id, kind, name, outcome, coalesce(sum(calls) filter (where ${inTime}), 0) as calls, sum(calls) as lately,
             coalesce(sum(missing) filter (where ${inTime}), 0) as missing
      from tool_call_counts where ${looked} group by 1, 2, 3, 4 having sum(calls) > 0),
    uses as (
      select u.tenant_id, u.kind, u.name, u.gateway_id, coalesce(sum(${CALLS_OF_DAY}) filter (where ${inTime}), 0) as calls, sum(${CALLS_OF_DAY}) as lately
      from tool_use_days u where ${looked} and u.kind in ('all', 'model') group by 1, 2, 3, 4),
    named as (
      select n.*, row_number() over (partition by n.kind order by n.lately desc, n.name) as place from (
        select c.kind, c.name, ${asked} as calls, sum(c.lately) as lately from counts c where c.name <> '' group by 1, 2
        union all
        select 'model', c.name, ${asked}, sum(c.lately) from uses c where c.kind = 'model' and c.name <> '' group by 2
        union all
        select 'gateway', g.name, ${asked}, coalesce(sum(c.lately), 0)
        from gateways g left join uses c on c.gateway_id = g.id and c.kind = 'all'
        where exists (select 1 from gateway_tenants s where s.gateway_id = g.id and s.tenant_id = ${tenants}) group by 2
        union all
        select 'tenant', t.key, coalesce(sum(c.calls), 0)::int, coalesce(sum(c.lately), 0)
        from tenants t left join counts c on c.tenant_id = t.id and c.kind = 'tool' where t.id = ${tenants} group by 2
        union all
        select distinct 'provider', a.provider, 0, 0 from (${newest}) p
        join tool_calls a on a.tenant_id = p.tenant_id and a.occurred_at = p.occurred_at and a.id = p.id where a.provider is not null
        union all
        select 'outcome', c.outcome, ${asked}, 0 from counts c where c.kind = 'tool' group by 2
        union all
        select 'missing', '', coalesce(sum(c.missing) filter (where ${ofTenant}), 0)::int, 0 from counts c where c.kind = 'tool') n)
    select kind, name, calls from named where place <= ${CHOICES_MAX}::int order by name`;
}
