/** What stands there instead of what a person saw; null: no such call in their tenants. */
export type Found = { settledAt: Date | null; settledBy: string | null; wrong: boolean } | null;

/** Why a call was not marked as dealt with. */
export function whyNotSettled(found: Found): string {
  if (!found) return "There is no such approval. Nothing was marked.";
  if (!found.wrong) return "Nothing is wrong with this call any more. It was not marked.";
  if (found.settledAt)
    return `${found.settledBy ?? "Somebody"} marked it as dealt with at ${found.settledAt.toISOString()}. Nothing was changed.`;
  return "Something happened to this call after you looked. It was not marked; read it again.";
}

/** Why a mark was not taken back. */
export function whyNotUnsettled(found: Found): string {
  if (!found) return "There is no such approval. Nothing was changed.";
  if (!found.wrong) return "Nothing is wrong with this call any more. Nothing was changed.";
  if (found.settledAt)
    return `${found.settledBy ?? "Somebody"} dealt with it anew at ${found.settledAt.toISOString()}. Nothing was changed.`;
  return "This call needs attention again already. Nothing was changed.";
}
