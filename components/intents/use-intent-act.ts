"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useToast } from "@/components/ui/toast";
import { type Act, type ActResult, useAct } from "@/components/ui/use-act";
import { UNREACHABLE } from "@/components/words/ui";
import { undoIntentAct } from "@/lib/intents/acts/actions";
import type { Acted } from "@/lib/intents/acts/types";

type Options<T> = {
  tenantId: string;
  /** What is told of it, beside the way to take it back. */
  says: (done: T) => string;
  /** Where the page is after it, if not where it was. */
  leadsTo?: (done: T) => string;
  onDone?: (done: T) => void;
};

/** Does something with an intent, tells it, and offers to take it back. Pending until the page shows what it did: the next act needs that revision. */
export function useIntentAct<I, T extends Acted>(
  action: (input: I) => Promise<ActResult<T>>,
  { tenantId, says, leadsTo, onDone }: Options<T>,
): Act<I, T> {
  const router = useRouter();
  const toast = useToast();
  const [reading, read] = useTransition();
  const undo = async (actId: string) => {
    const answer = await undoIntentAct({ tenantId, actId }).catch(() => null);
    toast({ text: answer?.ok ? "Taken back: it is as it was before." : (answer?.message ?? UNREACHABLE) });
    read(() => {
      if (answer?.ok && leadsTo) router.push(`/rationales/intents/${answer.id}`);
      router.refresh();
    });
  };
  const act = useAct(action, {
    onDone: (done) => {
      toast({ text: says(done), undo: () => void undo(done.actId) });
      onDone?.(done);
      read(() => {
        if (leadsTo) router.push(leadsTo(done));
        router.refresh();
      });
    },
  });
  return { ...act, pending: act.pending || reading };
}
