import { read, readList, type Tx } from "@/lib/core/db";
import type { SystemScope } from "@/lib/core/scope";
import type { Known } from "@/lib/language/clusters/matching";
import type { Links, Point } from "@/lib/language/clusters/types";
import { unmasked } from "../masks";
import { vectorOf } from "../stored-vectors";
import { GROUPED_MAX } from "./types";

type StoredPoint = Omit<Point, "vector" | "provider"> & { provider: string; vector: Uint8Array };

const pointOf = ({ vector, text, ...row }: StoredPoint): Point => ({
  ...row,
  text: unmasked(text),
  vector: vectorOf(vector),
});

/** What people put into an intent, and the heaviest others, that have a vector of this model. */
export async function heaviestPoints(scope: SystemScope, tenantId: string, model: string): Promise<Point[]> {
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<StoredPoint[]>`
      select t.id, t.provider, t.tool, t.text, t.calls as weight, v.vector, case when t.placed_by is not null then t.intent_id end as placed
      from rationale_templates t
      join rationale_vectors v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.model = ${model}
      where t.tenant_id = ${tenantId}::uuid and t.verdict = 'meaningful' and t.lane = 'people'
      order by t.placed_by is null, t.calls desc, t.id limit ${GROUPED_MAX}::int`,
  );
  return rows.map(pointOf);
}

/** Vectors of templates after an id, in batches, for those that were not grouped. */
export function vectorsAfter(
  scope: SystemScope,
  tenantId: string,
  { model, after, limit }: { model: string; after: string; limit: number },
): Promise<{ id: string; vector: Uint8Array }[]> {
  return readList(
    scope,
    (tx) => tx.$queryRaw`
      select t.id, v.vector from rationale_templates t
      join rationale_vectors v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.model = ${model}
      where t.tenant_id = ${tenantId}::uuid and t.verdict = 'meaningful' and t.lane = 'people' and t.id > ${after}::uuid
      order by t.id limit ${limit}::int`,
  );
}

/** Templates that belong to an intent or may, and how many of them have no vector of this model. */
export async function countVectors(
  scope: SystemScope,
  tenantId: string,
  model: string,
): Promise<{ all: number; made: number }> {
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<{ all: number; made: number }[]>`
      select count(*)::int as all, count(v.template_id)::int as made from rationale_templates t
      left join rationale_vectors v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.model = ${model}
      where t.tenant_id = ${tenantId}::uuid and t.verdict = 'meaningful' and t.lane = 'people'`,
  );
  return row ?? { all: 0, made: 0 };
}

export async function linksOf(scope: SystemScope, tenantId: string): Promise<Links> {
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<{ a: string; b: string; kind: "together" | "apart" }[]>`
      select a_id as a, b_id as b, kind from intent_links where tenant_id = ${tenantId}::uuid order by made_at, a_id, b_id`,
  );
  const of = (kind: "together" | "apart") =>
    rows.filter((row) => row.kind === kind).map(({ a, b }) => [a, b] as const);
  return { together: of("together"), apart: of("apart") };
}

/**
 * A marker of the last change by people to intents, rationales or pairs; "" before the first. All
 * such changes hold the lock of the tenant's intents, so the latest time is the last change.
 */
export async function lastWord(tx: Tx, tenantId: string): Promise<string> {
  const [row] = await tx.$queryRaw<{ word: string }[]>`
    select concat_ws('; ',
      (select max(greatest(a.made_at, a.undone_at))::text from intent_acts a where a.tenant_id = ${tenantId}::uuid),
      (select count(*) || ' rationales ' || max(b.made_at) from rationale_bank b where b.tenant_id = ${tenantId}::uuid),
      (select count(*) || ' pairs ' || max(l.made_at) from intent_links l where l.tenant_id = ${tenantId}::uuid)) as word`;
  return row?.word ?? "";
}

/** The tenant's intents and their templates, in the transaction that replaces them. */
export async function knownIntents(tx: Tx, tenantId: string): Promise<Known[]> {
  const rows = await tx.$queryRaw<{ id: string; members: string[] }[]>`
    select i.id, coalesce(array_agg(t.id) filter (where t.id is not null), '{}') as members from intents i
    left join rationale_templates t on t.tenant_id = i.tenant_id and t.intent_id = i.id
    where i.tenant_id = ${tenantId}::uuid group by i.id order by i.id`;
  return rows.map(({ id, members }) => ({ id, members: new Set(members) }));
}
