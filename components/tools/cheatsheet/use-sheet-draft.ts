"use client";

import { useLeaving } from "@/components/ui/draft/leaving";
import { useDraft } from "@/components/ui/draft/use-draft";
import type { SheetView } from "@/lib/tools/cheatsheet/types";

/** An edited text, kept in this browser until published or discarded. */
export function useSheetDraft({ provider, gateway, published }: SheetView) {
  const now = published?.markdown ?? "";
  const etag = published?.etag ?? null;
  // `base`: the text it started from.
  const draft = useDraft(`cheatsheet ${JSON.stringify([provider, gateway])}`, {
    markdown: now,
    base: etag,
  });
  const { markdown: text, base } = draft.value;
  const dirty = text !== now;
  useLeaving(draft.dirty);
  const settle = (markdown: string, on: string | null) => draft.settle({ markdown, base: on });
  return {
    text,
    base,
    dirty,
    stale: dirty && base !== etag,
    restored: draft.restored && dirty,
    write: (markdown: string) => (markdown === now ? settle(markdown, etag) : draft.set({ markdown })),
    /** The text is now published under that ETag. */
    settle,
    discard: () => settle(now, etag),
    /** The draft now builds on the published text. */
    rebase: () => draft.set({ base: etag }),
  };
}
