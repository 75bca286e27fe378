import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { Act } from "@/components/shell/keys/opening";
import { loadAhead } from "@/components/ui/lazy-part";
import { useToast } from "@/components/ui/toast";
import type { Verb } from "@/lib/approvals/detail/types";
import type { SeenCall } from "@/lib/approvals/queue/types";
import type { Recorded } from "./done-words";

/** The next call of a page that has no list. */
export type NextRow = { id: string; href: string };

/** The verbs after which the person is done with the call. */
const LAST: readonly Verb[] = ["approve", "remember", "edit", "reject", "request_changes", "cancel"];

// Not needed before the first act.
const loadTelling = () => import("./tell-done");

let opening: typeof import("@/components/shell/keys/opening") | undefined;

const loadOpening = async () => {
  opening = await import("@/components/shell/keys/opening");
};

/** What follows a decision: the next call opens, and a message says what was done. */
export function useGoingOn(nextRow: NextRow | null) {
  const router = useRouter();
  const toast = useToast();
  const act = useRef<Act | null>(null);
  useEffect(() => {
    loadAhead(loadOpening);
    loadAhead(loadTelling);
  }, []);
  const goOn = (begun: Act | null, ids: readonly string[]): boolean => {
    begun?.done(ids);
    const open = () => nextRow && router.push(nextRow.href);
    return begun?.goOn(nextRow && { id: nextRow.id, open }) ?? false;
  };
  return {
    /** Before the verb is sent: the row's place in the list is known now. */
    begin: (verb: Verb) => {
      act.current = LAST.includes(verb) ? (opening?.beginAct() ?? null) : null;
    },
    /** Once it is recorded and no dialog is open. */
    end: (call: SeenCall & { headline: string }, verb: Verb, result: Recorded) => {
      const begun = act.current;
      act.current = null;
      if (!goOn(begun, [call.id])) return;
      const { refresh } = router;
      loadAhead(async () => (await loadTelling()).tellDone(call, { verb, result }, { toast, refresh }));
    },
    /** After a snooze, which has its own message. */
    goOn: (ids: readonly string[]) => goOn(opening?.beginAct() ?? null, ids),
  };
}
