import { groupedBy } from "@/gateway/lint/grouped";
import type { Tx } from "@/lib/core/db";
import { firstIdOfDay } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { Prisma } from "@/lib/generated/prisma/client";
import type { ToolKey } from "../of-tool/types";
import { outcomesOf } from "../rules";
import type { Outcome } from "../types";
import type { AxisAliases } from "./axes";

// Corrections and reports of all tools together; beyond it the newest speak.
const SIGNALS_MAX = 5_000;

/** A day of calls of one name, from the counts that are kept. */
type NamedDay = { name: string; day: string; ran: number; boundary: number; low: number };

/** A call whose tool spoke of its boundary or its use. */
export type EventRow = {
  toolId: string;
  tenantId: string;
  id: string;
  outcome: Outcome;
  occurredAt: Date;
  day: string;
  sessionId: string | null;
  callId: string | null;
  agent: string | null;
  referral: {
    boundary_axes?: string[] | null;
    observed_task_shape?: string;
    suggested_split?: string;
    evidence?: string;
  } | null;
};

type SignalRow = {
  tenantId: string;
  tool: string;
  day: string;
  sessionId: string | null;
};

type CorrectionSignal = SignalRow & { callId: string | null };
type ReportSignal = SignalRow & { provider: string | null; gatewayId: string };

/** Everything that is known of some tools' boundaries since a day (UTC). */
export type Facts = {
  days: ReadonlyMap<string, readonly NamedDay[]>;
  events: ReadonlyMap<string, readonly EventRow[]>;
  corrections: ReadonlyMap<string, readonly CorrectionSignal[]>;
  /** Calls and sessions whose output a user corrected, by `placesOf`. */
  corrected: ReadonlySet<string>;
  reports: ReadonlyMap<string, readonly ReportSignal[]>;
  /** By tenant. */
  aliases: ReadonlyMap<string, AxisAliases>;
};

/**
 * Whose facts are read, since which day, how many events of each tool and tenant at most, and whether with all that the tools say
 * or the axes alone.
 */
type Asked = {
  tenants: readonly string[];
  tools: readonly ToolKey[];
  since: string;
  events: number;
  words: boolean;
};

/** Reads the facts of some tools, in a few statements however many tools there are. */
export async function readFacts(tx: Tx, asked: Asked): Promise<Facts> {
  const { days, spoken } = await daysOf(tx, asked);
  const events = await eventsOf(tx, asked, spoken);
  const signals = await signalsOf(tx, asked);
  return {
    days,
    events: groupedBy(events, ({ toolId }) => toolId),
    ...signals,
    aliases: await readAliases(tx, asked.tenants),
  };
}

type Spoken = { tenant: string; name: string };

/** The counts kept by day and name, and which tenant's calls of which name spoke of a boundary at all. */
async function daysOf(
  tx: Tx,
  { tenants, tools, since }: Asked,
): Promise<{ days: Facts["days"]; spoken: Spoken[] }> {
  const names = [...new Set(tools.map(({ name }) => name))];
  const rows = await tx.$queryRaw<(NamedDay & { tenant: string })[]>`
    select c.tenant_id as tenant, c.name, to_char(c.day, 'YYYY-MM-DD') as day,
           (sum(c.calls) filter (where c.outcome <> all(${outcomesOf("governance")}::text[])))::int as ran,
           (sum(c.calls) filter (where c.outcome = 'wrong_tool_boundary'))::int as boundary,
           (sum(c.calls) filter (where c.outcome = 'low_utility'))::int as low
    from tool_call_counts c
    where c.tenant_id = any(${[...tenants]}::uuid[]) and c.day >= ${since}::date and c.kind = 'tool'
      and c.name = any(${names}::text[])
    group by 1, 2, 3`;
  const days = new Map<string, Map<string, NamedDay>>();
  const spoken = new Map<string, Spoken>();
  for (const { tenant, name, day, ...counts } of rows) {
    const ofName = days.get(name) ?? new Map<string, NamedDay>();
    days.set(name, ofName);
    const sum = ofName.get(day) ?? { name, day, ran: 0, boundary: 0, low: 0 };
    sum.ran += counts.ran ?? 0;
    sum.boundary += counts.boundary ?? 0;
    sum.low += counts.low ?? 0;
    ofName.set(day, sum);
    if (counts.boundary || counts.low) spoken.set(`${tenant} ${name}`, { tenant, name });
  }
  const inOrder = [...days].map(([name, of]) => [name, [...of.values()]] as const);
  return { days: new Map(inOrder), spoken: [...spoken.values()] };
}

