import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

/** A native checkbox with its label. `hideLabel` keeps the label for assistive technology only. */
export function Checkbox({
  label,
  hideLabel = false,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hideLabel?: boolean }) {
  return (
    <label
      className={classNames("inline-flex min-h-6 items-center gap-2 text-sm max-sm:min-h-12", className)}
    >
      <input type="checkbox" className="peer size-3.5 shrink-0 accent-accent" {...rest} />
      <span className={hideLabel ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}
