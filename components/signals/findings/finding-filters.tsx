import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterFold } from "@/components/ui/list/filter-fold";
import { FilterForm } from "@/components/ui/list/filter-form";
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
  return (
    <div className="flex flex-col gap-3">
      <TabLinks label="Views of the findings" items={views} />
      <FilterForm action={findingList.path} label="Filter findings" views={FINDING_VIEWS}>
        <FilterFold onPhones label="Filters" initiallyOpen={findingList.isNarrowed(filter)}>
          <Choice {...field("code")} any="Any" options={FINDING_OPTIONS} first />
          <Choice
            {...field("severity")}
            any="Any"
            options={[
              { value: "warning", label: "Warnings" },
              { value: "info", label: "Remarks" },
            ]}
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