/** The newest of each tool and tenant, from an index that holds such calls alone. */
async function eventsOf(
  tx: Tx,
  { tools, since, events, words }: Asked,
  spoken: readonly Spoken[],
): Promise<EventRow[]> {
  if (spoken.length === 0) return [];
  const asked = tools.map(({ id, gatewayId, provider, name }) => ({
    id,
    gateway: gatewayId,
    provider,
    name,
  }));
  const referral = words
    ? Prisma.sql`a.referral`
    : Prisma.sql`jsonb_build_object('boundary_axes', a.referral -> 'boundary_axes') as referral`;
  return tx.$queryRaw<EventRow[]>`
    select k.id as "toolId", e.tenant_id as "tenantId", e.id, e.outcome, e.occurred_at as "occurredAt",
           to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, e.session_id as "sessionId",
           e.call_id as "callId", e.agent, e.referral
    from json_to_recordset(${serializeJson(asked)}::json) as k(id uuid, gateway uuid, provider text, name text)
    join json_to_recordset(${serializeJson(spoken)}::json) as s(tenant uuid, name text) on s.name = k.name
    cross join lateral (
      select a.tenant_id, a.id, a.outcome, a.occurred_at, a.session_id, a.call_id, a.agent, ${referral}
      from tool_calls a
      where a.tenant_id = s.tenant and a.tool = k.name and a.outcome in ('wrong_tool_boundary', 'low_utility')
        and a.gateway_id = k.gateway and (a.provider is null or a.provider = k.provider)
        and a.occurred_at >= (${since}::date at time zone 'UTC')
      order by a.occurred_at desc, a.id desc limit ${events}::int) e
    order by e.occurred_at desc, e.id desc`;
}

async function signalsOf(
  tx: Tx,
  { tenants, tools, since }: Asked,
): Promise<Pick<Facts, "corrections" | "corrected" | "reports">> {
  const names = [...new Set(tools.map(({ name }) => name))];
  const of = (tool: Prisma.Sql) => Prisma.sql`
    r.tenant_id = any(${[...tenants]}::uuid[]) and ${tool} = any(${names}::text[])
    and r.id >= ${firstIdOfDay(since)}::uuid order by r.id desc limit ${SIGNALS_MAX}::int`;
  const day = Prisma.sql`
    to_char(coalesce(r.occurred_at, r.created_at) at time zone 'UTC', 'YYYY-MM-DD') as day`;
  const corrections = await tx.$queryRaw<CorrectionSignal[]>`
    select r.tenant_id as "tenantId", r.tool, ${day}, r.session_id as "sessionId", r.call_id as "callId"
    from corrections r where ${of(Prisma.sql`r.tool`)}`;
  const reports = await tx.$queryRaw<ReportSignal[]>`
    select r.tenant_id as "tenantId", r.tool_called as tool, ${day}, r.session_id as "sessionId", r.provider,
           r.gateway_id as "gatewayId"
    from feedback_submissions r where ${of(Prisma.sql`r.tool_called`)}`;
  return {
    corrections: groupedBy(corrections, ({ tool }) => tool),
    corrected: new Set(corrections.flatMap((one) => placesOf(one, one.tool))),
    reports: groupedBy(reports, ({ tool }) => tool),
  };
}

type Placed = Pick<CorrectionSignal, "tenantId" | "sessionId" | "callId">;

/** The call and the session, of those that are named, in which a tool was used. */
export function placesOf({ tenantId, sessionId, callId }: Placed, tool: string): string[] {
  const place = (kind: string, id: string | null) =>
    id === null ? [] : [JSON.stringify([tenantId, tool, kind, id])];
  return [...place("session", sessionId), ...place("call", callId)];
}

/** Tenants' own words for axes. */
export async function readAliases(tx: Tx, tenants: readonly string[]): Promise<Map<string, AxisAliases>> {
  const rows = await tx.$queryRaw<{ tenantId: string; alias: string; axis: string }[]>`
    select b.tenant_id as "tenantId", b.alias, b.axis from boundary_aliases b
    where b.tenant_id = any(${[...tenants]}::uuid[])`;
  const byTenant = groupedBy(rows, ({ tenantId }) => tenantId);
  return new Map(
    [...byTenant].map(([tenant, of]) => [tenant, new Map(of.map(({ alias, axis }) => [alias, axis]))]),
  );
}
