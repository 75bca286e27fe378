import { type Act, beginAct } from "@/components/shell/keys/opening";
import type { ToastInput } from "@/components/ui/toast-card";
import type { Verb } from "@/lib/approvals/detail/types";
import type { SeenCall } from "@/lib/approvals/queue/types";
import type { Recorded } from "./done-words";
import { tellDone } from "./tell-done";

/** The next call of a page that has no list. */
export type NextRow = { id: string; href: string };

type Around = {
  nextRow: NextRow | null;
  push: (href: string) => void;
  refresh: () => void;
  toast: (message: ToastInput) => void;
};

/** The verbs after which the person is done with the call. */
const LAST: readonly Verb[] = ["approve", "remember", "edit", "reject", "request_changes", "cancel"];

/** Before a verb is sent: the row's place in the list is known now. */
export const begin = (verb: Verb): Act | null => (LAST.includes(verb) ? beginAct() : null);

/** After an act on these calls: the next one opens. */
export function goOn(begun: Act, ids: readonly string[], { nextRow, push }: Around): boolean {
  begun.done(ids);
  return begun.goOn(nextRow && { id: nextRow.id, open: () => push(nextRow.href) });
}

/** Once a verb is recorded and no dialog is open. */
export function end(
  begun: Act,
  call: SeenCall & { headline: string },
  done: { verb: Verb; result: Recorded },
  around: Around,
): void {
  if (goOn(begun, [call.id], around)) tellDone(call, done, around);
}

/** After a snooze, which has its own message. */
export const endSnooze = (ids: readonly string[], around: Around): boolean => goOn(beginAct(), ids, around);
