import { Select } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { NarrowFilters } from "@/components/ui/narrow-filters";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { SearchField } from "@/components/ui/search-field";
import { TabLinks } from "@/components/ui/tab-links";
import { TOOL_VIEW_WORDS, TOOLS } from "@/components/words/tools";
import { RISKS } from "@/lib/core/risk";
import { TOOL_VIEWS, type ToolChoices, type ToolCounts, type ToolFilter } from "@/lib/tools/catalogue/types";
import { toolsHref } from "./links";

type Option = { value: string; label: string };
const same = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }));

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
    href: toolsHref(filter, { view }),
    label: TOOL_VIEW_WORDS[view],
    count: counts[view],
    current: filter.view === view,
  }));
  return (
    <div className="flex flex-col gap-3">
      <TabLinks label={TOOLS.views} items={views} />
      <FilterForm action="/tools" label={TOOLS.filter} keep={["view"]}>
        <SearchField label={TOOLS.search} placeholder={TOOLS.searchHint} defaultValue={filter.q} />
        <NarrowFilters anySet={[filter.provider, filter.gateway, filter.risk, filter.category].some(Boolean)}>
          <Choice
            name="provider"
            label={TOOLS.provider}
            value={filter.provider}
            options={same(choices.providers)}
            first
          />
          <Choice
            name="gateway"
            label={TOOLS.gateway}
            value={filter.gateway}
            options={same(choices.gateways)}
          />
          <Choice
            name="risk"
            label={TOOLS.rating}
            value={filter.risk}
            options={RISKS.map((value) => ({ value, label: RISK_WORDS[value] }))}
          />
          {choices.categories.length > 0 && (
            <Choice
              name="category"
              label={TOOLS.category}
              value={filter.category}
              options={same(choices.categories)}
            />
          )}
          <Choice
            name="tenant"
            label={TOOLS.tenant}
            value={filter.tenant}
            any={forAll ? TOOLS.allTenants : null}
            options={same(tenants.map(({ key }) => key))}
          />
        </NarrowFilters>
      </FilterForm>
    </div>
  );
}

function Choice({
  name,
  label,
  value,
  options,
  any = TOOLS.any,
  first = false,
}: {
  name: string;
  label: string;
  value?: string;
  options: readonly Option[];
  /** What the empty choice says; null when there is none. */
  any?: string | null;
  first?: boolean;
}) {
  return (
    <div className="flex min-w-32 flex-col gap-0.5 max-sm:flex-1">
      <label
        htmlFor={`filter-${name}`}
        data-key={first ? "filter" : undefined}
        className="text-2xs text-fg-subtle"
      >
        {label}
      </label>
      <Select id={`filter-${name}`} name={name} defaultValue={value ?? ""}>
        {any !== null && <option value="">{any}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
