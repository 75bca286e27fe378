import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { type SuggestionFilter, suggestionList } from "@/lib/signals/suggestions/list";

const EMPTY: Record<SuggestionFilter["view"], { title: string; text: string }> = {
  open: {
    title: "Nothing is suggested",
    text: "Figures are checked every hour. Tools that they clearly say to split, recompose, tighten, retire or re-rate appear here.",
  },
  accepted: {
    title: "Nothing was accepted yet",
    text: "An accepted suggestion waits here, with who accepted it. Countersign changes no tool by itself.",
  },
  dismissed: {
    title: "Nothing is dismissed",
    text: "A dismissed suggestion stays here, with its reason, until there is twice as much evidence for it.",
  },
};

/** Why there is no suggestion to show. */
export function NoSuggestions({ filter }: { filter: SuggestionFilter }) {
  if (!suggestionList.isNarrowed(filter) && filter.cursor === undefined)
    return (
      <EmptyState icon="check" title={EMPTY[filter.view].title}>
        {EMPTY[filter.view].text}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="filter"
      title="No suggestion matches these filters"
      action={
        <Link href={suggestionList.path} className="text-sm text-accent hover:underline">
          Clear filters
        </Link>
      }
    >
      Remove a filter, or choose another view.
    </EmptyState>
  );
}
