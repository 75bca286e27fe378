import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { FilterText, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { knownList } from "@/lib/tools/catalogue/list";
import type { ToolChoices } from "@/lib/tools/catalogue/types";
import type { KnownToolsQuery } from "@/lib/tools/schema";

const LABELS = {
  provider: "Provider",
  gateway: "Gateway",
  tenant: "Shown to",
  format: "Format",
  budget: "Budget, characters",
};

/** Which tools the block covers, and its length limit. */
export function KnownFilters({
  query,
  choices,
  tenants,
  limits,
}: {
  query: KnownToolsQuery;
  choices: ToolChoices;
  tenants: readonly { key: string }[];
  limits: { min: number; max: number; default: number };
}) {
  const field = fieldsOf(query, LABELS);
  return (
    <FilterForm action={knownList.path} label="Choose what is in the block">
      <Choice {...field("provider")} any="All" options={plainOptions(choices.providers)} />
      <Choice {...field("gateway")} any="All" options={plainOptions(choices.gateways)} />
      {tenants.length > 1 && (
        <Choice
          {...field("tenant")}
          any="No one tenant"
          options={plainOptions(tenants.map(({ key }) => key))}
        />
      )}
      <Choice
        {...field("format")}
        value={query.format === "text" ? undefined : query.format}
        any="Text"
        options={[{ value: "json", label: "JSON" }]}
      />
      <FilterText
        {...field("budget")}
        value={query.budget === limits.default ? undefined : String(query.budget)}
        type="number"
        min={limits.min}
        max={limits.max}
        step={100}
        placeholder={String(limits.default)}
      />
    </FilterForm>
  );
}
