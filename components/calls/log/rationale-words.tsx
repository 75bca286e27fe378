import { Said } from "@/components/approvals/said";
import { isRationaleUsable } from "@/lib/calls/rules";

/** Why the agent made a call, in its own words; says so when it gave no usable reason. */
export function RationaleWords({ rationale }: { rationale: string | null }) {
  if (isRationaleUsable(rationale)) return <Said text={rationale ?? ""} />;
  return (
    <span className="text-fg-muted italic">
      {rationale?.trim() ? (
        <>
          “<Said text={rationale} />” Too short to say anything
        </>
      ) : (
        "No rationale"
      )}
    </span>
  );
}
