import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { Review } from "@/lib/approvals/reviews/types";
import { revealedText } from "@/lib/core/text/reveal";
import { StatusChip } from "../status-chip";
import { CloseReview } from "./close-review";
import { Proposal } from "./proposal";
import { ReviewFacts } from "./review-facts";

/** Permissions of the viewer: decide calls, write policies. */
type May = { decide: boolean; writePolicies: boolean };

/** Reviews, each with its call and actions. */
export function ReviewList({ rows, may }: { rows: readonly Review[]; may: May }) {
  return (
    <ul aria-label="Reviews">
      {rows.map((review) => (
        <OneReview key={review.id} review={review} may={may} />
      ))}
    </ul>
  );
}

function OneReview({ review, may }: { review: Review; may: May }) {
  const { call, tenant, closed, cannotClose } = review;
  const headline = revealedText(call.summary);
  return (
    <li className="flex items-start gap-3 border-border px-4 py-3 not-first:border-t max-sm:flex-col">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-fg-muted text-sm">
          <RiskMark risk={call.risk} />
          <span className="wrap-anywhere">
            <Untrusted>{tenant.name}</Untrusted>
          </span>
          <StatusChip status={call.status} />
        </p>
        <Link
          href={`/approvals/${call.id}`}
          data-key="row"
          className="self-start py-0.5 font-medium text-sm underline-offset-2 wrap-anywhere hover:underline max-sm:py-3"
        >
          <Untrusted>{call.summary}</Untrusted>
        </Link>
        <ReviewFacts review={review} />
      </div>
      {closed === null && cannotClose === null ? (
        <CloseReview review={review} call={{ id: call.id, risk: call.risk, headline }} />
      ) : null}
      <Proposal review={review} may={may} />
    </li>
  );
}
