import type { ToolKey } from "@/lib/calls/of-tool/types";
import { readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { listedIn } from "./listed-values";
import { figuresOf, heldOf, rowsOf, type Sums, type Timed } from "./rules";
import type { HotSpot, LostField, SwitchedTo, ToolUse, UseBy, UseDays } from "./types";

const ROWS_MAX_SHOWN = 20;
const SPOTS_SHOWN = 20;
const VALUES_SHOWN = 5;
const SWITCHES_SHOWN = 10;

// Limit on refusals. If the window has more, only the newest count.
const REFUSALS_LOOKED_AT = 50_000;

type Asked = { by: UseBy; days: UseDays };

/** Selects sums, groups and refusals: of the tool in the tenants of the scope. */
type Of = { tenants: string[]; tool: ToolKey; since: string; providers: string[] };

/**
 * Use of a tool from stored results (lib/signals/attempts), so that a busy tool costs no more.
 * Reads at most the newest 50,000 refused calls.
 */
export function getToolUse(scope: Scope, tool: ToolKey, { by, days }: Asked): Promise<ToolUse> {
  return readList(scope, async (tx) => {
    const tenants = [...scope.tenants];
    const { since, isOne } = await startOf(tx, tenants, tool, days);
    // A call without a provider counts if its gateway has only one tool of the name.
    const of: Of = { tenants, tool, since, providers: isOne ? [tool.provider, ""] : [tool.provider] };
    const total = await addedUp(tx, of, "all");
    const each = await addedUp(tx, of, by);
    const held = heldOf(await versionsOf(tx, tool.id));
    const rows = rowsOf(each.sums, each.timed, by === "version" ? held : null);
    const refused = await refusedIn(tx, of);
    return {
      ...{ by, days, since, provider: isOne ? undefined : tool.provider },
      held,
      total: figuresOf(total.sums[0], total.timed),
      rows: rows.slice(0, ROWS_MAX_SHOWN),
      moreRows: rows.length > ROWS_MAX_SHOWN,
      pending: await pendingOf(tx, of),
      ...refused,
      spots: await withListed(tx, tool.id, refused.spots),
      switched: await switchedFrom(tx, of),
    };
  });
}

/** The first day, and whether the gateway has only one tool of the name, in catalogue and calls. */
async function startOf(
  tx: Tx,
  tenants: string[],
  tool: ToolKey,
  days: UseDays,
): Promise<{ since: string; isOne: boolean }> {
  const [row] = await tx.$queryRaw<{ since: string; others: boolean }[]>`
    with start as (select (now() at time zone 'UTC')::date - ${Number(days) - 1}::int as day)
    select to_char(start.day, 'YYYY-MM-DD') as since, exists (
        select 1 from tools t where t.gateway_id = ${tool.gatewayId}::uuid and t.name = ${tool.name} and t.id <> ${tool.id}::uuid)
      or exists (
        select 1 from tool_use_days u where u.tenant_id = any(${tenants}::uuid[]) and u.tool = ${tool.name} and u.kind = 'all'
          and u.day >= start.day and u.gateway_id = ${tool.gatewayId}::uuid and u.provider not in (${tool.provider}, '')) as others
    from start`;
  return { since: row?.since ?? "", isOne: row?.others !== true };
}

const SUMS = Prisma.sql`
  sum(ok)::int as ok, sum(caller)::int as caller, sum(failed)::int as failed, sum(boundary)::int as boundary,
  sum(governance)::int as governance, sum(extrinsic)::int as extrinsic, sum(late)::int as late, sum(groups)::int as groups,
  sum(first_try)::int as "firstTry", sum(worked)::int as worked, sum(turns)::int as turns, sum(switched)::int as switched,
  sum(abandoned)::int as abandoned, sum(referred)::int as referred, sum(repairs)::int as repairs,
  sum(repairs_worked)::int as "repairsWorked", sum(repairs_same)::int as "repairsSame"`;

async function addedUp(tx: Tx, of: Of, by: UseBy | "all"): Promise<{ sums: Sums[]; timed: Timed[] }> {
  const kind = by === "version" || by === "gateway" ? "all" : by;
  const name = {
    all: Prisma.sql`''`,
    version: Prisma.sql`u.version::text`,
    gateway: Prisma.sql`(select g.name from gateways g where g.id = u.gateway_id)`,
    agent: Prisma.sql`u.name`,
    model: Prisma.sql`u.name`,
    method: Prisma.sql`u.name`,
  }[by];
  const gateway = by === "gateway" ? Prisma.empty : Prisma.sql`and u.gateway_id = ${of.tool.gatewayId}::uuid`;
  const days = Prisma.sql`
    select ${name} as named, u.* from tool_use_days u
    where u.tenant_id = any(${of.tenants}::uuid[]) and u.tool = ${of.tool.name} and u.kind = ${kind}
      and u.day >= ${of.since}::date and u.provider = any(${of.providers}::text[]) ${gateway}`;
  const sums = await tx.$queryRaw<Sums[]>`select named as name, ${SUMS} from (${days}) s group by 1`;
  const timed = await tx.$queryRaw<Timed[]>`
    select named as name, (step - 1)::int as step, sum(calls)::int as calls
    from (${days}) s, unnest(s.durations) with ordinality t(calls, step) where calls > 0 group by 1, 2`;
  return { sums, timed };
}

function versionsOf(tx: Tx, toolId: string): Promise<{ version: number; from: Date }[]> {
  return tx.$queryRaw<{ version: number; from: Date }[]>`
    select v.version, v.created_at as "from" from tool_versions v where v.tool_id = ${toolId}::uuid order by v.version`;
}

/** Counts are kept on arrival. The difference is what the worker has not walked yet. */
async function pendingOf(tx: Tx, { tenants, tool, since }: Of): Promise<number> {
  const [row] = await tx.$queryRaw<{ pending: number }[]>`
    select greatest(0,
      (select coalesce(sum(c.calls), 0) from tool_call_counts c
       where c.tenant_id = any(${tenants}::uuid[]) and c.day >= ${since}::date and c.kind = 'tool' and c.name = ${tool.name})
      - (select coalesce(sum(u.ok + u.caller + u.failed + u.boundary + u.governance + u.extrinsic), 0) from tool_use_days u
         where u.tenant_id = any(${tenants}::uuid[]) and u.tool = ${tool.name} and u.kind = 'all'
           and u.day >= ${since}::date))::int as pending`;
  return row?.pending ?? 0;
}

type Told = Omit<HotSpot, "listed">;

async function withListed(tx: Tx, toolId: string, spots: readonly Told[]): Promise<HotSpot[]> {
  const versions = [...new Set(spots.map(({ version }) => version))];
  const rows = await tx.toolVersion.findMany({
    where: { toolId, version: { in: versions } },
    select: { version: true, inputSchema: true },
  });
  const schemas = new Map(rows.map(({ version, inputSchema }) => [version, inputSchema]));
  return spots.map((spot) => {
    const schema = schemas.get(spot.version);
    return { ...spot, listed: schema && spot.path !== null ? listedIn(schema, spot.path) : [] };
  });
}

type Refused = { spots: Told[]; lost: LostField[]; newestOnly: boolean };

async function refusedIn(tx: Tx, { tenants, tool, since, providers }: Of): Promise<Refused> {
  const rows = await tx.$queryRaw<(Told & { all: number })[]>`
    with f as materialized (
      select f.version, f.spot, f.path, f.keyword, f.value, f.sent, f.masked, f.session_id, f.recovered, f.allowed
      from tool_refusals f
      where f.tenant_id = any(${tenants}::uuid[]) and f.tool = ${tool.name} and f.occurred_at >= ${since}::date::timestamp at time zone 'UTC'
        and f.gateway_id = ${tool.gatewayId}::uuid and f.provider = any(${providers}::text[])
      order by f.occurred_at desc limit ${REFUSALS_LOOKED_AT}::int),
    top as (
      select case when keyword = 'lost' then 0 else version end as version, spot, path, keyword, count(*)::int as calls,
             count(distinct session_id)::int as sessions, (count(*) filter (where recovered is not null))::int as retried,
             (count(*) filter (where recovered))::int as recovered, max(allowed) as allowed,
             row_number() over (partition by keyword = 'lost' order by count(*) desc, path, keyword) as place
      from f group by 1, 2, 3, 4),
    v as (
      select case when keyword = 'lost' then 0 else version end as version, spot, value, sent, masked, count(*)::int as calls,
             row_number() over (partition by spot, case when keyword = 'lost' then 0 else version end
                                order by count(*) desc, value) as place
      from f where value is not null or masked is not null group by 1, 2, 3, 4, 5, keyword)
    select top.version, top.spot, top.path, top.keyword, top.calls, top.sessions, top.retried, top.recovered, top.allowed,
           (select count(*) from f)::int as "all",
           coalesce((select json_agg(json_build_object('value', v.value, 'sent', v.sent, 'masked', v.masked, 'calls', v.calls)
                                     order by v.place)
                     from v where v.spot = top.spot and v.version = top.version and v.place <= ${VALUES_SHOWN}::int), '[]') as values
    from top where top.place <= ${SPOTS_SHOWN}::int order by top.place`;
  const isLost = ({ keyword }: { keyword: string }) => keyword === "lost";
  return {
    spots: rows.filter((row) => !isLost(row)).map(({ all: _, ...spot }) => spot),
    lost: rows.filter(isLost).map(({ spot, path, calls, sessions, recovered, values }) => ({
      ...{ spot, calls, sessions, path: path ?? "", worked: recovered },
      after: values.flatMap(({ value }) => value ?? []),
    })),
    newestOnly: (rows[0]?.all ?? 0) >= REFUSALS_LOOKED_AT,
  };
}

function switchedFrom(tx: Tx, { tenants, tool, since, providers }: Of): Promise<SwitchedTo[]> {
  return tx.$queryRaw<SwitchedTo[]>`
    select g.next_tool as tool, count(*)::int as groups from attempt_groups g
    where g.tenant_id = any(${tenants}::uuid[]) and g.tool = ${tool.name} and g.ended = 'switched' and g.next_tool is not null
      and g.occurred_at >= ${since}::date::timestamp at time zone 'UTC' and g.gateway_id = ${tool.gatewayId}::uuid
      and g.provider = any(${providers}::text[])
    group by 1 order by 2 desc, 1 limit ${SWITCHES_SHOWN}::int`;
}
