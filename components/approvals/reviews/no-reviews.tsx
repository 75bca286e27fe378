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
  text: "A call that one person approved alone by break-glass waits here until another person has reviewed it. A tenant can also have a sample of the calls that ran without a person reviewed here.",
} as const;

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
