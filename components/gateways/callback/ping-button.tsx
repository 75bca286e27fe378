"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useAct } from "@/components/ui/use-act";
import { ping } from "@/lib/delivery/actions";

/** Sends a test and leads to its page, where the request and the response show as they happen. */
export function PingButton({ gatewayId }: { gatewayId: string }) {
  const router = useRouter();
  const act = useAct(ping, {
    onDone: ({ deliveryId }) => {
      if (deliveryId) router.push(`/gateways/${gatewayId}/deliveries/${deliveryId}`);
    },
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        icon="send"
        data-key="ping"
        pending={act.pending}
        pendingLabel="Sending…"
        onClick={() => void act.run({ gatewayId })}
      >
        Send a test
      </Button>
      <ActNotice problem={act.problem} />
    </div>
  );
}
