import { ListEmpty } from "@/components/ui/list/list-empty";
import { type ReviewFilter, reviewList } from "@/lib/approvals/reviews/list";

const CLOSED = {
  icon: "eye",
  title: "No review was closed yet",
  text: "A closed review stays here with its verdict, as long as its call is kept.",
} as const;

const OPEN = {
  icon: "check",
  title: "Nothing to review",
  text: "When a call is approved alone by break-glass, it waits here until somebody else has looked at it. So does a share of the calls that run without a person, where the tenant asks for that.",
} as const;

/** Why there is no review to show. */
export function NoReviews({ filter }: { filter: ReviewFilter }) {
  return (
    <ListEmpty
      filtered={reviewList.isNarrowed(filter) || filter.cursor !== undefined}
      match={{ title: "No review here", text: "There are no such reviews in this view." }}
      none={filter.view === "closed" ? CLOSED : OPEN}
      clear={{ href: reviewList.link({ view: filter.view }), label: "All reviews" }}
    />
  );
}
