import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { STATUS_WORDS } from "@/components/words/approvals/status";
import type { DecisionWord, StatusWord } from "@/lib/approvals/types";

const ICONS: Record<StatusWord | DecisionWord, IconName> = {
  pending: "clock",
  approved: "check-circle",
  rejected: "ban",
  changes_requested: "reply",
  expired: "hourglass",
  cancelled: "x-circle",
  revoked: "undo",
  awaiting: "send",
  executing: "play",
  succeeded: "check-circle",
  failed: "alert",
  unknown: "help",
  lapsed: "hourglass",
};

export function StatusChip({
  status,
  decision,
  byPolicy = false,
  strong = false,
}: {
  /** The decision alone, if no status is known. */
  status: StatusWord | DecisionWord;
  /** The decision, if known: marks calls that ran although revoked. */
  decision?: DecisionWord;
  /** A policy decided, and no person. */
  byPolicy?: boolean;
  strong?: boolean;
}) {
  const ran = decision === "revoked" && status !== "revoked";
  return (
    <StatusMark icon={ran ? "alert" : ICONS[status]} strong={strong}>
      {ran ? "Ran although revoked" : byPolicy && status === "rejected" ? "Refused" : STATUS_WORDS[status]}
    </StatusMark>
  );
}
