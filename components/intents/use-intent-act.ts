"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useToast } from "@/components/ui/toast";
import { type Act, type ActResult, useAct } from "@/components/ui/use-act";
import { UNREACHABLE } from "@/components/words/ui";
import { undoIntentAct, undoIntentMarks } from "@/lib/intents/acts/actions";
import type { Acted, Marked } from "@/lib/intents/acts/types";

type Options<T> = {
  tenantId: string;
  /** The text of the toast. */
  says: (done: T) => string;
  /** The next address, if the page moves. */
  leadsTo?: (done: T) => string;
  onDone?: (done: T) => void;
};

/**
 * Runs an action on an intent, confirms it and offers an undo. Busy until the page shows the
 * effect, because the next action needs that revision.
 */
export function useIntentAct<I, T extends Acted | Marked>(
  action: (input: I) => Promise<ActResult<T>>,
  { tenantId, says, leadsTo, onDone }: Options<T>,
): Act<I, T> {
  const router = useRouter();
  const toast = useToast();
  const [reading, read] = useTransition();
  const undo = async (done: Acted | Marked) => {
    const answer = await ("actIds" in done
      ? undoIntentMarks({ tenantId, actIds: done.actIds })
      : undoIntentAct({ tenantId, actId: done.actId })
    ).catch(() => null);
    toast({ text: answer?.ok ? "Taken back: it is as it was before." : (answer?.message ?? UNREACHABLE) });
    read(() => {
      if (answer?.ok && "id" in answer && leadsTo) router.push(`/rationales/intents/${answer.id}`);
      router.refresh();
    });
  };
  const act = useAct(action, {
    onDone: (done) => {
      toast({ text: says(done), undo: () => void undo(done) });
      onDone?.(done);
      read(() => {
        if (leadsTo) router.push(leadsTo(done));
        router.refresh();
      });
    },
  });
  return { ...act, pending: act.pending || reading };
}
