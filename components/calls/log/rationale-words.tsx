import { Untrusted } from "@/components/ui/text/untrusted";
import { isRationaleUsable } from "@/lib/calls/rules";

/** Why the agent made a call, in its own words; says so when it gave no usable reason. */
export function RationaleWords({ rationale }: { rationale: string | null }) {
  if (isRationaleUsable(rationale)) return <Untrusted>{rationale ?? ""}</Untrusted>;
  return (
    <span className="text-fg-muted italic">
      {rationale?.trim() ? (
        <>
          “<Untrusted>{rationale}</Untrusted>” Too short to say anything
        </>
      ) : (
        "No rationale"
      )}
    </span>
  );
}
