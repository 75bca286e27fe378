import { recordActivities } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import type { SystemScope } from "@/lib/core/scope";
import { type DerivedView, jobOf, makeDue, makeFor, type Pass } from "../derived-view";
import { deedOf } from "./commands";
import { readFigures } from "./facts";
import { suggest, type ToolFigures } from "./rules";
import { GROWN_FACTOR, type Suggested, type SuggestionKind } from "./types";

// Tenants with new calls or acts come first. The others run once a day, for effects of time.
const AGAIN_MS = 55 * MINUTE_MS;

// Days until open suggestions without support are deleted, if no one acted on them.
const FORGOTTEN_DAYS = 30;

type Due = { tenantId: string };

const view: DerivedView<Due, ToolFigures, Suggested> = {
  ...{ name: "suggestions", passes: "tool_suggestion_passes", due },
  ...{ facts: readFigures, rules: suggest, keep, after: bringBack },
};

function due(tx: Tx): Promise<Due[]> {
  return tx.$queryRaw`
    select t.id as "tenantId" from tenants t left join tool_suggestion_passes p on p.tenant_id = t.id
    where p.ran_at is null or p.ran_at < now() - make_interval(secs => ${DAY_MS / 1_000}::int)
      or (p.ran_at < now() - make_interval(secs => ${AGAIN_MS / 1_000}::int) and (
        exists (select 1 from attempt_cursors c where c.tenant_id = t.id and c.walked_at > p.ran_at)
        or exists (select 1 from activity a where a.tenant_id = t.id and a.at > p.ran_at)))
    order by p.ran_at nulls first`;
}

/**
 * Stores suggestions with their newest figures. Marks others as gone and removes values that calls
 * sent.
 */
async function keep(tx: Tx, { tenantId }: Due, found: readonly Suggested[]): Promise<string[]> {
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
  return changed.map(({ toolId }) => toolId);
}

type Returned = { id: string; toolId: string; kind: SuggestionKind };

/** Reopens dismissed suggestions once their evidence has grown clearly; see GROWN_FACTOR. */
async function bringBack(own: SystemScope, { tenantId }: Due): Promise<void> {
  await change(own, async (tx) => {
    const back = await tx.$queryRaw<Returned[]>`
      update tool_suggestions s set state = 'open', revision = s.revision + 1, raised_at = clock_timestamp(), reason = null,
        note = null, judged_by = null, judged_at = null, dismissed_weight = null
      where s.tenant_id = ${tenantId}::uuid and s.state = 'dismissed' and s.gone_at is null
        and s.weight >= ${GROWN_FACTOR}::int * s.dismissed_weight
      returning s.id, s.tool_id as "toolId", s.kind`;
    await recordActivities(
      tx,
      own,
      back.map((one) => deedOf("tool.suggestion_returned", { ...one, tenantId }, {})),
    );
  });
}

export const runOnce = (pass?: Pass) => makeDue(view, pass);

export const suggestFor = (tenantId: string) => makeFor(view, { tenantId });

export const suggestions = jobOf(view, HOUR_MS);
