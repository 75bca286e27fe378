import { Select } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/list/filter-form";

export function VersionChoice({
  id,
  versions,
  from,
  to,
}: {
  id: string;
  versions: readonly number[];
  from: number;
  to: number;
}) {
  const choices = [
    { name: "from", label: "From", value: from },
    { name: "to", label: "To", value: to },
  ];
  return (
    <FilterForm action={`/tools/${id}/versions`} label="Compare two versions">
      {choices.map(({ name, label, value }) => (
        <span key={name} className="flex items-center gap-1.5">
          <label htmlFor={`version-${name}`} className="text-xs text-fg-muted">
            {label}
          </label>
          <Select id={`version-${name}`} name={name} defaultValue={value} className="w-28">
            {versions.map((version) => (
              <option key={version} value={version}>
                Version {version.toLocaleString("en")}
              </option>
            ))}
          </Select>
        </span>
      ))}
    </FilterForm>
  );
}
