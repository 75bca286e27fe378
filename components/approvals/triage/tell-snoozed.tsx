import { noteDone } from "@/components/ui/list/run";
import type { ToastInput } from "@/components/ui/toast-card";
import { counted } from "@/components/words/counts";
import { CallDone } from "../call-done";

/** The message of a snooze, which Z ends. */
export function tellSnoozed(
  { ids, end, first }: { ids: readonly string[]; end: string; first: { headline: string } | undefined },
  wake: () => void,
): ToastInput {
  return {
    text:
      ids.length === 1 && first ? (
        <CallDone words={`Snoozed until ${end}:`} headline={first.headline} />
      ) : (
        `${counted(ids.length, "call", "calls")} snoozed until ${end}.`
      ),
    undo: () => {
      noteDone(ids, true);
      wake();
    },
  };
}
