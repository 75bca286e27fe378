import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { callList, type LogFilter } from "@/lib/calls/log/list";

/** A figure that links to its calls; plain if there are none, or the log has no such filter. */
export function Calls({
  value,
  filter,
  label,
  children,
}: {
  value: number;
  filter: LogFilter | null;
  /** Describes the figure for people who hear only the link. */
  label: string;
  children?: ReactNode;
}) {
  const shown = children ?? value.toLocaleString("en");
  if (value === 0 || filter === null) return <span className="text-fg-muted">{shown}</span>;
  return (
    <Link
      href={callList.link(filter)}
      aria-label={label}
      className="inline-flex min-h-6 items-center text-accent hover:underline"
    >
      {shown}
    </Link>
  );
}

/** A table that scrolls sideways if it does not fit. */
export function WideTable({
  label,
  head,
  children,
}: {
  label: string;
  /** The columns; figures align right. */
  head: readonly { name: string; figures?: boolean }[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className="relative overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="text-left text-2xs text-fg-subtle">
          <tr className="[&>th]:px-3 [&>th]:py-2 [&>th]:align-bottom [&>th]:font-medium">
            {head.map(({ name, figures }) => (
              <th key={name} scope="col" className={figures ? "text-right!" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr]:border-t [&>tr]:border-border [&>tr>*]:px-3 [&>tr>*]:py-1.5">
          {children}
        </tbody>
      </table>
    </section>
  );
}
