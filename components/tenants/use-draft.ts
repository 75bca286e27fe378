"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type ActResult, useAct } from "@/components/ui/use-act";

type Draft<T> = { value: T /** What the server said when editing began. */; base: string };

/**
 * A value of the server's that is being edited here. What was typed stays whatever the server says; `stale` when somebody else
 * changed the value meanwhile.
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
    /** Saves over what is there now, if it is still what this page shows. */
    async save(to: V, { over = false } = {}) {
      const seen = over || draft === null ? present : (JSON.parse(draft.base) as V);
      const result = await act.run({ seen, to });
      // Somebody was faster than the live update: read what they did, to show it beside what was typed.
      if (result?.ok === false && result.code === "STALE_VIEW") router.refresh();
      return result;
    },
  };
}
