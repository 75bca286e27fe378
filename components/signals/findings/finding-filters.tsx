import { Choice } from "@/components/ui/list/choice";
import { type ChoiceOption, plainOptions } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { TabLinks } from "@/components/ui/tab-links";
import { type FindingFilter, findingList } from "@/lib/signals/findings/list";
import { FINDING_VIEWS } from "@/lib/signals/findings/types";
import type { ToolChoices } from "@/lib/tools/catalogue/types";
import { FINDING_OPTIONS, FINDING_VIEW_WORDS } from "./finding-words";

const LABELS = {
  code: "Finding",
  severity: "Weight",
  provider: "Provider",
  gateway: "Gateway",
  tool: "Tool",
  tenant: "Calls of",
};

const SEVERITY_OPTIONS = [
  { value: "warning", label: "Warnings" },
  { value: "info", label: "Remarks" },
];

const OPTIONS: Partial<Record<string, readonly ChoiceOption[]>> = {
  code: FINDING_OPTIONS,
  severity: SEVERITY_OPTIONS,
};

const shownValue = (name: string, value: string) =>
  OPTIONS[name]?.find((option) => option.value === value)?.label;

/** Views with their counts, and the filters below them. */
export function FindingFilters({
  filter,
  counts,
  choices,
  tenants,
}: {
  filter: FindingFilter;
  counts: Record<FindingFilter["view"], number>;
  choices: ToolChoices;
  tenants: readonly { key: string }[];
}) {
  const views = FINDING_VIEWS.map((view) => ({
    href: findingList.link(filter, { view }),
    label: FINDING_VIEW_WORDS[view],
    count: counts[view],
    current: filter.view === view,
  }));
  const field = fieldsOf(filter, LABELS);
  const chips = findingList.chips(filter);
  return (
    <div className="flex flex-col gap-3">
      <TabLinks label="Views of the findings" items={views} />
      <FilterForm action={findingList.path} label="Filter findings" views={FINDING_VIEWS}>
        <FilterMenu count={chips.length}>
          <Choice {...field("code")} any="Any" options={FINDING_OPTIONS} />
          <Choice {...field("severity")} any="Any" options={SEVERITY_OPTIONS} />
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
      <FilterChips chips={chips} labels={LABELS} shown={shownValue} />
    </div>
  );
}
