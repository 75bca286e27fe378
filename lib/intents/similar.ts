import { getCall } from "@/lib/calls/queries";
import { readList, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { isRationaleUsable } from "@/lib/intake/rules";
import { cosine } from "@/lib/language/embedder";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { unmasked } from "./masks";
import { vectorOf } from "./stored-vectors";
import { templateId } from "./templates/identity";
import { templateText } from "./templates/rules";
import type { Similar, SimilarWay, Sought } from "./types";
import { embeddedText, wordVectors } from "./vectors";

// Compared are the templates that most calls say: more than anybody's agents say in other words, and 8 MB of vectors.
const COMPARED_MAX = 4_000;

/** Ways of saying nearly the same that are shown, the own one included. */
const WAYS_MAX = 20;

// From where on two templates say nearly the same: by what a language model makes of them, or by their words alone.
const LEAST_MEANING = 0.75;
const LEAST_WORDS = 0.45;

const NOTHING: Similar = { sought: null, ways: [], by: "words" };

/**
 * The ways in which calls of the scope's tenants said nearly the same as one call, or as a text. Of a call that is not there, or whose
 * rationale says nothing, there are none.
 * @throws DomainError NOT_FOUND for a call of another tenant, the same as for none
 */
export async function findSimilar(scope: Scope, sought: Sought, tenant?: string): Promise<Similar> {
  if ("text" in sought) {
    const text = templateText(sought.text);
    return readList(scope, async (tx) => byWords(tx, await tenantIdsOf(tx, scope, tenant), { text }));
  }
  const call = await getCall(scope, sought.call);
  const { rationale, provider, tool } = call;
  if (rationale === null || !isRationaleUsable(rationale)) return NOTHING;
  const text = templateText(rationale);
  const own = { id: templateId(provider, tool, text), provider, tool, text };
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    return (await byMeaning(tx, tenants, own)) ?? byWords(tx, tenants, own);
  });
}

/** The same of a call, for a page: of one that is not there, there are none either. */
export function findSimilarTo(scope: Scope, call: string, tenant?: string): Promise<Similar> {
  return findSimilar(scope, { call }, tenant).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "NOT_FOUND") return NOTHING;
    throw error;
  });
}

type Own = { id: string; text: string };

/** The templates that are compared: those that most calls say, and the one itself. */
const compared = (tenants: readonly string[], own: string | undefined, meant: Prisma.Sql) => Prisma.sql`(
  (select * from rationale_templates where tenant_id = any(${[...tenants]}::uuid[]) and ${meant}
   order by calls desc limit ${COMPARED_MAX}::int)
  union
  select * from rationale_templates where tenant_id = any(${[...tenants]}::uuid[]) and id = ${own ?? null}::uuid)`;

/** By the vectors that the worker made; null while it has made none of this template. */
async function byMeaning(tx: Tx, tenants: readonly string[], own: Own): Promise<Similar | null> {
  const [made] = await tx.$queryRaw<{ model: string; vector: Uint8Array }[]>`
    select v.model, v.vector from rationale_vectors v
    where v.tenant_id = any(${[...tenants]}::uuid[]) and v.template_id = ${own.id}::uuid and v.model <> 'words 1' limit 1`;
  if (!made) return null;
  const rows = await tx.$queryRaw<(Omit<SimilarWay, "likeness"> & { vector: Uint8Array })[]>`
    select t.id, t.provider, t.tool, t.text, t.calls, v.vector
    from ${compared(tenants, own.id, Prisma.sql`verdict = 'meaningful'`)} t
    join rationale_vectors v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.model = ${made.model}`;
  const vector = vectorOf(made.vector);
  const ways = rows.map(({ vector: its, ...row }) => ({
    ...row,
    likeness: Math.min(1, cosine(vector, vectorOf(its))),
  }));
  return { sought: own.text, by: "meaning", ways: nearest(ways, LEAST_MEANING) };
}

/** By their words and the pieces of these, which needs no model. */
async function byWords(
  tx: Tx,
  tenants: readonly string[],
  own: { id?: string; provider?: string | null; tool?: string; text: string },
): Promise<Similar> {
  const rows = await tx.$queryRaw<Omit<SimilarWay, "likeness">[]>`
    select t.id, t.provider, t.tool, t.text, t.calls from ${compared(tenants, own.id, Prisma.sql`true`)} t`;
  // What a text is for is asked without a tool: the names of tools are no words of it.
  const read = (one: { provider?: string | null; tool?: string; text: string }) =>
    own.tool === undefined
      ? unmasked(one.text)
      : embeddedText({ provider: one.provider ?? null, tool: one.tool ?? "", text: unmasked(one.text) });
  const [vector, ...others] = await wordVectors([own, ...rows].map(read));
  if (!vector) return NOTHING;
  const ways = rows.map((row, at) => ({
    ...row,
    likeness: row.id === own.id ? 1 : Math.min(1, cosine(vector, others[at] ?? new Float32Array())),
  }));
  return { sought: own.text, by: "words", ways: nearest(ways, LEAST_WORDS) };
}

function nearest(ways: readonly SimilarWay[], least: number): SimilarWay[] {
  const known = new Map<string, SimilarWay>();
  for (const way of ways) {
    if (way.likeness < least) continue;
    // The same words of the same tool are one template in every tenant.
    const before = known.get(way.id);
    known.set(way.id, before ? { ...way, calls: way.calls + before.calls } : way);
  }
  return [...known.values()]
    .toSorted((a, b) => b.likeness - a.likeness || b.calls - a.calls || (a.id < b.id ? -1 : 1))
    .slice(0, WAYS_MAX);
}
