import { Shown } from "@/components/ui/text/shown";
import type { ShownRationale } from "./shown-rationale";

/** Why the agent made a call, in its own words; says so when it gave no usable reason. */
export function RationaleWords({ rationale, usable }: ShownRationale) {
  if (usable && rationale) return <Shown text={rationale} />;
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
