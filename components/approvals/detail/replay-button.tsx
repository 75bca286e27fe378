"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import type { ActResult } from "@/components/ui/use-act";

export type Replay = (input: { deliveryId: string }) => Promise<ActResult<{ url: string }>>;

/** Has the gateway told once more, after saying what that means. */
export function ReplayButton({ deliveryId, replay }: { deliveryId: string; replay: Replay }) {
  const router = useRouter();
  return (
    <ConfirmAct
      size="sm"
      icon="refresh"
      label="Send again…"
      title="Send this callback again?"
      description="The same event with the same id goes out once more. A gateway that has acted on it already recognises it and does nothing."
      confirm="Send again"
      pendingLabel="Sending…"
      act={() => replay({ deliveryId })}
      onDone={() => router.refresh()}
    />
  );
}
