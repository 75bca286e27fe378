import type { ReactNode } from "react";

/** A filter's control under its label; the control's id is `filter-` and its name. */
export function FilterChoice({
  name,
  label,
  first = false,
  children,
}: {
  name: string;
  label: string;
  /** What F goes to. */
  first?: boolean;
  children: ReactNode;
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
      {children}
    </div>
  );
}
