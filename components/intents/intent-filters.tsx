import { Choice } from "@/components/ui/list/choice";
import { withCount } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { SearchField } from "@/components/ui/list/search-field";
import { counted } from "@/components/words/counts";
import { INTENT_STATES, KIND_WORDS, LEVEL_WORDS, REVIEW_WORDS, SORT_WORDS } from "@/components/words/intents";
import type { FilterNameOf } from "@/lib/core/list/list";
import { revealedText } from "@/lib/core/text/reveal";
import { REVIEWS, type Review } from "@/lib/intents/acts/types";
import { isOfParts } from "@/lib/intents/browser/rules";
import {
  INTENT_KINDS,
  INTENT_SORTS,
  type IntentCounts,
  type IntentKind,
  type IntentLevel,
  type IntentSort,
  type IntentState,
  PART_SORTS,
  INTENT_STATES as STATES,
} from "@/lib/intents/browser/types";
import { type IntentFilter, intentList } from "@/lib/intents/list";

const LABELS: Record<FilterNameOf<typeof intentList>, string> = {
  q: "Words",
  tenant: "Tenant",
  tool: "Tool",
  state: "Course",
  review: "Review",
  only: "Only",
  level: "Granularity",
  sort: "Order",
  by: "Shares by",
};

const optionsOf = <T extends string>(words: Record<T, string>, values: readonly T[]) =>
  values.map((value) => ({ value, label: words[value] }));

const countedOf = <T extends string>(
  words: Record<T, string>,
  values: readonly T[],
  counts: Partial<Record<T, number>>,
) => values.map((value) => ({ value, label: withCount(words[value], counts[value] ?? 0) }));

function shownValue(name: FilterNameOf<typeof intentList>, value: string): string | undefined {
  if (name === "state") return INTENT_STATES[value as IntentState];
  if (name === "review") return REVIEW_WORDS[value as Review];
  if (name === "only") return KIND_WORDS[value as IntentKind];
  return name === "level" ? LEVEL_WORDS[value as IntentLevel] : undefined;
}

// Tabs select the tenant, and the shares have their own control.
const BESIDE = ["tenant", "by", "level"] as const;

const WIDE = [...BESIDE, "sort"] as const;

/** Search, filters and order of the intents, kept in the address, and how many match. */
export function IntentFilters({ filter, counts }: { filter: IntentFilter; counts: IntentCounts }) {
  const field = fieldsOf(filter, LABELS);
  const chips = intentList.chips(filter).filter(({ name }) => !BESIDE.some((one) => one === name));
  const sorts: readonly IntentSort[] = isOfParts(filter.level) ? PART_SORTS : INTENT_SORTS;
  const tools = Object.entries(counts.tools).map(([value, many]) => ({
    value,
    label: withCount(revealedText(value), many),
  }));
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <FilterForm
        action={intentList.path}
        label="Filter intents"
        beside={BESIDE}
        className="max-sm:grid max-sm:grid-cols-2"
      >
        <SearchField
          label="Search intents"
          placeholder="Names, words, tools"
          defaultValue={filter.q}
          className="max-sm:col-span-2"
        />
        <Choice
          {...field("sort")}
          hideLabel
          any={SORT_WORDS.calls}
          options={optionsOf(
            SORT_WORDS,
            sorts.filter((sort) => sort !== "calls"),
          )}
        />
        <FilterMenu count={chips.filter(({ name }) => name !== "q" && name !== "sort").length}>
          <Choice {...field("state")} any="Any" options={countedOf(INTENT_STATES, STATES, counts.states)} />
          <Choice {...field("review")} any="Any" options={countedOf(REVIEW_WORDS, REVIEWS, counts.reviews)} />
          <Choice
            {...field("only")}
            any="All but ignored"
            options={countedOf(KIND_WORDS, INTENT_KINDS, counts.only)}
          />
          <Choice {...field("tool")} any="Any" options={tools} />
        </FilterMenu>
        {BESIDE.map((name) =>
          filter[name] ? <input key={name} type="hidden" name={name} value={filter[name]} /> : null,
        )}
      </FilterForm>
      <FilterChips chips={chips.filter(({ name }) => name !== "sort")} labels={LABELS} shown={shownValue} />
      <p role="status" className="text-fg-muted text-sm">
        {matchWords(counts, filter)}
      </p>
    </div>
  );
}

function matchWords({ matching, listed }: IntentCounts, filter: IntentFilter): string {
  if (filter.only === "ignored") return counted(matching, "ignored intent");
  const narrows = ({ name }: { name: string }) => !WIDE.some((one) => one === name);
  if (!intentList.chips(filter).some(narrows)) return counted(listed, "intent");
  return `${matching.toLocaleString("en")} of ${counted(listed, "intent")}`;
}
