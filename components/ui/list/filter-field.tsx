import { type ComponentProps, useId } from "react";
import { TextField } from "../field";

/** One control of a filter form: parameter, label and current value. */
export type FilterField = { name: string; label: string; value?: string };

type Texts<L> = { [N in keyof L]: L[N] extends string ? N : never }[keyof L];

/** The controls of a filter by parameter name; labels use the same names. */
export function fieldsOf<F extends object, L extends object>(
  filter: F,
  labels: L,
): (name: keyof F & Texts<L> & string) => FilterField {
  return (name) => ({ name, label: String(labels[name]), value: filter[name]?.toString() });
}

type Rest = Omit<ComponentProps<"input">, "id" | "name" | "value" | "defaultValue">;

/** A text filter. */
export function FilterText({ name, label, value, ...rest }: FilterField & Rest) {
  return (
    <div className="min-w-32 max-sm:flex-1">
      <TextField
        id={useId()}
        name={name}
        label={label}
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        {...rest}
      />
    </div>
  );
}

/** A filter by day; an instant becomes its day in UTC. */
export function FilterDay({ value, ...field }: FilterField) {
  return <FilterText {...field} type="date" value={value?.slice(0, "2026-11-21".length)} />;
}
