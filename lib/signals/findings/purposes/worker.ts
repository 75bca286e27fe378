import type { Tx } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import { serializeJson } from "@/lib/core/json/raw";
import { type DerivedView, jobOf, makeDue, makeFor, type Pass } from "../../derived-view";
import { type PurposeFacts, type PurposeTool, readPurposes } from "./facts";
import { judgePurpose } from "./rules";
import type { OtherPurpose } from "./types";

// The use of tools changes slowly.
const AGAIN_HOURS = 20;

type Due = { tenantId: string };

type Kept = { tool: PurposeTool; other: OtherPurpose };

/** Compares the calls of each tool with its description, in tenants with unjudged calls. */
const view: DerivedView<Due, PurposeFacts, Kept> = {
  ...{ name: "purposes", passes: "tool_purpose_passes", due, facts: readPurposes, keep },
  rules: (facts) => {
    const other = judgePurpose(facts);
    return other ? [{ tool: facts.tool, other }] : [];
  },
};

function due(tx: Tx): Promise<Due[]> {
  return tx.$queryRaw`
    select c.tenant_id as "tenantId" from attempt_cursors c left join tool_purpose_passes p on p.tenant_id = c.tenant_id
    where p.ran_at is null
      or (p.ran_at < now() - make_interval(hours => ${AGAIN_HOURS}::int) and c.walked_at > p.ran_at)
    order by p.ran_at nulls first, c.tenant_id`;
}

async function keep(tx: Tx, { tenantId }: Due, found: readonly Kept[]): Promise<string[]> {
  const rows = found.flatMap(({ tool, other: { judged, calls, better } }) =>
    calls.map(({ callId, occurredAt, session }) => ({
      ...{ id: callId, at: occurredAt.toISOString(), session, judged, better },
      ...{ tool: tool.id, gateway: tool.gatewayId, name: tool.name, version: tool.version },
    })),
  );
  const before = await tx.$queryRaw<{ toolId: string }[]>`
    delete from tool_other_purposes where tenant_id = ${tenantId}::uuid returning tool_id as "toolId"`;
  if (rows.length > 0)
    // Treats a call that another transaction is deleting as deleted, as the attempts worker does.
    await tx.$executeRaw`
      insert into tool_other_purposes (tenant_id, call_id, tool_id, occurred_at, gateway_id, tool, version, session_id,
                                       better_tool_id, judged)
      select ${tenantId}::uuid, r.id, r.tool, r.at, r.gateway, r.name, r.version, r.session, r.better, r.judged
      from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, tool uuid, at timestamptz, gateway uuid, name text,
        version int, session text, better uuid, judged int)
      join tool_calls a on a.tenant_id = ${tenantId}::uuid and a.occurred_at = r.at and a.id = r.id
      for key share of a skip locked
      on conflict (tenant_id, call_id) do nothing`;
  return [...new Set([...before.map(({ toolId }) => toolId), ...rows.map(({ tool }) => tool)])];
}

export const runOnce = (pass?: Pass) => makeDue(view, pass);

export const judgeFor = (tenantId: string) => makeFor(view, { tenantId });

export const purposes = jobOf(view, 10 * MINUTE_MS);
