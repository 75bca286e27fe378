import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { TabLinks } from "@/components/ui/tab-links";
import { type SuggestionFilter, suggestionList } from "@/lib/signals/suggestions/list";
import {
  SUGGESTION_KINDS,
  SUGGESTION_STATES,
  type SuggestionKind,
  type SuggestionState,
} from "@/lib/signals/suggestions/types";
import type { ToolChoices } from "@/lib/tools/catalogue/types";
import { KIND_WORDS, SUGGESTION_STATE_WORDS } from "./suggestion-words";

const LABELS = {
  kind: "Suggestion",
  provider: "Provider",
  gateway: "Gateway",
  tool: "Tool",
  tenant: "Tenant",
};

/** Views with their counts, and the filters below them. */
export function SuggestionFilters({
  filter,
  counts,
  choices,
  tenants,
}: {
  filter: SuggestionFilter;
  counts: Record<SuggestionState, number>;
  choices: ToolChoices;
  tenants: readonly { key: string }[];
}) {
  const field = fieldsOf(filter, LABELS);
  const chips = suggestionList.chips(filter);
  return (
    <div className="flex flex-col gap-3">
      <TabLinks
        label="Views of the suggestions"
        items={SUGGESTION_STATES.map((view) => ({
          href: suggestionList.link(filter, { view }),
          label: SUGGESTION_STATE_WORDS[view],
          count: counts[view],
          current: filter.view === view,
        }))}
      />
      <FilterForm action={suggestionList.path} label="Filter suggestions" views={SUGGESTION_STATES}>
        <FilterMenu count={chips.length}>
          <Choice
            {...field("kind")}
            any="Any"
            options={SUGGESTION_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
          />
          <Choice {...field("provider")} any="Any" options={plainOptions(choices.providers)} />
          <Choice {...field("gateway")} any="Any" options={plainOptions(choices.gateways)} />
          {filter.tool !== undefined && <Choice {...field("tool")} any="Any" options={[]} />}
          <Choice
            {...field("tenant")}
            any="All tenants"
            options={plainOptions(tenants.map(({ key }) => key))}
          />
        </FilterMenu>
      </FilterForm>
      <FilterChips
        chips={chips}
        labels={LABELS}
        shown={(name, value) => (name === "kind" ? KIND_WORDS[value as SuggestionKind] : undefined)}
      />
    </div>
  );
}
