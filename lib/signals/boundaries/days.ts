import { groupedBy } from "@/gateway/lint/groups";
import type { ToolKey } from "@/lib/calls/of-tool/types";
import { outcomesOf } from "@/lib/calls/rules";
import type { Tx } from "@/lib/core/db";
import type { CallDay } from "./types";

export type SpokenDay = CallDay & { boundary: number; low: number };

export type Spoken = { tenant: string; name: string };

type Asked = { tenants: readonly string[]; tools: readonly ToolKey[]; since: string };

/** Which tools share their name, and which are the only one of that name on their gateway. */
export type Names = { isShared: (tool: ToolKey) => boolean; isAlone: (tool: ToolKey) => boolean };

const onGateway = ({ gatewayId, name }: Pick<ToolKey, "gatewayId" | "name">) => `${gatewayId} ${name}`;

/** Of the tools that serve the tenants and those that are asked for. */
export async function namesOf(tx: Tx, { tenants, tools }: Pick<Asked, "tenants" | "tools">): Promise<Names> {
  const names = [...new Set(tools.map(({ name }) => name))];
  const serving = await tx.$queryRaw<{ gatewayId: string; provider: string; name: string }[]>`
    select t.gateway_id as "gatewayId", t.provider, t.name from tools t
    where t.name = any(${names}::text[]) and exists (
      select 1 from gateway_tenants s where s.gateway_id = t.gateway_id and s.tenant_id = any(${[...tenants]}::uuid[]))`;
  const count = (keyOf: (tool: Pick<ToolKey, "gatewayId" | "name">) => string) => {
    const of = groupedBy([...serving, ...tools], keyOf);
    return (tool: ToolKey) =>
      new Set(of.get(keyOf(tool))?.map(({ gatewayId, provider }) => `${gatewayId} ${provider}`)).size;
  };
  const ofName = count(({ name }) => name);
  const ofGateway = count(onGateway);
  return { isShared: (tool) => ofName(tool) > 1, isAlone: (tool) => ofGateway(tool) === 1 };
}

type Days = {
  days: ReadonlyMap<string, readonly SpokenDay[]>;
  spoken: readonly Spoken[];
};

/**
 * Uses counts kept on arrival if no other tool has the name. Otherwise uses the calls that the
 * worker assigned to the tool, a minute or two late.
 */
export async function daysOf(tx: Tx, asked: Asked, { isShared }: Names): Promise<Days> {
  const { byName, spoken } = await daysByName(tx, asked);
  const shared = asked.tools.filter(isShared);
  const byTool = shared.length === 0 ? new Map() : await daysByTool(tx, { ...asked, tools: shared });
  const days = new Map(
    asked.tools.map((tool) => [
      tool.id,
      (isShared(tool) ? byTool.get(keyOf(tool)) : byName.get(tool.name)) ?? [],
    ]),
  );
  return { days, spoken };
}

async function daysByName(tx: Tx, { tenants, tools, since }: Asked) {
  const names = [...new Set(tools.map(({ name }) => name))];
  type Row = Spoken & { day: string } & Record<"ran" | "boundary" | "low", number | null>;
  const rows = await tx.$queryRaw<Row[]>`
    select d.tenant, d.name, to_char(d.day, 'YYYY-MM-DD') as day, d.ran, d.boundary, d.low
    from (
      select c.tenant_id as tenant, c.name, c.day,
             (sum(c.calls) filter (where c.outcome <> all(${outcomesOf("governance")}::text[])))::int as ran,
             (sum(c.calls) filter (where c.outcome = 'wrong_tool_boundary'))::int as boundary,
             (sum(c.calls) filter (where c.outcome = 'low_utility'))::int as low
      from tool_call_counts c
      where c.tenant_id = any(${[...tenants]}::uuid[]) and c.day >= ${since}::date and c.kind = 'tool'
        and c.name = any(${names}::text[])
      group by 1, 2, 3) d`;
  const days = new Map<string, Map<string, SpokenDay>>();
  const spoken = new Map<string, Spoken>();
  for (const { tenant, name, day, ran, boundary, low } of rows) {
    const ofName = days.get(name) ?? new Map<string, SpokenDay>();
    days.set(name, ofName);
    const sum = ofName.get(day) ?? { day, ran: 0, boundary: 0, low: 0 };
    sum.ran += ran ?? 0;
    sum.boundary += boundary ?? 0;
    sum.low += low ?? 0;
    ofName.set(day, sum);
    if (boundary || low) spoken.set(`${tenant} ${name}`, { tenant, name });
  }
  const byName = new Map([...days].map(([name, of]) => [name, [...of.values()]] as const));
  return { byName, spoken: [...spoken.values()] };
}

const keyOf = ({ gatewayId, provider, name }: Pick<ToolKey, "gatewayId" | "provider" | "name">) =>
  JSON.stringify([gatewayId, provider, name]);

async function daysByTool(tx: Tx, { tenants, tools, since }: Asked): Promise<Map<string, SpokenDay[]>> {
  const names = [...new Set(tools.map(({ name }) => name))];
  const rows = await tx.$queryRaw<(SpokenDay & { gatewayId: string; provider: string; name: string })[]>`
    select u.gateway_id as "gatewayId", u.provider, u.tool as name, to_char(u.day, 'YYYY-MM-DD') as day,
           sum(u.ok + u.caller + u.failed + u.boundary + u.extrinsic)::int as ran,
           sum(u.boundary - u.low_use)::int as boundary, sum(u.low_use)::int as low
    from tool_use_days u
    where u.tenant_id = any(${[...tenants]}::uuid[]) and u.tool = any(${names}::text[]) and u.kind = 'all'
      and u.day >= ${since}::date
    group by 1, 2, 3, 4`;
  return groupedBy(rows, keyOf);
}
