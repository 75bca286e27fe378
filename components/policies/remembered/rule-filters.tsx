import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { TabLinks } from "@/components/ui/tab-links";
import { type RuleFilter, ruleList } from "@/lib/approvals/remembered/list";
import { RULE_STATES, type RuleState } from "@/lib/approvals/remembered/types";

const STATE_WORDS: Record<RuleState, string> = { active: "Active", ended: "Ended" };

/** Active and ended ones, and the tenant, where there are several. */
export function RuleFilters({
  filter,
  tenants,
}: {
  filter: RuleFilter;
  tenants: readonly { key: string }[];
}) {
  const field = fieldsOf(filter, { tenant: "Tenant" });
  return (
    <div className="flex flex-col gap-3">
      <TabLinks
        label="Views of the remembered rules"
        items={RULE_STATES.map((view) => ({
          href: ruleList.link(filter, { view }),
          label: STATE_WORDS[view],
          current: filter.view === view,
        }))}
      />
      {tenants.length > 1 || filter.tenant !== undefined ? (
        <FilterForm action={ruleList.path} label="Filter rules" views={RULE_STATES}>
          <Choice
            {...field("tenant")}
            any="All tenants"
            options={plainOptions(tenants.map(({ key }) => key))}
            first
          />
        </FilterForm>
      ) : null}
    </div>
  );
}
