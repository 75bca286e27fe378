import { Select } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { VERSIONS } from "@/components/words/tool";

/** Which two versions are compared. */
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
    { name: "from", label: VERSIONS.from, value: from },
    { name: "to", label: VERSIONS.to, value: to },
  ];
  return (
    <FilterForm action={`/tools/${id}/versions`} label={VERSIONS.compare}>
      {choices.map(({ name, label, value }) => (
        <span key={name} className="flex items-center gap-1.5">
          <label htmlFor={`version-${name}`} className="text-xs text-fg-muted">
            {label}
          </label>
          <Select id={`version-${name}`} name={name} defaultValue={value} className="w-28">
            {versions.map((version) => (
              <option key={version} value={version}>
                {VERSIONS.version(version)}
              </option>
            ))}
          </Select>
        </span>
      ))}
    </FilterForm>
  );
}
