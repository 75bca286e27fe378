"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { replayCallback } from "@/lib/approvals/actions";

/** Resends a callback, after a confirmation. */
export function ReplayButton({ deliveryId }: { deliveryId: string }) {
  const router = useRouter();
  return (
    <ConfirmAct
      size="sm"
      icon="refresh"
      label="Send again…"
      title="Send this callback again?"
      description="Countersign sends the same event with the same id once more. A gateway that has already acted on it recognises it and does nothing."
      confirm="Send again"
      pendingLabel="Sending…"
      act={() => replayCallback({ deliveryId })}
      onDone={() => router.refresh()}
    />
  );
}
