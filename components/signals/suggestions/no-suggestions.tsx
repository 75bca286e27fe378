import { ListEmpty } from "@/components/ui/list/list-empty";
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

/** Why there are no suggestions. */
export function NoSuggestions({ filter }: { filter: SuggestionFilter }) {
  return (
    <ListEmpty
      filtered={suggestionList.isNarrowed(filter) || filter.cursor !== undefined}
      match={{
        title: "No suggestion matches these filters",
        text: "Remove a filter, or choose another view.",
      }}
      none={{ icon: "check", ...EMPTY[filter.view] }}
      clear={{ href: suggestionList.path, label: "Clear filters" }}
    />
  );
}
