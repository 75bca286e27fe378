import { bookkeep, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import type { SystemScope } from "@/lib/core/scope";
import { familiesOf, partsOf } from "@/lib/language/clusters/levels";
import { type Known, keptIds } from "@/lib/language/clusters/matching";
import { middleOf, nearestMiddle, placedIn } from "@/lib/language/clusters/middles";
import { namesOf } from "@/lib/language/clusters/naming";
import type { Point } from "@/lib/language/clusters/types";
import { cosine } from "@/lib/language/embedder";
import { announce } from "@/lib/live/announce";
import { SHOWN_NAME } from "../columns";
import { countIntents, lockIntents } from "../figures";
import { bytesOf, type Model, vectorOf } from "../stored-vectors";
import { lockOf } from "../templates/commands";
import { endRun } from "./lease";
import { knownIntents, lastWord, vectorsAfter } from "./queries";
import type { HeldRun } from "./types";

// With fewer calls or wordings, a group is not an intent.
const CALLS_MIN = 3;
const TEMPLATES_MIN = 2;
const CALLS_OF_ONE = 10;

// Vectors in memory at once.
const READ_TOGETHER = 1_000;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Whether a group has enough calls and wordings for an intent. One made by people always counts.
 */
function isIntent(group: readonly Point[]): boolean {
  if (placedIn(group) !== null) return true;
  const calls = group.reduce((sum, { weight }) => sum + weight, 0);
  return group.length >= TEMPLATES_MIN ? calls >= CALLS_MIN : calls >= CALLS_OF_ONE;
}

type Member = { id: string; at: number; near: number; parts: number[] };

/** A group with everything to store. */
type Found = {
  name: string;
  keywords: string[];
  medoid: string;
  middle: Float32Array;
  /** The intent into which people placed some of its templates. */
  placed: string | null;
  members: ReadonlySet<string>;
  cohesion: number;
  /** Indexes of its leading groups at the coarser levels. */
  leads: number[];
  partNames: string[][];
};

/** Adds names, medoids, families, parts and members to groups. */
async function foundIn(
  groups: readonly (readonly Point[])[],
  { lines }: Pick<Model, "lines">,
): Promise<{ found: Found[]; members: Member[] }> {
  const middles = groups.map(middleOf);
  const names = namesOf(groups);
  const weights = groups.map((group) => group.reduce((sum, { weight }) => sum + weight, 0));
  const leads = await familiesOf(middles, weights);
  const members: Member[] = [];
  const found: Found[] = [];
  for (const [at, group] of groups.entries()) {
    const middle = middles[at] ?? new Float32Array();
    const parts = await partsOf(group, lines);
    const near = group.map(({ vector }) => cosine(vector, middle));
    for (const [place, { id }] of group.entries())
      members.push({ id, at, near: near[place] ?? 0, parts: parts.of.get(id) ?? [] });
    found.push({
      ...{ name: "", keywords: [], medoid: "", ...names[at], middle },
      ...{ placed: placedIn(group), members: new Set(group.map(({ id }) => id)) },
      cohesion: near.reduce((sum, one) => sum + one, 0) / Math.max(1, near.length),
      ...{ leads: leads[at] ?? [], partNames: parts.names },
    });
  }
  return { found, members };
}

async function nearby(
  scope: SystemScope,
  { tenantId }: HeldRun,
  model: Model,
  middles: readonly Float32Array[],
  isLookedAt: ReadonlySet<string>,
): Promise<Member[]> {
  const found: Member[] = [];
  if (middles.length === 0) return found;
  for (let after = FIRST_ID; ; ) {
    const asked = { model: model.name, after, limit: READ_TOGETHER };
    const rows = await vectorsAfter(scope, tenantId, asked);
    for (const { id, vector } of rows) {
      if (isLookedAt.has(id)) continue;
      const read = vectorOf(vector);
      const at = nearestMiddle(read, middles, { from: model.lines.assign });
      const middle = at === null ? undefined : middles[at];
      if (at !== null && middle) found.push({ id, at, near: cosine(read, middle), parts: [] });
    }
    const last = rows.at(-1);
    if (!last || rows.length < READ_TOGETHER) return found;
    after = last.id;
  }
}

/**
 * Result of storing a grouping: stored, lost to another process, or outdated by changes of people.
 */
type Kept = "kept" | "lost" | "changed";

/**
 * Stores a grouping in one transaction, only while this process holds the run. Known intents keep
 * their ids; others are new, or redirect to where most of their templates went.
 * @param word the last change by people before the templates were read
 */
export async function keepGroups(
  scope: SystemScope,
  run: HeldRun,
  model: Model,
  { groups: all, word }: { groups: readonly (readonly Point[])[]; word: string },
): Promise<Kept> {
  const { found, members } = await foundIn(all.filter(isIntent), model);
  // A template that stayed alone was compared with all others.
  const isLookedAt = new Set(all.flat().map(({ id }) => id));
  const middles = found.map(({ middle }) => middle);
  const assigned = await nearby(scope, run, model, middles, isLookedAt);
  return bookkeep(scope, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lockOf(run.tenantId)}, 0))`;
    await lockIntents(tx, run.tenantId);
    if ((await lastWord(tx, run.tenantId)) !== word) return "changed";
    if (!(await endRun(tx, run, { grouped: isLookedAt.size, assigned: assigned.length }))) return "lost";
    const ids = idsOf(await knownIntents(tx, run.tenantId), found);
    await replaceIntents(tx, run.tenantId, model.name, rowsOf(found, ids));
    const belong = [...members, ...assigned].map(({ at, ...member }) => ({ ...member, intent: ids[at] }));
    await replaceMembers(tx, run.tenantId, belong);
    await countIntents(tx, run.tenantId);
    await announce(tx, "intent", run.tenantId, run.id);
    return "kept";
  });
}

/**
 * Ids of groups: the intent that people placed templates into, else the known one with most
 * templates in common, else a new one.
 */
function idsOf(known: readonly Known[], found: readonly Found[]): string[] {
  const placed = new Set(found.flatMap(({ placed: one }) => one ?? []));
  const free = found.flatMap(({ placed: one, members }, at) => (one === null ? [{ at, members }] : []));
  const others = known.filter(({ id }) => !placed.has(id));
  const kept = keptIds(
    others,
    free.map(({ members }) => members),
  );
  const ids = found.map(({ placed: one }) => one ?? newId());
  for (const [place, { at }] of free.entries()) ids[at] = kept[place] ?? ids[at] ?? newId();
  return ids;
}

const rowsOf = (found: readonly Found[], ids: readonly string[]) =>
  found.map(({ name, keywords, medoid, middle, cohesion, leads, partNames }, at) => ({
    ...{ id: ids[at] ?? "", name, keywords, medoid, cohesion, parts: partNames },
    families: leads.map((lead) => ids[lead] ?? ids[at]),
    middle: Buffer.from(bytesOf(middle)).toString("base64"),
  }));

/**
 * Redirects intents that were not found again to the one with most of their calls. Intents with
 * placements by people stay.
 */
async function replaceIntents(
  tx: Tx,
  tenantId: string,
  model: string,
  rows: readonly { id: string }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.$executeRaw`
    with gone as (
      delete from intents i where i.tenant_id = ${tenantId}::uuid and not i.id = any(${ids}::uuid[]) and not exists (
        select 1 from rationale_templates t where t.tenant_id = i.tenant_id and t.intent_id = i.id and t.placed_by is not null)
      returning i.id, ${SHOWN_NAME} as name)
    insert into former_intents (tenant_id, id, name, why) select ${tenantId}::uuid, g.id, g.name, 'regrouped' from gone g
    on conflict (tenant_id, id) do update set name = excluded.name, why = excluded.why, to_id = null, gone_at = clock_timestamp()`;
  await tx.$executeRaw`
    insert into intents (tenant_id, id, name, keywords, medoid_id, middle, model, cohesion, families, part_names)
    select ${tenantId}::uuid, r.id, r.name, array(select json_array_elements_text(r.keywords)), r.medoid, decode(r.middle, 'base64'),
           ${model}, r.cohesion, array(select json_array_elements_text(r.families)::uuid), r.parts
    from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, name text, keywords json, medoid uuid, middle text, cohesion real,
      families json, parts jsonb)
    on conflict (tenant_id, id) do update set name = excluded.name, keywords = excluded.keywords, medoid_id = excluded.medoid_id,
      middle = excluded.middle, model = excluded.model, cohesion = excluded.cohesion, families = excluded.families,
      part_names = excluded.part_names`;
}

async function replaceMembers(
  tx: Tx,
  tenantId: string,
  members: readonly { id: string; intent: string | undefined; near: number; parts: number[] }[],
): Promise<void> {
  await tx.$executeRaw`
    with found as materialized (
      select r.id, r.intent, r.near, array(select json_array_elements_text(r.parts)::smallint) as parts
      from json_to_recordset(${serializeJson(members)}::json) as r(id uuid, intent uuid, near real, parts json)),
    moved as (
      update rationale_templates t set intent_id = f.intent, near = f.near, parts = coalesce(f.parts, '{}')
      from rationale_templates o left join found f on f.id = o.id and o.verdict = 'meaningful' and o.lane = 'people'
      where o.tenant_id = ${tenantId}::uuid and t.tenant_id = o.tenant_id and t.id = o.id
        and (o.placed_by is null or f.intent is not distinct from o.intent_id)
        and (t.intent_id, t.near, t.parts) is distinct from (f.intent, f.near, coalesce(f.parts, '{}'))
      returning o.intent_id as was, f.intent as now, t.calls),
    most as (
      select distinct on (was) was, now from (
        select was, now, sum(calls) as calls from moved where was is not null and now is not null group by 1, 2) m
      order by was, calls desc, now)
    update former_intents f set to_id = m.now from most m
    where f.tenant_id = ${tenantId}::uuid and f.id = m.was and f.id <> m.now`;
}
