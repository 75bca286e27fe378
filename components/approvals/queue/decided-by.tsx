import { Untrusted } from "@/components/ui/text/untrusted";
import { decidedWords } from "@/components/words/approvals/status";
import type { QueueRow } from "@/lib/approvals/queue/types";

/** Who or what decided: a person by name, a policy with what it did. */
export function DecidedBy({
  row: { decision, decidedBy, byPolicy },
}: {
  row: Pick<QueueRow, "decision" | "decidedBy" | "byPolicy">;
}) {
  if (decidedBy === null) return null;
  return (
    <span className="whitespace-normal wrap-anywhere">
      {byPolicy ? `${decidedWords(decision, true)} by the ` : null}
      <Untrusted>{decidedBy}</Untrusted>
    </span>
  );
}
