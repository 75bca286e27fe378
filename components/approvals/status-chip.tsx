import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { STATUS_WORDS } from "@/components/words/approvals/status";
import type { StatusWord } from "@/lib/approvals/types";

const ICONS: Record<StatusWord, IconName> = {
  pending: "clock",
  approved: "check-circle",
  rejected: "ban",
  changes_requested: "reply",
  expired: "hourglass",
  cancelled: "x-circle",
  revoked: "undo",
  none: "clock",
  blocked: "ban",
  awaiting: "send",
  executing: "play",
  succeeded: "check-circle",
  failed: "alert",
  unknown: "help",
  lapsed: "hourglass",
};

/** Where a call stands, by word and icon; never in a risk colour. */
export function StatusChip({ status, strong = false }: { status: StatusWord; strong?: boolean }) {
  return (
    <StatusMark icon={ICONS[status]} strong={strong}>
      {STATUS_WORDS[status]}
    </StatusMark>
  );
}
