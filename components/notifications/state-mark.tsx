import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { STATE_WORDS } from "@/components/words/notifications";
import type { NotificationRow, NotificationState } from "@/lib/notifications/types";

const ICONS: Record<NotificationState, IconName> = {
  queued: "clock",
  sent: "check",
  withdrawn: "undo",
  not_sent: "minus",
  failed: "alert",
};

export function StateMark({ row: { state, heldUntil, isUpdated } }: { row: NotificationRow }) {
  const words =
    state === "queued" && heldUntil
      ? "Held"
      : state === "sent" && isUpdated
        ? "Sent, updated"
        : STATE_WORDS[state];
  return <StatusMark icon={ICONS[state]}>{words}</StatusMark>;
}
