"use client";

import { useRouter } from "next/navigation";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { publishSheet } from "@/lib/tools/actions";
import type { SheetView } from "@/lib/tools/cheatsheet/types";
import { useSheetDraft } from "./use-sheet-draft";

/** Edits a cheatsheet and publishes it over the text it started from. */
export function useSheet(sheet: SheetView) {
  const { provider, gateway, published } = sheet;
  const router = useRouter();
  const toast = useToast();
  const draft = useSheetDraft(sheet);
  const act = useAct(publishSheet);

  const publishText = async (markdown: string, seen: string | null) => {
    const result = await act.run({ provider, gateway, markdown, seen });
    router.refresh();
    if (!result?.ok) return null;
    draft.settle(markdown, result.etag);
    return result.etag;
  };
  const takeBack = async (markdown: string, seen: string) => {
    if (await publishText(markdown, seen)) toast({ text: "The previous text is published again." });
  };
  const send = async () => {
    const before = published?.markdown;
    const etag = await publishText(draft.text, draft.base);
    if (etag === null) return;
    const undo = before === undefined ? undefined : () => void takeBack(before, etag);
    toast({ text: "Published. Agents get it within the hour.", undo });
  };
  return {
    ...draft,
    stale: draft.stale && !act.pending,
    send,
    pending: act.pending,
    // The comparison with the published text reports this one.
    problem: act.problem?.code === "STALE_VIEW" ? null : act.problem,
  };
}
