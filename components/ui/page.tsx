import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Count } from "./count";
import { Explained } from "./explained";
import { Link } from "./link";

/** The content column of a page. `wide` is for tables. */
export function Page({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div
      className={classNames(
        "mx-auto flex w-full flex-col gap-6 px-4 pt-4 pb-16 sm:px-7 sm:pt-5",
        wide ? "max-w-[90rem]" : "max-w-[64rem]",
      )}
    >
      {children}
    </div>
  );
}

type Crumb = { href: string; label: ReactNode };

/** Breadcrumb, title and actions of a page. */
export function PageHead({
  title,
  crumbs,
  description,
  about,
  actions,
  count,
  mark,
}: {
  title: ReactNode;
  crumbs?: readonly Crumb[];
  /** One sentence of at most 90 characters. */
  description?: ReactNode;
  /** What a word of the description means, behind a button next to it. */
  about?: { what: string; text: ReactNode };
  actions?: ReactNode;
  count?: number;
  /** Status marks next to the title. */
  mark?: ReactNode;
}) {
  return (
    <header className="flex flex-col gap-1.5">
      {crumbs && crumbs.length > 0 && (
        <nav aria-label="Where you are">
          <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-fg-muted">
            {crumbs.map((crumb, index) => (
              <li key={crumb.href} className="flex items-center gap-1.5">
                {index > 0 && <span aria-hidden>/</span>}
                <Link
                  href={crumb.href}
                  data-key="back"
                  className="inline-flex min-h-6 items-center rounded-chip hover:text-fg hover:underline max-sm:min-h-12"
                >
                  {crumb.label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="flex min-w-40 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="min-w-0 text-xl font-bold text-balance wrap-anywhere">{title}</h1>
          {count !== undefined && (
            <span className="text-fg-muted">
              <Count value={count} />
            </span>
          )}
          {mark}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {description && (
        <div className="flex max-w-[95ch] items-center gap-1 text-sm text-fg-muted">
          <span>{description}</span>
          {about && <Explained what={about.what}>{about.text}</Explained>}
        </div>
      )}
    </header>
  );
}

export function Section({
  title,
  about,
  description,
  actions,
  id,
  children,
}: {
  title: ReactNode;
  /** Next to the title: an `Explained`. */
  about?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  id?: string;
  children?: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={id ? `${id}-title` : undefined}
      className="flex scroll-mt-4 flex-col gap-2.5 max-lg:scroll-mt-18"
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className={classNames("min-w-0 flex-1", Boolean(description && actions) && "max-sm:basis-full")}>
          <div className="flex items-center gap-1">
            <h2 id={id ? `${id}-title` : undefined} className="text-base font-bold">
              {title}
            </h2>
            {about}
          </div>
          {description && <div className="mt-0.5 max-w-[75ch] text-sm text-fg-muted">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A bordered surface. `flush` leaves the padding to its content: tables and lists. */
export function Card({
  children,
  flush = false,
  className,
}: {
  children: ReactNode;
  flush?: boolean;
  className?: string;
}) {
  return (
    <div
      className={classNames(
        "rounded-card border border-border bg-surface",
        // Clipped, not hidden: a header inside has to stick to the page.
        flush ? "overflow-clip" : "px-4 py-3.5",
        className,
      )}
    >
      {children}
    </div>
  );
}

export type Detail = { term: ReactNode; value: ReactNode };

/** Names and values in a column. Skips items that are false. */
export function DetailList({ items }: { items: readonly (Detail | false | null | undefined)[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1.5 text-sm grid-cols-[fit-content(40%)_minmax(0,1fr)] items-baseline sm:grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)]">
      {items.map((item, index) =>
        item ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the details of one thing keep their places
          <div key={index} className="contents">
            <dt className="text-fg-muted">{item.term}</dt>
            <dd className="min-w-0 wrap-anywhere">{item.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

type PageTab = { href: string; label: ReactNode; count?: number; current: boolean };

/** The parts of one thing, each with its address. */
export function PageTabs({ label, items }: { label: string; items: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className="strip overflow-x-auto border-b border-border">
      <ul className="flex gap-1">
        {items.map((item) => (
          <li key={item.href} className={item.current ? "[scroll-initial-target:nearest]" : undefined}>
            <Link
              href={item.href}
              aria-current={item.current ? "page" : undefined}
              className="flex min-h-9 items-center gap-1.5 border-b-2 border-transparent px-2.5 text-sm font-medium whitespace-nowrap text-fg-muted -outline-offset-2 hover:text-fg aria-[current]:border-accent aria-[current]:text-fg max-sm:min-h-12"
            >
              {item.label}
              {item.count !== undefined && <Count value={item.count} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
