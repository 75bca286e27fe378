"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import type { ActResult } from "@/components/ui/use-act";
import { REPLAY } from "@/components/words/approvals/replay";

export type Replay = (input: { deliveryId: string }) => Promise<ActResult<{ url: string }>>;

/** Has the gateway told once more, after saying what that means. */
export function ReplayButton({ deliveryId, replay }: { deliveryId: string; replay: Replay }) {
  const router = useRouter();
  return (
    <ConfirmAct
      size="sm"
      icon="refresh"
      label={REPLAY.verb}
      title={REPLAY.title}
      description={REPLAY.note}
      confirm={REPLAY.submit}
      pendingLabel={REPLAY.pending}
      act={() => replay({ deliveryId })}
      onDone={() => router.refresh()}
    />
  );
}
