import { bookkeep, read, type Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import type { SystemScope } from "@/lib/core/scope";
import { nearestMiddle } from "@/lib/language/clusters/middles";
import { type Lines, WORDS_MODEL } from "@/lib/language/clusters/types";
import { cosine, type Embedder, fewAtATime } from "@/lib/language/embedder";
import { countIntents, lockIntents } from "./figures";
import { unmasked } from "./masks";
import { embeddedText, MEANING_LINES, WORD_LINES, wordVectors } from "./vectors";

export type Model = { name: string; embed: Embedder; lines: Lines };

/** The language model, or words alone. A new way to compute vectors needs a new name. */
export function modelOf(embedder: Embedder | null): Model {
  return embedder
    ? { name: "use-lite 1", embed: fewAtATime(embedder), lines: MEANING_LINES }
    : { name: WORDS_MODEL, embed: wordVectors, lines: WORD_LINES };
}

export const linesOf = (model: string): Lines => (model === WORDS_MODEL ? WORD_LINES : MEANING_LINES);

/** Maximum batch of templates to embed. */
export const VECTORS_TOGETHER = 128;

/** Stored form of a vector: 32-bit floats in little-endian byte order. */
export const bytesOf = (vector: Float32Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));

export const vectorOf = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

type Unmade = { id: string; provider: string; tool: string; text: string };

function withoutVectors(tx: Tx, tenantId: string, model: string, most: number): Promise<Unmade[]> {
  return tx.$queryRaw`
    select t.id, t.provider, t.tool, t.text from rationale_templates t
    where t.tenant_id = ${tenantId}::uuid and t.verdict = 'meaningful' and t.lane = 'people' and not exists (
      select 1 from rationale_vectors v where v.tenant_id = t.tenant_id and v.template_id = t.id and v.model = ${model})
    order by t.calls desc, t.id limit ${most}::int`;
}

/**
 * Computes missing vectors of some templates, and adds each to the nearest intent if it is similar
 * enough.
 * @returns how many; 0 when none is missing
 */
export async function makeVectors(
  scope: SystemScope,
  tenantId: string,
  model: Model,
  most = VECTORS_TOGETHER,
): Promise<number> {
  const unmade = await read(scope, (tx) => withoutVectors(tx, tenantId, model.name, most));
  if (unmade.length === 0) return 0;
  const vectors = await model.embed(unmade.map((one) => embeddedText({ ...one, text: unmasked(one.text) })));
  await bookkeep(scope, async (tx) => {
    const rows = unmade.map(({ id }, at) => ({
      id,
      vector: Buffer.from(bytesOf(vectors[at] ?? new Float32Array())).toString("base64"),
    }));
    await tx.$executeRaw`
      insert into rationale_vectors (tenant_id, template_id, model, vector)
      select ${tenantId}::uuid, r.id, ${model.name}, decode(r.vector, 'base64')
      from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, vector text)
      join rationale_templates t on t.tenant_id = ${tenantId}::uuid and t.id = r.id
      order by r.id for key share of t
      on conflict (tenant_id, template_id, model) do nothing`;
    await lockIntents(tx, tenantId);
    const intents = await tx.$queryRaw<{ id: string; middle: Uint8Array }[]>`
      select i.id, i.middle from intents i where i.tenant_id = ${tenantId}::uuid and i.model = ${model.name} order by i.id`;
    const middles = intents.map(({ middle }) => vectorOf(middle));
    const near = unmade.flatMap(({ id }, at) => {
      const nearest = nearestMiddle(vectors[at] ?? new Float32Array(), middles, { from: model.lines.assign });
      const [intent, middle] = nearest === null ? [] : [intents[nearest]?.id, middles[nearest]];
      return intent && middle ? [{ id, intent, near: cosine(vectors[at] ?? middle, middle) }] : [];
    });
    await assignTemplates(tx, tenantId, near);
    await countIntents(tx, tenantId, { intents: [...new Set(near.map(({ intent }) => intent))] });
  });
  return unmade.length;
}

async function assignTemplates(
  tx: Tx,
  tenantId: string,
  near: readonly { id: string; intent: string; near: number }[],
): Promise<void> {
  if (near.length === 0) return;
  // Locks in the order that the call reader uses, so that neither deadlocks.
  await tx.$executeRaw`
    select from rationale_templates t where t.tenant_id = ${tenantId}::uuid and t.id = any(${near.map(({ id }) => id)}::uuid[])
    order by t.id for no key update`;
  await tx.$executeRaw`
    update rationale_templates t set intent_id = r.intent, near = r.near, parts = '{}'
    from json_to_recordset(${serializeJson(near)}::json) as r(id uuid, intent uuid, near real)
    join intents i on i.tenant_id = ${tenantId}::uuid and i.id = r.intent
    where t.tenant_id = ${tenantId}::uuid and t.id = r.id and t.intent_id is null`;
}
