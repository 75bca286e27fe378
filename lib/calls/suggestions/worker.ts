import { recordActivities } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, change, read, type Tx } from "@/lib/core/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/core/durations";
import { eachTenant } from "@/lib/core/each-tenant";
import type { Job } from "@/lib/core/every";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { proveScope, systemScope } from "@/lib/core/scope";
import { announceAll } from "@/lib/live/announce";
import { deedOf } from "./commands";
import { readFigures } from "./facts";
import { suggest } from "./rules";
import { GROWN_FACTOR, type Suggested, type SuggestionKind } from "./types";

const scope = systemScope("suggestions");

// Where calls came or people acted since; the others once a day, for what time alone brings about.
const AGAIN_MS = 55 * MINUTE_MS;

// Open ones whose figures no longer say so and on which nobody ever acted are forgotten.
const FORGOTTEN_DAYS = 30;

/** One pass: the suggestions of the tenants in which something changed are made anew from their figures. */
export async function runOnce(signal?: AbortSignal): Promise<void> {
  const tenants = await read(scope, dueTenants);
  await eachTenant(tenants, suggestFor, "suggestions of some tenants were not made", signal);
}

async function dueTenants(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tenants t left join tool_suggestion_passes p on p.tenant_id = t.id
    where p.ran_at is null or p.ran_at < now() - make_interval(secs => ${DAY_MS / 1_000}::int)
      or (p.ran_at < now() - make_interval(secs => ${AGAIN_MS / 1_000}::int) and (
        exists (select 1 from attempt_cursors c where c.tenant_id = t.id and c.walked_at > p.ran_at)
        or exists (select 1 from activity a where a.tenant_id = t.id and a.at > p.ran_at)))
    order by p.ran_at nulls first`;
  return rows.map(({ id }) => id);
}

/** Makes the suggestions of one tenant anew. */
export async function suggestFor(tenantId: string): Promise<void> {
  // A scope of this tenant alone: its figures are nobody else's.
  const own = proveScope({ kind: "system", name: "suggestions" } as const, [tenantId]);
  // What comes while the figures are read belongs to the next pass.
  const began = await read(own, databaseNow);
  const found = (await readFigures(own)).flatMap(suggest);
  await bookkeep(own, (tx) => keep(tx, tenantId, found, began));
  await change(own, async (tx) => {
    const back = await bringBack(tx, tenantId);
    await recordActivities(
      tx,
      own,
      back.map((one) => deedOf("tool.suggestion_returned", { ...one, tenantId }, {})),
    );
  });
}

/** What is found is kept with its newest figures; what is not found any more is marked as gone, without what calls sent. */
async function keep(tx: Tx, tenantId: string, found: readonly Suggested[], began: Date): Promise<void> {
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended('suggestions ' || ${tenantId}, 0))::text`;
  const rows = found.map((one) => ({ ...one, id: newId() }));
  const changed = await tx.$queryRaw<{ toolId: string }[]>`
    with found as materialized (
      select * from json_to_recordset(${serializeJson(rows)}::json)
        as f(id uuid, "toolId" uuid, kind text, about text, weight int, evidence jsonb)),
    kept as (
      insert into tool_suggestions as s (tenant_id, id, tool_id, kind, about, weight, evidence)
      select ${tenantId}::uuid, f.id, f."toolId", f.kind, f.about, f.weight, f.evidence from found f
      on conflict (tenant_id, tool_id, kind, about) do update
        set weight = excluded.weight, evidence = excluded.evidence, gone_at = null
        where s.evidence <> excluded.evidence or s.gone_at is not null
      returning tool_id),
    gone as (
      update tool_suggestions s set gone_at = clock_timestamp(),
        evidence = case when s.kind = 'tighten' then s.evidence || '{"values": []}' else s.evidence end
      where s.tenant_id = ${tenantId}::uuid and s.gone_at is null and not exists (
        select 1 from found f where f."toolId" = s.tool_id and f.kind = s.kind and f.about = s.about)
      returning tool_id)
    select tool_id as "toolId" from kept union select tool_id from gone`;
  await tx.$executeRaw`
    delete from tool_suggestions s where s.tenant_id = ${tenantId}::uuid and s.state = 'open' and s.revision = 1
      and s.gone_at < now() - make_interval(days => ${FORGOTTEN_DAYS}::int)`;
  await tx.$executeRaw`
    insert into tool_suggestion_passes (tenant_id, ran_at) values (${tenantId}::uuid, ${began.toISOString()}::timestamptz)
    on conflict (tenant_id) do update set ran_at = excluded.ran_at`;
  const tools = changed.map(({ toolId }) => toolId);
  if (tools.length > 0) await announceAll(tx, "tool", tenantId, tools);
}

type Returned = { id: string; toolId: string; kind: SuggestionKind };

/** Dismissed ones come back once clearly more speaks for them; see GROWN_FACTOR. */
function bringBack(tx: Tx, tenantId: string): Promise<Returned[]> {
  return tx.$queryRaw`
    update tool_suggestions s set state = 'open', revision = s.revision + 1, raised_at = clock_timestamp(), reason = null,
      note = null, judged_by = null, judged_at = null, dismissed_weight = null
    where s.tenant_id = ${tenantId}::uuid and s.state = 'dismissed' and s.gone_at is null
      and s.weight >= ${GROWN_FACTOR}::int * s.dismissed_weight
    returning s.id, s.tool_id as "toolId", s.kind`;
}

export const suggestions: Job = { name: "suggestions", ms: HOUR_MS, runOnce };
