"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { openedPart } from "@/components/ui/lazy-part";
import { momentText } from "@/components/ui/moment";
import { useToast } from "@/components/ui/toast";
import { type ActProblem, useAct } from "@/components/ui/use-act";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { assignCall, unassignCall } from "@/lib/approvals/actions";
import type { AssignInput } from "@/lib/approvals/triage/schema";
import type { NamedCall } from "../call-name";

const TakeOverDialog = openedPart(() => import("./take-over-dialog").then((part) => part.TakeOverDialog));

export type Holder = { userId: string; name: string; until: Date; mine: boolean } | null;

/** Assigns, unassigns, or takes over with a note, as the current assignee requires. */
export function useAssign(ended: ReactNode = null): {
  toggle: (call: NamedCall, holder: Holder) => void;
  pending: boolean;
  problem: ActProblem | null;
  dialog: ReactNode;
} {
  const router = useRouter();
  const toast = useToast();
  const { zone, now } = useViewerClock();
  const [asking, setAsking] = useState<{ call: NamedCall; from: string; name: string } | null>(null);
  const release = useAct(unassignCall, {
    onDone: () => {
      toast({ text: "The call is no longer assigned to you." });
      router.refresh();
    },
  });
  const claim = useAct(
    async (input: AssignInput) => {
      const result = await assignCall(input);
      if (!result.ok) return result;
      setAsking(null);
      const until = momentText(new Date(result.until), "time", zone, new Date(now()));
      toast({
        text: `The call is assigned to you until ${until}.`,
        undo: () => void release.run({ id: input.id }),
      });
      return result;
    },
    { onDone: () => router.refresh() },
  );
  return {
    toggle: (call, holder) => {
      const { id } = call;
      claim.clear();
      release.clear();
      if (!holder) void claim.run({ id });
      else if (holder.mine) void release.run({ id });
      else setAsking({ call, from: holder.userId, name: holder.name });
    },
    pending: claim.pending || release.pending,
    problem: asking ? null : (claim.problem ?? release.problem),
    dialog: asking ? (
      <TakeOverDialog
        call={asking.call}
        name={asking.name}
        ended={ended}
        pending={claim.pending}
        problem={claim.problem}
        onClose={() => setAsking(null)}
        onSubmit={(word) => void claim.run({ id: asking.call.id, takeOver: { from: asking.from, word } })}
      />
    ) : null,
  };
}
