import { useRouter } from "next/navigation";
import { useCallback, useRef } from "react";
import { useAct } from "@/components/ui/use-act";
import { savePreferencesAction } from "@/lib/auth/people/actions";
import type { PreferencesChange } from "@/lib/auth/people/types";

/** Saves choices in sequence, so that a quick second one is not lost, and refreshes the page. */
export function useSaving() {
  const router = useRouter();
  const act = useAct<PreferencesChange, object>(savePreferencesAction, { onDone: () => router.refresh() });
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { run: once } = act;
  const run = useCallback(
    (change: PreferencesChange) => {
      const next = last.current.then(() => once(change));
      last.current = next.catch(() => undefined); // its own caller shows the failure; the next one goes on
      return next;
    },
    [once],
  );
  return { run, pending: act.pending, problem: act.problem };
}
