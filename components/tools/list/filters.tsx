import { Choice, plainOptions } from "@/components/ui/list/choice";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterFold } from "@/components/ui/list/filter-fold";
import { FilterForm } from "@/components/ui/list/filter-form";
import { SearchField } from "@/components/ui/list/search-field";
import { TabLinks } from "@/components/ui/tab-links";
import { RISK_NAMES, TOOL_VIEW_WORDS, TOOLS } from "@/components/words/tools";
import { UI } from "@/components/words/ui";
import { RISKS } from "@/lib/core/risk";
import { type ToolFilter, toolList } from "@/lib/tools/catalogue/list";
import { TOOL_VIEWS, type ToolChoices, type ToolCounts } from "@/lib/tools/catalogue/types";

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
  /** Whether "All tenants" is a choice of its own. */
  forAll: boolean;
}) {
  const views = TOOL_VIEWS.map((view) => ({
    href: toolList.link(filter, { view }),
    label: TOOL_VIEW_WORDS[view],
    count: counts[view],
    current: filter.view === view,
  }));
  const { any } = TOOLS;
  const field = fieldsOf(filter, { ...TOOLS, risk: TOOLS.rating });
  return (
    <div className="flex flex-col gap-3">
      <TabLinks label={TOOLS.views} items={views} />
      <FilterForm action={toolList.path} label={TOOLS.filter} views={TOOL_VIEWS}>
        <SearchField label={TOOLS.search} placeholder={TOOLS.searchHint} defaultValue={filter.q} />
        <FilterFold
          onPhones
          label={UI.filters}
          initiallyOpen={[filter.provider, filter.gateway, filter.risk, filter.category].some(Boolean)}
        >
          <Choice {...field("provider")} any={any} options={plainOptions(choices.providers)} first />
          <Choice {...field("gateway")} any={any} options={plainOptions(choices.gateways)} />
          <Choice
            {...field("risk")}
            any={any}
            options={RISKS.map((value) => ({ value, label: RISK_NAMES[value] }))}
          />
          <Choice {...field("category")} any={any} options={plainOptions(choices.categories)} />
          <Choice
            {...field("tenant")}
            any={forAll ? TOOLS.allTenants : null}
            options={plainOptions(tenants.map(({ key }) => key))}
          />
        </FilterFold>
      </FilterForm>
    </div>
  );
}
