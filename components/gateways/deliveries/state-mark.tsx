import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { DELIVERY_STATE_WORDS } from "@/components/words/gateway-log";
import type { DeliveryState } from "@/lib/delivery/types";

const ICONS: Record<DeliveryState, IconName> = {
  waiting: "hourglass",
  sending: "send",
  delivered: "check",
  dead: "unlink",
};

export function DeliveryMark({ state }: { state: DeliveryState }) {
  return (
    <StatusMark icon={ICONS[state]} strong={state === "dead"}>
      {DELIVERY_STATE_WORDS[state]}
    </StatusMark>
  );
}
