import { RevokeRule } from "@/components/policies/remembered/rule-actions";
import { Link } from "@/components/ui/link";
import type { Review } from "@/lib/approvals/reviews/types";

/**
 * What makes the next such call wait, if a sampled one should have: the rule ends, or a policy asks
 * for a person.
 */
export function Proposal({
  review,
  may,
}: {
  review: Review;
  /** Permissions of the viewer: decide calls, write policies. */
  may: { decide: boolean; writePolicies: boolean };
}) {
  const { kind, closed, rule, call } = review;
  if (kind !== "sample" || closed?.verdict !== "should_have_waited") return null;
  if (rule?.isOpen) return may.decide ? <RevokeRule id={rule.id} tool={call.tool} /> : null;
  if (rule || !may.writePolicies) return null;
  return (
    <Link
      href={`/policies?require=${call.id}`}
      className="inline-flex min-h-6 shrink-0 items-center text-accent text-sm underline underline-offset-2 max-sm:min-h-12"
    >
      Have such calls wait…
    </Link>
  );
}
