import { Avatar } from "@/components/ui/avatar";
import { Untrusted } from "@/components/ui/text/untrusted";
import { andOthers, decidedWords } from "@/components/words/approvals/status";
import type { QueueRow } from "@/lib/approvals/queue/types";

/** Who or what decided: a person by name, or a policy and its action. */
export function DecidedBy({
  row,
  withAvatar = false,
}: {
  row: Pick<
    QueueRow,
    "decision" | "decidedBy" | "byPolicy" | "brokeGlass" | "approvalsRequired" | "byPerson"
  >;
  withAvatar?: boolean;
}) {
  const { decision, decidedBy, byPolicy, byPerson, brokeGlass } = row;
  if (decidedBy === null) return null;
  const words = (
    <span className="whitespace-normal wrap-break-word">
      {byPolicy ? `${decidedWords(decision, true)} by the ` : null}
      <Untrusted>{decidedBy}</Untrusted>
      {andOthers(row)}
      {brokeGlass
        ? decision === "revoked"
          ? " (was approved by break-glass)"
          : ", alone by break-glass"
        : null}
    </span>
  );
  if (!withAvatar || !byPerson) return words;
  return (
    <span className="flex min-w-28 items-start gap-1.5">
      <Avatar name={decidedBy} size="sm" />
      {words}
    </span>
  );
}
