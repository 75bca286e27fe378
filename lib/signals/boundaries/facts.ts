import { groupedBy } from "@/gateway/lint/groups";
import { readAliases } from "@/lib/calls/axes/queries";
import type { AxisAliases } from "@/lib/calls/axes/rules";
import type { ToolKey } from "@/lib/calls/of-tool/types";
import type { Outcome } from "@/lib/calls/types";
import type { Tx } from "@/lib/core/db";
import { firstIdOfDay } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { Prisma } from "@/lib/generated/prisma/client";
import { daysOf, type Names, namesOf, type Spoken, type SpokenDay } from "./days";

// Limit on corrections and reports of all tools together. Beyond it only the newest count.
const SIGNALS_MAX = 5_000;

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

type OfTool = { provider: string | null; gatewayId: string };
type CorrectionSignal = SignalRow & OfTool & { callId: string | null };
type ReportSignal = SignalRow & OfTool;

/**
 * All facts about the boundaries of some tools since a UTC day. Calls are by tool id, reports and
 * corrections by tool name.
 */
export type Facts = {
  days: ReadonlyMap<string, readonly SpokenDay[]>;
  events: ReadonlyMap<string, readonly EventRow[]>;
  corrections: ReadonlyMap<string, readonly CorrectionSignal[]>;
  corrected: ReadonlySet<string>;
  reports: ReadonlyMap<string, readonly ReportSignal[]>;
  names: Names;
  aliases: ReadonlyMap<string, AxisAliases>;
};

/**
 * Tools, tenants, first day, the limit of events of each tool and tenant, and whether to read texts
 * or axes only.
 */
type Asked = {
  tenants: readonly string[];
  tools: readonly ToolKey[];
  since: string;
  events: number;
  words: boolean;
  /** Selects the tools whose events are read; all if omitted. */
  of?: (facts: Facts, tool: ToolKey) => boolean;
};

/** Reads the facts of some tools, in a few statements however many tools there are. */
export async function readFacts(tx: Tx, asked: Asked): Promise<Facts> {
  const names = await namesOf(tx, asked);
  const { days, spoken } = await daysOf(tx, asked, names);
  const signals = await signalsOf(tx, asked, names);
  const aliases = await readAliases(tx, asked.tenants);
  const facts: Facts = { days, events: new Map(), ...signals, names, aliases };
  const { of = () => true } = asked;
  const tools = asked.tools.filter((tool) => of(facts, tool));
  const events = await eventsOf(tx, { ...asked, tools }, names, spoken);
  return { ...facts, events: groupedBy(events, ({ toolId }) => toolId) };
}

/**
 * The newest events of each tool and tenant, read from a partial index in its order. With a limit
 * that the planner knows, it would read and sort all of them.
 */
async function eventsOf(
  tx: Tx,
  { tools, since, events, words }: Asked,
  names: Names,
  spoken: readonly Spoken[],
): Promise<EventRow[]> {
  if (spoken.length === 0 || tools.length === 0) return [];
  const asked = tools.map((tool) => {
    const { id, gatewayId: gateway, provider, name } = tool;
    return { id, gateway, provider, name, alone: names.isAlone(tool) };
  });
  const referral = words
    ? Prisma.sql`a.referral`
    : Prisma.sql`jsonb_build_object('boundary_axes', a.referral -> 'boundary_axes') as referral`;
  return tx.$queryRaw<EventRow[]>`
    select k.id as "toolId", e.tenant_id as "tenantId", e.id, e.outcome, e.occurred_at as "occurredAt",
           to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, e.session_id as "sessionId",
           e.call_id as "callId", e.agent, e.referral
    from json_to_recordset(${serializeJson(asked)}::json) as k(id uuid, gateway uuid, provider text, name text, alone boolean)
    join json_to_recordset(${serializeJson(spoken)}::json) as s(tenant uuid, name text) on s.name = k.name
    cross join lateral (
      select a.tenant_id, a.id, a.outcome, a.occurred_at, a.session_id, a.call_id, a.agent, ${referral}
      from tool_calls a
      where a.tenant_id = s.tenant and a.tool = k.name and a.outcome in ('wrong_tool_boundary', 'low_utility')
        and a.gateway_id = k.gateway and (a.provider = k.provider or (k.alone and a.provider is null))
        and a.occurred_at >= ${`${since}T00:00:00Z`}::timestamptz
      order by a.occurred_at desc, a.id desc limit (select ${events}::int)) e
    order by e.occurred_at desc, e.id desc`;
}

// Users name no provider. It follows from the calls of their session, if all have the same
// provider.
const PROVIDER_CALLED = Prisma.sql`(
  select min(a.provider) from tool_calls a
  where a.tenant_id = r.tenant_id and a.session_id = r.session_id and a.tool = r.tool and a.gateway_id = r.gateway_id
  having count(distinct a.provider) = 1)`;

/** Whether something that was said of a name is said of this tool. */
export function isAbout(said: OfTool, tool: ToolKey, { isShared, isAlone }: Names): boolean {
  const { provider, gatewayId } = said;
  if (!isShared(tool)) return true;
  return gatewayId === tool.gatewayId && (provider === null ? isAlone(tool) : provider === tool.provider);
}

async function signalsOf(
  tx: Tx,
  { tenants, tools, since }: Asked,
  { isAlone }: Names,
): Promise<Pick<Facts, "corrections" | "corrected" | "reports">> {
  const names = [...new Set(tools.map(({ name }) => name))];
  const namesakes = tools.filter((tool) => !isAlone(tool)).map(({ name }) => name);
  const provider =
    namesakes.length === 0
      ? Prisma.sql`null::text`
      : Prisma.sql`case when r.tool = any(${namesakes}::text[]) then ${PROVIDER_CALLED} end`;
  const of = (tool: Prisma.Sql) => Prisma.sql`
    r.tenant_id = any(${[...tenants]}::uuid[]) and ${tool} = any(${names}::text[])
    and r.id >= ${firstIdOfDay(since)}::uuid order by r.id desc limit ${SIGNALS_MAX}::int`;
  const day = Prisma.sql`
    to_char(coalesce(r.occurred_at, r.created_at) at time zone 'UTC', 'YYYY-MM-DD') as day`;
  const corrections = await tx.$queryRaw<CorrectionSignal[]>`
    select r.tenant_id as "tenantId", r.tool, ${day}, r.session_id as "sessionId", r.call_id as "callId",
           r.gateway_id as "gatewayId", ${provider} as provider
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

/** Keys of the call and the session in which a tool was used, if named. */
export function placesOf({ tenantId, sessionId, callId }: Placed, tool: string): string[] {
  const place = (kind: string, id: string | null) =>
    id === null ? [] : [JSON.stringify([tenantId, tool, kind, id])];
  return [...place("session", sessionId), ...place("call", callId)];
}
