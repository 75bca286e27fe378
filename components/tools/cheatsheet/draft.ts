/** What a person wrote and did not publish, with the ETag of the text they began on. */
type Draft = { markdown: string; base: string | null };

const keyOf = (provider: string, gateway: string | null) =>
  `cheatsheet ${JSON.stringify([provider, gateway])}`;

/** The draft this browser keeps, if any. */
export function keptDraft(provider: string, gateway: string | null): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(provider, gateway)) ?? "null");
    return isDraft(kept) ? kept : null;
  } catch {
    return null; // no storage, or not something we wrote: there is no draft
  }
}

/** Keeps a draft in this browser; null forgets it. */
export function keepDraft(provider: string, gateway: string | null, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(provider, gateway));
    else localStorage.setItem(keyOf(provider, gateway), JSON.stringify(draft));
  } catch {
    // Storage may be full or switched off; the text is still in the field.
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null || !("markdown" in value) || !("base" in value))
    return false;
  return typeof value.markdown === "string" && (value.base === null || typeof value.base === "string");
}
