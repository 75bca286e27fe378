import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon, type IconName } from "./icon";

const TONES = {
  neutral: { look: "border-border bg-sunken text-fg", icon: "info" },
  problem: { look: "border-risk-high/40 bg-risk-high-bg text-fg", icon: "alert" },
  good: { look: "border-ok/40 bg-ok-bg text-fg", icon: "check-circle" },
} as const satisfies Record<string, { look: string; icon: IconName }>;

/**
 * A message that stays. `role` "alert" interrupts, "status" waits; none for messages present from
 * the start.
 */
export function Banner({
  tone = "neutral",
  role,
  title,
  children,
  action,
  icon,
  flush = false,
}: {
  tone?: keyof typeof TONES;
  role?: "alert" | "status";
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconName;
  /** Fills the width of its pane, without rounded corners. */
  flush?: boolean;
}) {
  return (
    <div
      role={role}
      className={classNames(
        "flex items-start gap-2.5 px-3.5 py-2.5 text-sm",
        flush ? "border-b" : "rounded-card border",
        TONES[tone].look,
      )}
    >
      <Icon
        name={icon ?? TONES[tone].icon}
        className={classNames("mt-0.5", tone === "problem" ? "text-risk-high" : "text-fg-muted")}
      />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? "text-fg-muted" : undefined}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
