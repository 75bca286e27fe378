import { Input, Select } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import type { ToolChoices } from "@/lib/tools/catalogue/types";
import type { KnownToolsQuery } from "@/lib/tools/schema";

type Choice = {
  name: "provider" | "gateway" | "format";
  label: string;
  options: readonly { value: string; label: string }[];
};

/** Which tools are told of, and within how many characters. */
export function KnownFilters({
  query,
  choices,
  limits,
}: {
  query: KnownToolsQuery;
  choices: ToolChoices;
  limits: { min: number; max: number; default: number };
}) {
  const any = { value: "", label: "All" };
  const names = (values: readonly string[]) => [any, ...values.map((value) => ({ value, label: value }))];
  const selects: Choice[] = [
    { name: "provider", label: "Provider", options: names(choices.providers) },
    { name: "gateway", label: "Gateway", options: names(choices.gateways) },
    {
      name: "format",
      label: "Format",
      options: [
        { value: "", label: "Text" },
        { value: "json", label: "JSON" },
      ],
    },
  ];
  return (
    <FilterForm action="/tools/known" label="Choose what is in the block">
      {selects.map(({ name, label, options }) => (
        <div key={name} className="flex min-w-36 flex-col gap-0.5 max-sm:flex-1">
          <label htmlFor={`known-${name}`} className="text-2xs text-fg-subtle">
            {label}
          </label>
          <Select
            id={`known-${name}`}
            name={name}
            defaultValue={name === "format" && query.format === "text" ? "" : query[name]}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        </div>
      ))}
      <div className="flex w-40 flex-col gap-0.5">
        <label htmlFor="known-budget" className="text-2xs text-fg-subtle">
          Budget, characters
        </label>
        <Input
          id="known-budget"
          name="budget"
          type="number"
          min={limits.min}
          max={limits.max}
          step={100}
          defaultValue={query.budget === limits.default ? "" : query.budget}
          placeholder={String(limits.default)}
        />
      </div>
    </FilterForm>
  );
}
