import { useMemo } from "react";
import { Combobox } from "@/components/ui/combobox";
import { Icon } from "@/components/ui/icon";
import { type ConditionProps, errorIn } from "./fields";
import { callsWords, type Matched, matchedBy } from "./matched";

/** Patterns for names: picked from those that calls and the catalogue have, or typed. */
export function NameField({
  name,
  place,
  field,
  value,
  onChange,
  action,
  errors,
  offers: { names },
}: ConditionProps<"names">) {
  const patterns = useMemo(() => value.split("\n").filter(Boolean), [value]);
  const allows = action === "allow";
  const options = useMemo(
    () =>
      (names?.lists[name] ?? []).map((one) => ({
        value: one.name,
        label: one.name,
        hint: names ? callsWords(one.calls, names.complete) : undefined,
      })),
    [names, name],
  );
  const matched = useMemo(
    () => (names && patterns.length > 0 ? matchedBy(name, patterns, names, allows) : null),
    [names, name, patterns, allows],
  );
  return (
    <Combobox
      multiple
      name={name}
      label={field.label}
      hint={matched ? <MatchedNote {...matched} /> : field.hint}
      options={options}
      free={(typed) => (names ? matchedBy(name, [typed], names, allows).words : undefined)}
      value={patterns}
      onChange={(chosen: string[]) => onChange(chosen.join("\n"))}
      error={errorIn(errors, place, "Entry") ?? null}
      mono
    />
  );
}

function MatchedNote({ isNone, words }: Matched) {
  if (!isNone) return words;
  return (
    <span className="inline-flex items-start gap-1 font-medium text-risk-medium">
      <Icon name="alert" size={14} className="mt-px" />
      {words}
    </span>
  );
}
