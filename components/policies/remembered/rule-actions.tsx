"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { restoreRule, revokeRule } from "@/lib/approvals/remembered/actions";

/** Ends a rule at once; the toast offers an undo. */
export function RevokeRule({ id, tool }: { id: string; tool: string }) {
  const router = useRouter();
  const toast = useToast();
  const restore = useAct(restoreRule, {
    onDone: () => {
      toast({ text: `The rule for ${tool} is active again.` });
      router.refresh();
    },
  });
  const revoke = useAct(revokeRule, {
    onDone: () => {
      toast({
        text: `Revoked. Calls to ${tool} wait again.`,
        undo: () => void restore.run({ id }),
      });
      router.refresh();
    },
  });
  return (
    <span className="flex shrink-0 flex-col items-start gap-1.5 self-start">
      <Button pending={revoke.pending} pendingLabel="Revoking…" onClick={() => void revoke.run({ id })}>
        Revoke
      </Button>
      <ActNotice problem={revoke.problem ?? restore.problem} />
    </span>
  );
}

/** Undoes the viewer's own recent revocation. */
export function RestoreRule({ id, tool }: { id: string; tool: string }) {
  const router = useRouter();
  const toast = useToast();
  const act = useAct(restoreRule, {
    onDone: () => {
      toast({ text: `The rule for ${tool} is active again.` });
      router.refresh();
    },
  });
  return (
    <span className="flex shrink-0 flex-col items-start gap-1.5 self-start">
      <Button
        icon="undo"
        pending={act.pending}
        pendingLabel="Restoring…"
        onClick={() => void act.run({ id })}
      >
        Undo revocation
      </Button>
      <ActNotice problem={act.problem} />
    </span>
  );
}
