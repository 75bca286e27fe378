import { useRouter } from "next/navigation";
import { useCallback, useRef } from "react";
import { useAct } from "@/components/ui/use-act";
import type { SavePreferences } from "./preferences";

/** Saves choices one after the other, so that a quick second one is not lost, and reads the page again. */
export function useSaving(save: SavePreferences) {
  const router = useRouter();
  const act = useAct(save, { onDone: () => router.refresh() });
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { run: once } = act;
  const run = useCallback(
    (change: Parameters<SavePreferences>[0]) => {
      const next = last.current.then(() => once(change));
      last.current = next.catch(() => undefined); // told by its own caller; the next one goes on
      return next;
    },
    [once],
  );
  return { run, pending: act.pending, problem: act.problem };
}
