"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { momentText } from "@/components/ui/moment";
import { useToast } from "@/components/ui/toast";
import { type ActProblem, type ActResult, useAct } from "@/components/ui/use-act";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { CLAIM } from "@/components/words/approvals/personal";

const TakeOverDialog = lazy(async () => {
  const { TakeOverDialog: dialog } = await import("./take-over-dialog");
  return { default: dialog };
});

export type AssignActions = {
  claim: (input: {
    id: string;
    takeOver?: { from: string; word: string };
  }) => Promise<ActResult<{ until: Date }>>;
  release: (input: { id: string }) => Promise<ActResult>;
};

/** Who has a call: nobody, the viewer, or somebody with a name. */
export type Holder = { userId: string; name: string; mine: boolean } | null;

/** Claim, let go, or take over with a word: whichever fits who has the call now. */
export function useAssign(actions: AssignActions): {
  toggle: (id: string, holder: Holder) => void;
  pending: boolean;
  problem: ActProblem | null;
  dialog: ReactNode;
} {
  const router = useRouter();
  const toast = useToast();
  const { zone, now } = useViewerClock();
  const [asking, setAsking] = useState<{ id: string; from: string; name: string } | null>(null);
  const release = useAct(actions.release, {
    onDone: () => {
      toast({ text: CLAIM.released });
      router.refresh();
    },
  });
  const claim = useAct(
    async (input: Parameters<AssignActions["claim"]>[0]) => {
      const result = await actions.claim(input);
      if (!result.ok) return result;
      setAsking(null);
      const until = momentText(new Date(result.until), "time", zone, new Date(now()));
      toast({ text: CLAIM.done(until), undo: () => void release.run({ id: input.id }) });
      return result;
    },
    { onDone: () => router.refresh() },
  );
  return {
    toggle: (id, holder) => {
      claim.clear();
      release.clear();
      if (!holder) void claim.run({ id });
      else if (holder.mine) void release.run({ id });
      else setAsking({ id, from: holder.userId, name: holder.name });
    },
    pending: claim.pending || release.pending,
    problem: asking ? null : (claim.problem ?? release.problem),
    dialog: asking ? (
      <Suspense fallback={null}>
        <TakeOverDialog
          name={asking.name}
          pending={claim.pending}
          problem={claim.problem}
          onClose={() => setAsking(null)}
          onSubmit={(word) => void claim.run({ id: asking.id, takeOver: { from: asking.from, word } })}
        />
      </Suspense>
    ) : null,
  };
}
