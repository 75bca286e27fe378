import { type Kept, useKept } from "@/components/ui/browser-storage";

/** An unpublished text, with the ETag of the text it started from. */
type Draft = { markdown: string; base: string | null };

/** Where this browser keeps the viewer's draft. */
export function useKeptDraft(provider: string, gateway: string | null): Kept {
  return useKept(`cheatsheet ${JSON.stringify([provider, gateway])}`);
}

/** The stored draft, if any. */
export function keptDraft({ read }: Kept): Draft | null {
  const kept = read();
  return isDraft(kept) ? kept : null;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null || !("markdown" in value) || !("base" in value))
    return false;
  return typeof value.markdown === "string" && (value.base === null || typeof value.base === "string");
}
