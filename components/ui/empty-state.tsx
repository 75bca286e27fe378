import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

/** Replaces a list without rows: why it is empty and what to do. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  heading = false,
}: {
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** The page has no other content: its title is the page's. */
  heading?: boolean;
}) {
  const Title = heading ? "h1" : "p";
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      {icon && (
        <span className="mb-2 flex size-9 items-center justify-center rounded-card border border-border bg-sunken text-fg-subtle">
          <Icon name={icon} size={18} />
        </span>
      )}
      <Title className="font-medium">{title}</Title>
      {children && <div className="max-w-[44ch] text-sm text-balance text-fg-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
