import { Banner } from "@/components/ui/banner";
import { Link } from "@/components/ui/link";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { reviewList } from "@/lib/approvals/reviews/list";
import { headlineText } from "../headline-text";
import { CloseReview } from "../reviews/close-review";
import { Proposal } from "../reviews/proposal";
import { ReviewFacts } from "../reviews/review-facts";

const WHAT = { break_glass: "Break-glass", sample: "Chosen for review" };

/** One person approved the call alone: the review and its findings. Empty for other calls. */
export function ReviewSection({
  view,
  may,
}: {
  view: ApprovalView;
  /** Permissions of the viewer: decide calls, write policies. */
  may: { decide: boolean; writePolicies: boolean };
}) {
  const { review, id, risk, tenant } = view;
  if (!review) return null;
  const { closed, cannotClose } = review;
  const back = reviewList.link({ view: closed ? "closed" : "open", tenant: tenant.key });
  return (
    <Banner
      tone={closed || review.kind === "sample" ? "neutral" : "problem"}
      icon={closed ? "check-circle" : review.kind === "sample" ? "eye" : "alert"}
      title={`${WHAT[review.kind]}, ${closed ? "reviewed" : "not reviewed yet"}`}
    >
      <ReviewFacts review={review} />
      <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        {closed === null && cannotClose === null ? (
          <CloseReview review={review} call={{ id, risk, headline: headlineText(view) }} />
        ) : null}
        <Proposal review={review} may={may} />
        <Link
          href={back}
          className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 max-sm:min-h-12"
        >
          All reviews
        </Link>
      </p>
    </Banner>
  );
}
