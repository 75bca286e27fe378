import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { Act } from "@/components/shell/keys/opening";
import { loadAhead } from "@/components/ui/lazy-part";
import { useToast } from "@/components/ui/toast";
import type { Verb } from "@/lib/approvals/detail/types";
import type { SeenCall } from "@/lib/approvals/queue/types";
import type { Recorded } from "./done-words";
import type { NextRow } from "./going-on";

// Loads after the page: nothing needs it before the first act.
let part: typeof import("./going-on") | undefined;

const load = async () => {
  part = await import("./going-on");
};

/** What follows a decision: the next call opens, and a message says what was done. */
export function useGoingOn(nextRow: NextRow | null) {
  const { push, refresh } = useRouter();
  const around = { nextRow, push, refresh, toast: useToast() };
  const act = useRef<Act | null>(null);
  useEffect(() => loadAhead(load), []);
  return {
    begin: (verb: Verb) => {
      act.current = part?.begin(verb) ?? null;
    },
    end: (call: SeenCall & { headline: string }, verb: Verb, result: Recorded) => {
      if (act.current) part?.end(act.current, call, { verb, result }, around);
    },
    goOn: (ids: readonly string[]) => part?.endSnooze(ids, around),
  };
}
