"use client";

import { useEffect, useState } from "react";
import type { SheetView } from "@/lib/tools/cheatsheet/types";
import { keptDraft, useKeptDraft } from "./draft";

/** An edited text, kept in this browser until published or discarded. */
export function useDraft({ provider, gateway, published }: SheetView) {
  const own = useKeptDraft(provider, gateway);
  const now = published?.markdown ?? "";
  const etag = published?.etag ?? null;
  const [text, setText] = useState(now);
  // The text it started from.
  const [base, setBase] = useState(etag);
  const [restored, setRestored] = useState(false);
  const dirty = text !== now;

  // The server does not know the draft, so it loads after hydration.
  useEffect(() => {
    const kept = keptDraft(own);
    if (kept === null) return;
    setText(kept.markdown);
    setBase(kept.base);
    setRestored(true);
  }, [own]);

  const settle = (markdown: string, on: string | null) => {
    setText(markdown);
    setBase(on);
    setRestored(false);
    own.keep(null);
  };
  return {
    text,
    base,
    dirty,
    stale: dirty && base !== etag,
    restored: restored && dirty,
    write: (markdown: string) => {
      setText(markdown);
      const same = markdown === now;
      if (same) setBase(etag);
      own.keep(same ? null : { markdown, base });
    },
    /** The text is now published under that ETag. */
    settle,
    discard: () => settle(now, etag),
    /** The draft now builds on the published text. */
    rebase: () => {
      setBase(etag);
      own.keep({ markdown: text, base: etag });
    },
  };
}
