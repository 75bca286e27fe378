import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterFold } from "@/components/ui/list/filter-fold";
import { FilterForm } from "@/components/ui/list/filter-form";
import { TabLinks } from "@/components/ui/tab-links";
import { type SuggestionFilter, suggestionList } from "@/lib/signals/suggestions/list";
import { SUGGESTION_KINDS, SUGGESTION_STATES, type SuggestionState } from "@/lib/signals/suggestions/types";
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
        <FilterFold onPhones label="Filters" initiallyOpen={suggestionList.isNarrowed(filter)}>
          <Choice
            {...field("kind")}
            any="Any"
            options={SUGGESTION_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
            first
          />
          <Choice {...field("provider")} any="Any" options={plainOptions(choices.providers)} />
          <Choice {...field("gateway")} any="Any" options={plainOptions(choices.gateways)} />
          {filter.tool !== undefined && <Choice {...field("tool")} any="Any" options={[]} />}
          <Choice
            {...field("tenant")}
            any="All tenants"
            options={plainOptions(tenants.map(({ key }) => key))}
          />
        </FilterFold>
      </FilterForm>
    </div>
  );
}
