import { Untrusted } from "@/components/ui/text/untrusted";
import { andOthers, decidedWords } from "@/components/words/approvals/status";
import type { QueueRow } from "@/lib/approvals/queue/types";

/** Who or what decided: a person by name, or a policy and its action. */
export function DecidedBy({
  row,
}: {
  row: Pick<QueueRow, "decision" | "decidedBy" | "byPolicy" | "brokeGlass" | "approvalsRequired">;
}) {
  const { decision, decidedBy, byPolicy, brokeGlass } = row;
  if (decidedBy === null) return null;
  return (
    <span className="whitespace-normal wrap-anywhere">
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
}
