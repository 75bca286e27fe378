import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { HEALTH_WORDS } from "@/components/words/health";
import { type HealthFilter, healthList } from "@/lib/signals/health/list";
import { HEALTH_STATES, type HealthState } from "@/lib/signals/health/types";
import type { ToolChoices } from "@/lib/tools/catalogue/types";

const LABELS = { state: "Health", provider: "Provider", gateway: "Gateway", tenant: "Calls of" };

/** Filters: which tools, and whose calls. */
export function HealthFilters({
  filter,
  choices,
  tenants,
}: {
  filter: HealthFilter;
  choices: ToolChoices;
  tenants: readonly { key: string }[];
}) {
  const field = fieldsOf(filter, LABELS);
  const chips = healthList.chips(filter);
  return (
    <div className="flex flex-col gap-2">
      <FilterForm action={healthList.path} label="Filter tools by health">
        <FilterMenu count={chips.length}>
          <Choice
            {...field("state")}
            any="Any"
            options={HEALTH_STATES.map((value) => ({ value, label: HEALTH_WORDS[value] }))}
          />
          <Choice {...field("provider")} any="Any" options={plainOptions(choices.providers)} />
          <Choice {...field("gateway")} any="Any" options={plainOptions(choices.gateways)} />
          {tenants.length > 1 && (
            <Choice
              {...field("tenant")}
              any="All tenants"
              options={plainOptions(tenants.map(({ key }) => key))}
            />
          )}
        </FilterMenu>
      </FilterForm>
      <FilterChips
        chips={chips}
        labels={LABELS}
        shown={(name, value) => (name === "state" ? HEALTH_WORDS[value as HealthState] : undefined)}
      />
    </div>
  );
}
