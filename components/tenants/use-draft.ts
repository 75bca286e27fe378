"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type ActResult, useAct } from "@/components/ui/use-act";

type Draft<T> = { value: T /** What the server said when editing began. */; base: string };

/**
 * Edits a server value. Typed input survives refreshes; `stale`: another person changed the value
 * meanwhile.
 */
export function useDraft<T, V>(present: V, save: (input: { seen: V; to: V }) => Promise<ActResult>) {
  const router = useRouter();
  const [draft, setDraft] = useState<Draft<T> | null>(null);
  const [said, setSaid] = useState(false);
  const act = useAct(save, {
    onDone: () => {
      setDraft(null);
      setSaid(true);
      router.refresh();
    },
  });
  const key = JSON.stringify(present);
  return {
    draft: draft?.value ?? null,
    stale: draft !== null && draft.base !== key,
    saved: said && draft === null && !act.pending,
    pending: act.pending,
    problem: act.problem,
    edit(value: T) {
      setSaid(false);
      setDraft((last) => ({ value, base: last?.base ?? key }));
    },
    discard() {
      act.clear();
      setDraft(null);
    },
    /** Saves over the current value, if it is still the one shown. */
    async save(to: V, { over = false } = {}) {
      const seen = over || draft === null ? present : (JSON.parse(draft.base) as V);
      const result = await act.run({ seen, to });
      // Another change arrived before its live update: refreshes to show it next to the typed
      // value.
      if (result?.ok === false && result.code === "STALE_VIEW") router.refresh();
      return result;
    },
  };
}
