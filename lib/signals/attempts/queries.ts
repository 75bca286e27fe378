import { groupedBy } from "@/gateway/lint/groups";
import type { Row } from "@/gateway/refusals/types";
import { toolViolations } from "@/lib/calls/queries";
import type { Outcome } from "@/lib/calls/types";
import type { Tx } from "@/lib/core/db";
import { FIRST_ID } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { type OpenGroup, WINDOW_CALLS } from "./types";

// Larger arguments are not read, so fields that a retry dropped are unknown.
const ARGUMENTS_READ_MAX = 65_536;

export type LightCall = {
  id: string;
  occurredAt: Date;
  gatewayId: string;
  provider: string | null;
  tool: string;
  method: string | null;
  agent: string | null;
  model: string | null;
  outcome: Outcome;
  sessionId: string | null;
  durationMs: number | null;
};

/** The tenant's next calls to walk: after the cursor, and before an id made in the past. */
export function nextCalls(
  tx: Tx,
  tenantId: string,
  after: string | null,
  before: string,
): Promise<LightCall[]> {
  return tx.$queryRaw<LightCall[]>`
    select a.id, a.occurred_at as "occurredAt", a.gateway_id as "gatewayId", a.provider, a.tool, a.method, a.agent, a.model,
           a.outcome, a.session_id as "sessionId", a.duration_ms as "durationMs"
    from tool_calls a
    where a.tenant_id = ${tenantId}::uuid and a.id > ${after ?? FIRST_ID}::uuid and a.id < ${before}::uuid
    order by a.id limit ${WINDOW_CALLS}::int`;
}

/**
 * When the newest call of each session happened among those already walked, where that is after the
 * first of these.
 */
export async function reachedSessions(
  tx: Tx,
  tenantId: string,
  after: string | null,
  calls: readonly LightCall[],
): Promise<Map<string, number>> {
  const first = new Map<string, Date>();
  for (const { sessionId, occurredAt } of calls)
    if (sessionId !== null && !((first.get(sessionId) ?? occurredAt) < occurredAt))
      first.set(sessionId, occurredAt);
  if (after === null || first.size === 0) return new Map();
  const asked = [...first].map(([session, at]) => ({ session, at: at.toISOString() }));
  const rows = await tx.$queryRaw<{ session: string; at: Date }[]>`
    select s.session, newest.occurred_at as at
    from json_to_recordset(${serializeJson(asked)}::json) as s(session text, at timestamptz), lateral (
      select a.occurred_at from tool_calls a
      where a.tenant_id = ${tenantId}::uuid and a.session_id = s.session and a.occurred_at > s.at and a.id <= ${after}::uuid
      order by a.occurred_at desc limit 1) newest`;
  return new Map(rows.map(({ session, at }) => [session, at.getTime()]));
}

export type CallDetails = {
  id: string;
  argumentsText: string | null;
  validation: Row[] | null;
  message: string | null;
};

export async function detailsOf(
  tx: Tx,
  tenantId: string,
  calls: readonly LightCall[],
): Promise<Map<string, CallDetails>> {
  if (calls.length === 0) return new Map();
  const places = calls.map(({ id, occurredAt }) => ({ id, at: occurredAt.toISOString() }));
  const rows = await tx.$queryRaw<CallDetails[]>`
    select a.id, ${toolViolations} as validation, coalesce(a.error_message, a.outcome_detail) as message,
           case when octet_length(a.arguments_text) <= ${ARGUMENTS_READ_MAX}::int then a.arguments_text end as "argumentsText"
    from json_to_recordset(${serializeJson(places)}::json) as m(id uuid, at timestamptz)
    join tool_calls a on a.tenant_id = ${tenantId}::uuid and a.occurred_at = m.at and a.id = m.id`;
  return new Map(rows.map((row) => [row.id, row]));
}

type Listed = { gatewayId: string; name: string; provider: string; version: number; from: Date };

export type ToolOf = (call: LightCall) => { provider: string; version: number };

export async function toolsOf(tx: Tx, calls: readonly LightCall[]): Promise<ToolOf> {
  const gateways = [...new Set(calls.map((call) => call.gatewayId))];
  const names = [...new Set(calls.map((call) => call.tool))];
  const rows = await tx.$queryRaw<Listed[]>`
    select t.gateway_id as "gatewayId", t.name, t.provider, v.version, v.created_at as "from"
    from tools t join tool_versions v on v.tool_id = t.id
    where t.gateway_id = any(${gateways}::uuid[]) and t.name = any(${names}::text[]) order by v.version`;
  const listed = groupedBy(rows, ({ gatewayId, name }) => `${gatewayId} ${name}`);
  return (call) => {
    const all = listed.get(`${call.gatewayId} ${call.tool}`) ?? [];
    const providers = new Set(all.map(({ provider }) => provider));
    const [only = ""] = providers.size === 1 ? providers : [];
    const provider = call.provider ?? only;
    const before = all.filter((one) => one.provider === provider && one.from <= call.occurredAt);
    return { provider, version: before.at(-1)?.version ?? 0 };
  };
}

type StoredGroup = Omit<OpenGroup, "occurredAt" | "lastAt" | "agent" | "model" | "method" | "failure"> & {
  occurredAt: Date;
  lastAt: Date;
  state: Pick<OpenGroup, "agent" | "model" | "method" | "failure">;
};

/** Open groups of these sessions, and groups whose last call arrived before an id, by session. */
export async function openGroups(
  tx: Tx,
  tenantId: string,
  calls: readonly LightCall[],
  idleBefore: string,
): Promise<Map<string, OpenGroup>> {
  const sessions = [...new Set(calls.flatMap(({ sessionId }) => sessionId ?? []))];
  const rows = await tx.$queryRaw<StoredGroup[]>`
    select g.id, g.occurred_at as "occurredAt", g.session_id as "sessionId", g.gateway_id as "gatewayId", g.provider, g.tool,
           g.version, g.calls, g.last_at as "lastAt", g.last_id as "lastId", g.state
    from attempt_groups g where g.tenant_id = ${tenantId}::uuid and g.ended is null
      and (g.session_id = any(${sessions}::text[]) or g.id in (
        select i.id from attempt_groups i where i.tenant_id = ${tenantId}::uuid and i.ended is null
          and i.last_id < ${idleBefore}::uuid order by i.last_id limit ${WINDOW_CALLS}::int))`;
  return new Map(
    rows.map(({ state, occurredAt, lastAt, ...group }) => [
      group.sessionId,
      { ...group, ...state, occurredAt: occurredAt.getTime(), lastAt: lastAt.getTime() },
    ]),
  );
}

/** Tenants with calls to walk, or with open groups that have been idle too long. */
export function dueTenants(tx: Tx, before: string, idleBefore: string): Promise<{ tenantId: string }[]> {
  return tx.$queryRaw`
    select t.id as "tenantId" from tenants t left join attempt_cursors c on c.tenant_id = t.id
    where exists (select 1 from tool_calls a where a.tenant_id = t.id and a.id > coalesce(c.call_id, ${FIRST_ID}::uuid)
                    and a.id < ${before}::uuid)
       or exists (select 1 from attempt_groups g where g.tenant_id = t.id and g.ended is null and g.last_id < ${idleBefore}::uuid)
    order by c.walked_at nulls first`;
}
