import { Shown } from "@/components/ui/text/revealed-text";
import { removedWords } from "@/components/words/rationales";
import type { ShownRationale } from "./shown-rationale";

/** The agent's rationale. Says so if it gave no usable one, or if retention removed it. */
export function RationaleWords({ rationale, usable, removedAfterDays }: ShownRationale) {
  if (usable && rationale) return <Shown text={rationale} />;
  if (removedAfterDays !== null)
    return (
      <span className="text-fg-muted italic">
        {usable
          ? removedWords(removedAfterDays)
          : `Too short to say anything. ${removedWords(removedAfterDays)}`}
      </span>
    );
  return (
    <span className="text-fg-muted italic">
      {rationale ? (
        <>
          “<Shown text={rationale} />” Too short to say anything
        </>
      ) : (
        "No rationale"
      )}
    </span>
  );
}
