import { ingest, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import type { GatewayScope } from "@/lib/core/scope";
import { CALLERS_MAX, MORE_AGENTS } from "./types";

/** The caller of a call, by which offenders are counted within one gateway. */
export type Caller = { tenantId: string; agent: string | undefined };

/**
 * Counts callers without a rationale, by day and in total; reopens resolved ones. Agents may invent
 * a name per call, so those above the limit share one row.
 */
export async function noteOffenders(
  tx: Tx,
  gatewayId: string,
  callers: readonly (Caller & { refused?: boolean })[],
): Promise<void> {
  if (callers.length === 0) return;
  const rows = callers.map(({ tenantId, agent, refused }) => ({
    tenant_id: tenantId,
    agent: agent ?? "",
    refused: refused === true,
  }));
  await tx.$executeRaw`
    with said as materialized (
      select r.tenant_id, r.agent, count(*)::int as calls, (count(*) filter (where r.refused))::int as refused
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(tenant_id uuid, agent text, refused boolean) group by 1, 2),
    fresh as materialized (
      select s.tenant_id, s.agent, row_number() over (partition by s.tenant_id order by s.agent) as place from said s
      where not exists (select from rationale_callers c
        where c.tenant_id = s.tenant_id and c.gateway_id = ${gatewayId}::uuid and c.agent = s.agent)),
    kept as materialized (
      select t.tenant_id, (select count(*) from (
          select from rationale_callers c where c.tenant_id = t.tenant_id and c.gateway_id = ${gatewayId}::uuid
          limit ${CALLERS_MAX}::int) c) as callers
      from (select distinct f.tenant_id from fresh f) t),
    noted as materialized (
      select s.tenant_id, case when f.place + k.callers > ${CALLERS_MAX}::int then ${MORE_AGENTS} else s.agent end as agent,
             sum(s.calls)::int as calls, sum(s.refused)::int as refused, clock_timestamp() as at
      from said s left join fresh f using (tenant_id, agent) left join kept k using (tenant_id) group by 1, 2),
    days as (
      insert into rationale_offenders as o (tenant_id, gateway_id, agent, day, calls, refused)
      select n.tenant_id, ${gatewayId}::uuid, n.agent, (n.at at time zone 'UTC')::date, n.calls, n.refused
      from noted n order by n.tenant_id, n.agent
      on conflict (tenant_id, gateway_id, agent, day) do update
        set calls = o.calls + excluded.calls, refused = o.refused + excluded.refused)
    insert into rationale_callers as c (tenant_id, gateway_id, agent, first_at, last_at, calls, refused)
    select n.tenant_id, ${gatewayId}::uuid, n.agent, n.at, n.at, n.calls, n.refused from noted n order by n.tenant_id, n.agent
    on conflict (tenant_id, gateway_id, agent) do update
      set last_at = excluded.last_at, calls = c.calls + excluded.calls, refused = c.refused + excluded.refused,
          returned = c.returned + case when c.resolved_at is null then 0 else 1 end, resolved_at = null`;
}

/** Notes that callers sent a rationale: those that had left theirs out are resolved. */
export async function resolveOffenders(tx: Tx, gatewayId: string, callers: readonly Caller[]): Promise<void> {
  if (callers.length === 0) return;
  const rows = callers.map(({ tenantId, agent }) => ({ tenant_id: tenantId, agent: agent ?? "" }));
  // In a fixed order, so that two groups of calls do not deadlock.
  await tx.$executeRaw`
    with open as materialized (
      select c.tenant_id, c.agent from rationale_callers c
      join (select distinct r.tenant_id, r.agent
            from json_to_recordset(${JSON.stringify(rows)}::json) as r(tenant_id uuid, agent text)) r using (tenant_id, agent)
      where c.gateway_id = ${gatewayId}::uuid and c.resolved_at is null order by c.tenant_id, c.agent for update of c)
    update rationale_callers c set resolved_at = clock_timestamp() from open o
    where c.tenant_id = o.tenant_id and c.gateway_id = ${gatewayId}::uuid and c.agent = o.agent`;
}

/**
 * Runs `work`. If it refuses a call for its rationale, the call is not stored, but its caller is
 * counted. An error in counting does not change the refusal.
 */
export async function countingRefusals<T>(
  { scope, ...caller }: Caller & { scope: GatewayScope },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isForRationale(error)) await countRefused({ scope, callers: [caller] });
    throw error;
  }
}

/** Counts callers with refused calls. Never throws: the caller gets the refusal in any case. */
export async function countRefused({
  scope,
  callers,
}: {
  scope: GatewayScope;
  callers: readonly Caller[];
}): Promise<void> {
  if (callers.length === 0) return;
  const refused = callers.map((caller) => ({ ...caller, refused: true }));
  await ingest(scope, (tx) => noteOffenders(tx, scope.actor.id, refused)).catch((reason: unknown) =>
    log().warn({ err: reason }, "callers without a rationale were not counted"),
  );
}

function isForRationale(error: unknown): boolean {
  return (
    error instanceof DomainError &&
    error.code === "VALIDATION_ERROR" &&
    (error.details.errors ?? []).some(({ pointer }) => pointer === "/rationale")
  );
}
