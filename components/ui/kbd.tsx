import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** A key's name, visual only. On a filled control it uses the control's colour. */
export function Kbd({
  children,
  onFill = false,
  className,
}: {
  children: ReactNode;
  onFill?: boolean;
  className?: string;
}) {
  return (
    <kbd
      aria-hidden
      className={classNames(
        "rounded-[4px] border px-1 text-[11px] leading-4 font-normal",
        onFill ? "border-current opacity-75" : "border-border bg-sunken text-fg-subtle",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
