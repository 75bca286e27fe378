import "server-only";
import type { Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { partsOf } from "@/lib/language/clusters/levels";
import { medoidOf, middleOf } from "@/lib/language/clusters/middles";
import type { Point } from "@/lib/language/clusters/types";
import { cosine } from "@/lib/language/embedder";
import { unmasked } from "../masks";
import { bytesOf, linesOf, vectorOf } from "../stored-vectors";

/** Place and verdict of a template, as stored. */
type Stand = {
  id: string;
  verdict: string;
  judged_by: string | null;
  judged_at: string | null;
  intent_id: string | null;
  placed_by: string | null;
  placed_at: string | null;
};

export type Changed = { before: Stand; after: Stand };

const standOf = (
  row: Prisma.Sql,
) => Prisma.sql`jsonb_build_object('id', ${row}.id, 'verdict', ${row}.verdict, 'judged_by', ${row}.judged_by,
  'judged_at', ${row}.judged_at, 'intent_id', ${row}.intent_id, 'placed_by', ${row}.placed_by, 'placed_at', ${row}.placed_at)`;

/**
 * Changes templates in the name of this person.
 * @param which selects templates (alias `t`)
 * @returns each template before and after
 */
export function changeTemplates(
  tx: Tx,
  tenantId: string,
  which: Prisma.Sql,
  set: Prisma.Sql,
): Promise<Changed[]> {
  return tx.$queryRaw`
    update rationale_templates t set ${set} from rationale_templates o
    where t.tenant_id = ${tenantId}::uuid and o.tenant_id = t.tenant_id and o.id = t.id and ${which}
    returning ${standOf(Prisma.sql`o`)} as before, ${standOf(Prisma.sql`t`)} as after`;
}

const byHand = (scope: UserScope) =>
  Prisma.sql`placed_by = ${scope.actor.id}::uuid, placed_at = clock_timestamp()`;

/** Anchor rationales per intent. Groupings keep the intent's id with them. */
const ANCHORS = 3;

/** Places templates into an intent in the name of this person. Groupings leave them there. */
export function placeTemplates(
  tx: Tx,
  scope: UserScope,
  { tenantId, into, which }: { tenantId: string; into: string; which: Prisma.Sql },
): Promise<Changed[]> {
  const set = Prisma.sql`intent_id = ${into}::uuid, ${byHand(scope)}`;
  return changeTemplates(tx, tenantId, which, set);
}

/** Fixes intents for later groupings, each by its medoid and its most frequent rationales. */
export function anchorIntents(
  tx: Tx,
  scope: UserScope,
  tenantId: string,
  ids: readonly string[],
): Promise<Changed[]> {
  const which = Prisma.sql`t.placed_by is null and t.id in (
    select s.id from unnest(${[...ids]}::uuid[]) n(id)
    join intents i on i.tenant_id = ${tenantId}::uuid and i.id = n.id
    cross join lateral (
      select s.id from rationale_templates s where s.tenant_id = i.tenant_id and s.intent_id = i.id
      order by s.id = i.medoid_id desc, s.calls desc, s.id limit ${ANCHORS}::int) s)`;
  return changeTemplates(tx, tenantId, which, byHand(scope));
}

const rowsOf = (changed: readonly Changed[]) => Prisma.sql`
  jsonb_array_elements(${JSON.stringify(changed)}::jsonb) r
  cross join lateral jsonb_populate_record(null::rationale_templates, r.value -> 'before') b
  cross join lateral jsonb_populate_record(null::rationale_templates, r.value -> 'after') a`;

/** Restores verdicts of templates, unless a person changed them since. */
export async function restoreVerdicts(tx: Tx, tenantId: string, changed: readonly Changed[]): Promise<void> {
  await tx.$executeRaw`
    update rationale_templates t set verdict = b.verdict, judged_by = b.judged_by, judged_at = b.judged_at from ${rowsOf(changed)}
    where t.tenant_id = ${tenantId}::uuid and t.id = b.id
      and (t.verdict, t.judged_by, t.judged_at) is not distinct from (a.verdict, a.judged_by, a.judged_at)`;
}

/**
 * Returns templates to their former intent, if it still exists and they may belong to one.
 * Placements by people since then stay; placements by groupings do not count.
 * @returns intents that gain or lose templates
 */
export async function restorePlaces(
  tx: Tx,
  tenantId: string,
  changed: readonly Changed[],
): Promise<string[]> {
  const moved = await tx.$queryRaw<{ was: string | null; now: string | null }[]>`
    update rationale_templates t set
      intent_id = i.id,
      placed_by = case when i.id is not null then b.placed_by end,
      placed_at = case when i.id is not null then b.placed_at end
    from ${rowsOf(changed)}
    join rationale_templates o on o.tenant_id = ${tenantId}::uuid and o.id = b.id
    left join intents i on i.tenant_id = o.tenant_id and i.id = b.intent_id and o.verdict = 'meaningful' and o.lane = 'people'
    where t.tenant_id = o.tenant_id and t.id = o.id and (t.placed_by, t.placed_at) is not distinct from (a.placed_by, a.placed_at)
      and (t.placed_by is null or t.intent_id = a.intent_id)
    returning o.intent_id as was, t.intent_id as now`;
  return [...new Set(moved.flatMap(({ was, now }) => [was ?? [], now ?? []].flat()))];
}

/**
 * Anchors those of these intents that an act names and that is not undone. Groupings may reassign
 * the templates of the others.
 */
export async function holdNamed(
  tx: Tx,
  scope: UserScope,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const named = await tx.$queryRaw<{ id: string }[]>`
    select n.id from unnest(${[...ids]}::uuid[]) n(id) where exists (
      select 1 from intent_acts a where a.tenant_id = ${tenantId}::uuid and a.intent_id = n.id and a.undone_at is null
      union all
      select 1 from intent_acts a where a.tenant_id = ${tenantId}::uuid and a.other_id = n.id and a.undone_at is null)`;
  await anchorIntents(
    tx,
    scope,
    tenantId,
    named.map(({ id }) => id),
  );
  const free = ids.filter((id) => !named.some((one) => one.id === id));
  await tx.$executeRaw`
    update rationale_templates t set placed_by = null, placed_at = null
    where t.tenant_id = ${tenantId}::uuid and t.intent_id = any(${free}::uuid[]) and t.placed_by is not null`;
}

// Most frequent templates per intent. The medoid then depends on this intent only.
const MEASURED_MAX = 1_000;

type StoredPoint = Omit<Point, "vector"> & { vector: Uint8Array; near: number };

/** The templates of an intent with their vectors, the most said first. */
export async function pointsOf(tx: Tx, tenantId: string, id: string): Promise<Point[]> {
  const rows = await tx.$queryRaw<StoredPoint[]>`
    select t.id, t.provider, t.tool, t.text, t.calls as weight, v.vector
    from rationale_templates t join intents i on i.tenant_id = t.tenant_id and i.id = t.intent_id
    join rationale_vectors v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.model = i.model
    where t.tenant_id = ${tenantId}::uuid and t.intent_id = ${id}::uuid
    order by t.calls desc, t.id limit ${MEASURED_MAX}::int`;
  return rows.map(({ vector, text, ...row }) => ({ ...row, text: unmasked(text), vector: vectorOf(vector) }));
}

/** Recomputes the medoid of a changed intent, the distance of each template, and its parts. */
export async function measureIntent(tx: Tx, tenantId: string, id: string): Promise<void> {
  const points = await pointsOf(tx, tenantId, id);
  const medoid = medoidOf(points);
  const [of] = await tx.$queryRaw<{ model: string }[]>`
    select i.model from intents i where i.tenant_id = ${tenantId}::uuid and i.id = ${id}::uuid`;
  if (!medoid || !of) return;
  const middle = middleOf(points);
  const parts = await partsOf(points, linesOf(of.model));
  const rows = points.map((point) => ({
    id: point.id,
    near: cosine(point.vector, middle),
    parts: parts.of.get(point.id) ?? [],
  }));
  const cohesion = rows.reduce((sum, { near }) => sum + near, 0) / rows.length;
  await tx.$executeRaw`
    update intents i set middle = ${bytesOf(middle)}, medoid_id = ${medoid.id}::uuid, cohesion = ${cohesion}::real,
      part_names = ${JSON.stringify(parts.names)}::jsonb
    where i.tenant_id = ${tenantId}::uuid and i.id = ${id}::uuid`;
  await tx.$executeRaw`
    update rationale_templates t set near = r.near, parts = array(select json_array_elements_text(r.parts)::smallint)
    from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, near real, parts json)
    where t.tenant_id = ${tenantId}::uuid and t.id = r.id`;
}
