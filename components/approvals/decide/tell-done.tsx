import { noteDone } from "@/components/ui/list/run";
import type { ToastInput } from "@/components/ui/toast-card";
import { UNREACHABLE } from "@/components/words/ui";
import { undoApproval } from "@/lib/approvals/actions";
import type { Verb } from "@/lib/approvals/detail/types";
import type { SeenCall } from "@/lib/approvals/queue/types";
import { CallDone } from "../call-done";
import { doneWords, finalWords, type Recorded } from "./done-words";

type Call = SeenCall & { headline: string };

/**
 * Says what was done with a call that is no longer on the screen. Z undoes it while it is held, else
 * it says why it cannot.
 */
export function tellDone(
  call: Call,
  { verb, result }: { verb: Verb; result: Recorded },
  { toast, refresh }: { toast: (message: ToastInput) => void; refresh: () => void },
): void {
  const undo = async () => {
    const { id, revision, argumentsSha256 } = call;
    const answer = await undoApproval({ id, revision, argumentsSha256 }).catch(() => null);
    if (answer?.ok) noteDone([id], true);
    toast({ text: answer ? (answer.ok ? "Undone. The call waits again." : answer.message) : UNREACHABLE });
    refresh();
  };
  const isHeld = Boolean(result.releaseAt) && verb !== "edit";
  toast({
    text: <CallDone words={doneWords(verb, result)} headline={call.headline} />,
    ...(isHeld
      ? { undo: () => void undo() }
      : { final: { ...finalWords(verb, result), href: `/approvals/${call.id}` } }),
  });
}
