import { classNames } from "../class-names";
import { Input } from "../field";
import { Icon } from "../icon";

/** A search in a `FilterForm`; `/` focuses it. */
export function SearchField({
  name = "q",
  label,
  defaultValue,
  placeholder,
  className,
}: {
  name?: string;
  label: string;
  defaultValue?: string;
  placeholder?: string;
  className?: string;
}) {
  return (
    <span className={classNames("relative block min-w-48 flex-1 max-sm:basis-full", className)}>
      <Icon
        name="search"
        size={14}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-fg-subtle"
      />
      <Input
        type="search"
        name={name}
        aria-label={label}
        defaultValue={defaultValue}
        placeholder={placeholder}
        data-key="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        className="pl-8"
      />
    </span>
  );
}
