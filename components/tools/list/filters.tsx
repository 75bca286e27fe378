import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { SearchField } from "@/components/ui/list/search-field";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { TabLinks } from "@/components/ui/tab-links";
import { TOOL_VIEW_WORDS } from "@/components/words/tools";
import type { FilterNameOf } from "@/lib/core/list/list";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { type ToolFilter, toolList } from "@/lib/tools/catalogue/list";
import { TOOL_VIEWS, type ToolChoices, type ToolCounts } from "@/lib/tools/catalogue/types";

const LABELS: Record<FilterNameOf<typeof toolList>, string> = {
  q: "Text",
  provider: "Provider",
  gateway: "Gateway",
  risk: "Rating",
  category: "Category",
  tenant: "Ratings for",
};

/** Views with their counts, and the filters below them. */
export function ToolFilters({
  filter,
  counts,
  choices,
  tenants,
  forAll,
}: {
  filter: ToolFilter;
  counts: ToolCounts;
  choices: ToolChoices;
  tenants: readonly { key: string }[];
  /** Whether to offer "All tenants". */
  forAll: boolean;
}) {
  const views = TOOL_VIEWS.map((view) => ({
    href: toolList.link(filter, { view }),
    label: TOOL_VIEW_WORDS[view],
    count: counts[view],
    current: filter.view === view,
  }));
  const field = fieldsOf(filter, LABELS);
  const chips = toolList.chips(filter).filter(({ name }) => name !== "q");
  return (
    <div className="flex flex-col gap-3">
      <TabLinks label="Views of the catalogue" items={views} />
      <FilterForm action={toolList.path} label="Filter tools" views={TOOL_VIEWS}>
        <SearchField
          label="Search tools by name or description"
          placeholder="Name or description"
          defaultValue={filter.q}
        />
        <FilterMenu count={chips.length}>
          <Choice {...field("provider")} any="Any" options={plainOptions(choices.providers)} />
          <Choice {...field("gateway")} any="Any" options={plainOptions(choices.gateways)} />
          <Choice
            {...field("risk")}
            any="Any"
            options={RISKS.map((value) => ({ value, label: RISK_WORDS[value] }))}
          />
          <Choice {...field("category")} any="Any" options={plainOptions(choices.categories)} />
          <Choice
            {...field("tenant")}
            any={forAll ? "All tenants" : null}
            options={plainOptions(tenants.map(({ key }) => key))}
          />
        </FilterMenu>
      </FilterForm>
      <FilterChips
        chips={chips}
        labels={LABELS}
        shown={(name, value) => (name === "risk" ? RISK_WORDS[value as RiskWord] : undefined)}
      />
    </div>
  );
}
