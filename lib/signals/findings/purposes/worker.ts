import { setImmediate } from "node:timers/promises";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, read, type Tx } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import { eachTenant } from "@/lib/core/each-tenant";
import type { Job } from "@/lib/core/every";
import { serializeJson } from "@/lib/core/json/raw";
import { proveScope, systemScope } from "@/lib/core/scope";
import { announceAll } from "@/lib/live/announce";
import { type PurposeTool, readPurposes } from "./facts";
import { judgePurpose } from "./rules";
import type { OtherPurpose } from "./types";

const scope = systemScope("purposes");

// What tools are used for changes slowly.
const AGAIN_HOURS = 20;

/** One pass: in the tenants that have calls which nobody judged, each tool's calls are held against what it is described for. */
export async function runOnce(signal?: AbortSignal): Promise<void> {
  const tenants = await read(scope, dueTenants);
  await eachTenant(tenants, judgeFor, "purposes of some tenants were not judged", signal);
}

async function dueTenants(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select c.tenant_id as id from attempt_cursors c left join tool_purpose_passes p on p.tenant_id = c.tenant_id
    where p.ran_at is null
      or (p.ran_at < now() - make_interval(hours => ${AGAIN_HOURS}::int) and c.walked_at > p.ran_at)
    order by p.ran_at nulls first, c.tenant_id`;
  return rows.map(({ id }) => id);
}

type Kept = { tool: PurposeTool; other: OtherPurpose };

/** Judges the tools of one tenant anew. */
export async function judgeFor(tenantId: string): Promise<void> {
  // A scope of this tenant alone: its calls are nobody else's.
  const own = proveScope({ kind: "system", name: "purposes" } as const, [tenantId]);
  // What comes while calls are read belongs to the next pass.
  const began = await read(own, databaseNow);
  const found: Kept[] = [];
  for await (const { tool, ...facts } of readPurposes(own)) {
    // A tool takes some ten milliseconds; deliveries need not wait for all of them.
    await setImmediate();
    const other = judgePurpose({ tool, ...facts });
    if (other) found.push({ tool, other });
  }
  await bookkeep(own, (tx) => keep(tx, tenantId, found, began));
}

/** Keeps which calls they are, of those that are still there, and forgets what is no longer found. */
async function keep(tx: Tx, tenantId: string, found: readonly Kept[], began: Date): Promise<void> {
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended('purposes ' || ${tenantId}, 0))::text`;
  const rows = found.flatMap(({ tool, other: { judged, calls, better } }) =>
    calls.map(({ callId, occurredAt, session }) => ({
      ...{ id: callId, at: occurredAt.toISOString(), session, judged, better },
      ...{ tool: tool.id, gateway: tool.gatewayId, name: tool.name, version: tool.version },
    })),
  );
  const before = await tx.$queryRaw<{ toolId: string }[]>`
    delete from tool_other_purposes where tenant_id = ${tenantId}::uuid returning tool_id as "toolId"`;
  if (rows.length > 0)
    // A call that somebody is deleting is taken for deleted, as attempts do.
    await tx.$executeRaw`
      insert into tool_other_purposes (tenant_id, call_id, tool_id, occurred_at, gateway_id, tool, version, session_id,
                                       better_tool_id, judged)
      select ${tenantId}::uuid, r.id, r.tool, r.at, r.gateway, r.name, r.version, r.session, r.better, r.judged
      from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, tool uuid, at timestamptz, gateway uuid, name text,
        version int, session text, better uuid, judged int)
      join tool_calls a on a.tenant_id = ${tenantId}::uuid and a.occurred_at = r.at and a.id = r.id
      for key share of a skip locked
      on conflict (tenant_id, call_id) do nothing`;
  await tx.$executeRaw`
    insert into tool_purpose_passes (tenant_id, ran_at) values (${tenantId}::uuid, ${began.toISOString()}::timestamptz)
    on conflict (tenant_id) do update set ran_at = excluded.ran_at`;
  const tools = new Set([...before.map(({ toolId }) => toolId), ...rows.map(({ tool }) => tool)]);
  if (tools.size > 0) await announceAll(tx, "tool", tenantId, [...tools]);
}

export const purposes: Job = { name: "purposes", ms: 10 * MINUTE_MS, runOnce };
