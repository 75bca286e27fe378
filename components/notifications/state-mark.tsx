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

/** Queued with a reason that nothing holds: an attempt failed, and the next one comes. */
const isTriedAgain = ({ state, reason, heldUntil }: NotificationRow) =>
  state === "queued" && reason !== null && heldUntil === null;

export function StateMark({ row }: { row: NotificationRow }) {
  if (isTriedAgain(row)) return <StatusMark icon="alert">Trying again</StatusMark>;
  return <StatusMark icon={ICONS[row.state]}>{wordsOf(row)}</StatusMark>;
}

function wordsOf({ state, heldUntil, isUpdated }: NotificationRow): string {
  if (state === "queued" && heldUntil) return "Held";
  return state === "sent" && isUpdated ? "Sent, updated" : STATE_WORDS[state];
}
