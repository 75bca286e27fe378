import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { type ReviewFilter, reviewList } from "@/lib/approvals/reviews/list";

/** Why there is no review to show. */
export function NoReviews({ filter }: { filter: ReviewFilter }) {
  if (reviewList.isNarrowed(filter) || filter.cursor !== undefined)
    return (
      <EmptyState
        icon="filter"
        title="No review here"
        action={
          <Link
            href={reviewList.link({ view: filter.view })}
            className="inline-flex min-h-6 items-center text-accent text-sm hover:underline max-sm:min-h-12"
          >
            All reviews
          </Link>
        }
      >
        There are no such reviews in this view.
      </EmptyState>
    );
  if (filter.view === "closed")
    return (
      <EmptyState icon="eye" title="No review was closed yet">
        A closed review stays here with its verdict, as long as its call is kept.
      </EmptyState>
    );
  return (
    <EmptyState icon="check" title="Nothing to review">
      When a call is approved alone by break-glass, it waits here until somebody else has looked at it. So
      does a share of the calls that run without a person, where the tenant asks for that.
    </EmptyState>
  );
}
