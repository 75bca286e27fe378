import { useRouter } from "next/navigation";
import { useRef } from "react";
import { type Act, beginAct } from "@/components/shell/keys/opening";
import { noteDone } from "@/components/ui/list/run";
import { useToast } from "@/components/ui/toast";
import { UNREACHABLE } from "@/components/words/ui";
import { undoApproval } from "@/lib/approvals/actions";
import type { Verb } from "@/lib/approvals/detail/types";
import type { SeenCall } from "@/lib/approvals/queue/types";
import { CallDone } from "../call-name";
import { doneWords, finalWords, leavesCall, type Recorded } from "./done-words";

/** The next call of a page that has no list. */
export type NextRow = { id: string; href: string };

type Call = SeenCall & { headline: string };

/** What follows a decision: the next call opens, and a message says what was done. */
export function useGoingOn(nextRow: NextRow | null) {
  const router = useRouter();
  const toast = useToast();
  const act = useRef<Act | null>(null);
  const elsewhere = nextRow && { id: nextRow.id, open: () => router.push(nextRow.href) };
  const undo = async ({ id, revision, argumentsSha256 }: Call) => {
    const answer = await undoApproval({ id, revision, argumentsSha256 }).catch(() => null);
    if (answer?.ok) noteDone([id], true);
    toast({ text: answer ? (answer.ok ? "Undone. The call waits again." : answer.message) : UNREACHABLE });
    router.refresh();
  };
  return {
    /** Before the verb is sent: the row's place in the list is known now. */
    begin: (verb: Verb) => {
      act.current = leavesCall(verb) ? beginAct() : null;
    },
    /** Once it is recorded and no dialog is open. */
    end: (call: Call, verb: Verb, result: Recorded) => {
      const begun = act.current;
      act.current = null;
      begun?.done([call.id]);
      const words = doneWords(verb, result);
      if (words === null || !begun?.goOn(elsewhere)) return;
      const held = Boolean(result.releaseAt) && verb !== "edit";
      toast({
        text: <CallDone words={words} headline={call.headline} />,
        ...(held
          ? { undo: () => void undo(call) }
          : { final: { ...finalWords(verb, result), href: `/approvals/${call.id}` } }),
      });
    },
    /** After a snooze, which has its own message. */
    goOn: (ids: readonly string[]) => {
      const begun = beginAct();
      begun.done(ids);
      begun.goOn(elsewhere);
    },
  };
}
