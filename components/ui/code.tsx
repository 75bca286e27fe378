import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { visibleText } from "./visible-text";

const shown = (children: ReactNode) => (typeof children === "string" ? visibleText(children) : children);

/** Inline text from elsewhere, in mono: wraps anywhere, hides nothing and cannot turn the direction of its surroundings. */
export function Code({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <code dir="ltr" className={classNames("foreign", className)}>
      {shown(children)}
    </code>
  );
}

/** A block of exact text. Scrolls by keyboard once it is taller than `tall` allows. */
export function CodeBlock({
  children,
  label,
  tall = false,
  actions,
}: {
  children: ReactNode;
  label: string;
  /** No limit to its height. */
  tall?: boolean;
  actions?: ReactNode;
}) {
  return (
    <div className="relative rounded-card border border-border bg-surface">
      {actions && <div className="absolute top-1.5 right-1.5">{actions}</div>}
      <section
        aria-label={label}
        tabIndex={tall ? undefined : 0}
        className={classNames(
          "overflow-auto px-3.5 py-2.5 text-sm",
          !tall && "max-h-96",
          Boolean(actions) && "pr-12",
        )}
      >
        <pre dir="ltr" className="foreign whitespace-pre-wrap">
          {shown(children)}
        </pre>
      </section>
    </div>
  );
}

/** Text from elsewhere in running text. */
export function Foreign({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="auto" className={classNames("foreign", className)}>
      {shown(children)}
    </bdi>
  );
}

/** What an agent, tool or server claims: a quote with a caption, never in our own style. */
export function Claim({
  caption,
  title,
  children,
}: {
  title: ReactNode;
  caption: ReactNode;
  children: ReactNode;
}) {
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-2 text-sm font-bold">
        {title}
        <span className="text-xs font-normal text-fg-subtle">{caption}</span>
      </figcaption>
      <blockquote
        dir="auto"
        className="foreign border-l-3 border-border-strong py-0.5 pl-3 whitespace-pre-wrap"
      >
        {shown(children)}
      </blockquote>
    </figure>
  );
}
