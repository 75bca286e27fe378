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

// Compares the most called templates: more than any tenant's agents use, and 8 MB of vectors.
const COMPARED_MAX = 4_000;

/** Limit of similar wordings shown, including the original. */
const WAYS_MAX = 20;

// Minimum similarity, by the language model or by words alone.
const LEAST_MEANING = 0.75;
const LEAST_WORDS = 0.45;

const NOTHING: Similar = { sought: null, ways: [], by: "words" };

/**
 * Wordings similar to a call's rationale or to a text, in the scope's tenants. Empty for a missing
 * call or an empty rationale.
 * @throws DomainError NOT_FOUND for a call of another tenant or an unknown one
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

/** The same for a page. A missing call gives an empty result. */
export function findSimilarTo(scope: Scope, call: string, tenant?: string): Promise<Similar> {
  return findSimilar(scope, { call }, tenant).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "NOT_FOUND") return NOTHING;
    throw error;
  });
}

type Own = { id: string; text: string };

const compared = (tenants: readonly string[], own: string | undefined, meant: Prisma.Sql) => Prisma.sql`(
  (select * from rationale_templates where tenant_id = any(${[...tenants]}::uuid[]) and ${meant}
   order by calls desc limit ${COMPARED_MAX}::int)
  union
  select * from rationale_templates where tenant_id = any(${[...tenants]}::uuid[]) and id = ${own ?? null}::uuid)`;

/** By stored vectors; null if this template has none yet. */
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

async function byWords(
  tx: Tx,
  tenants: readonly string[],
  own: { id?: string; provider?: string | null; tool?: string; text: string },
): Promise<Similar> {
  const rows = await tx.$queryRaw<Omit<SimilarWay, "likeness">[]>`
    select t.id, t.provider, t.tool, t.text, t.calls from ${compared(tenants, own.id, Prisma.sql`true`)} t`;
  // A text has no tool, so tool names are left out of the comparison.
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
