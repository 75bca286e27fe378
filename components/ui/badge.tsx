import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon, type IconName } from "./icon";

export function Badge({ children, mono = false }: { children: ReactNode; mono?: boolean }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-chip border border-border px-1.5 text-2xs leading-[18px] text-fg-muted",
        mono && "mono",
      )}
    >
      {children}
    </span>
  );
}

/**
 * A neutral chip with icon and word, never in a risk colour. `strong` marks the page's own state.
 */
export function StatusMark({
  icon,
  children,
  strong = false,
}: {
  icon?: IconName;
  children: ReactNode;
  strong?: boolean;
}) {
  return (
    <span className="status-mark" data-strong={strong || undefined}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
