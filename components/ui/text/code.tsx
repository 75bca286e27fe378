import type { ReactNode } from "react";
import { classNames } from "../class-names";

/** Our own code in running text: a command, address or id. Other people's text uses `Untrusted`. */
export function Code({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <code dir="ltr" className={classNames("foreign", className)}>
      {children}
    </code>
  );
}

/**
 * A block of exact text: ours, or `Untrusted` parts. Scrolls by keyboard beyond its height limit.
 */
export function CodeBlock({
  children,
  label,
  tall = false,
  wrap = true,
  actions,
}: {
  children: ReactNode;
  label: string;
  /** Removes the height limit. */
  tall?: boolean;
  /** Off for drawings, which scroll instead. */
  wrap?: boolean;
  actions?: ReactNode;
}) {
  return (
    <div className="relative rounded-card border border-border bg-surface">
      {actions && <div className="absolute top-1.5 right-1.5">{actions}</div>}
      <section
        aria-label={label}
        tabIndex={tall && wrap ? undefined : 0}
        className={classNames(
          "overflow-auto px-3.5 py-2.5 text-sm",
          !tall && "max-h-96",
          Boolean(actions) && "pr-12",
        )}
      >
        <pre dir="ltr" className={classNames("foreign", wrap ? "whitespace-pre-wrap" : "whitespace-pre")}>
          {children}
        </pre>
      </section>
    </div>
  );
}
