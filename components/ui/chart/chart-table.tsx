// Sent as data and rendered in the browser, which is smaller.
"use client";

import { Link } from "../link";

/** The figures of a chart, folded below it. */
export function ChartTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  /** `href` links the first cell to its rows. */
  rows: readonly { id: string; href?: string; cells: readonly string[] }[];
}) {
  return (
    <details className="mt-2" data-no-print>
      <summary className="inline-flex min-h-6 list-none items-center gap-1 rounded-chip text-xs text-fg-muted underline decoration-border-strong underline-offset-2 hover:text-fg hover:decoration-fg max-sm:min-h-12">
        Show as a table
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="mt-1 max-h-72 overflow-auto">
        <table className="w-full text-xs">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              {head.map((name, index) => (
                <th
                  key={name}
                  scope="col"
                  className={index === 0 ? "py-1 pr-3 text-left" : "py-1 pl-3 text-right"}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {row.cells.map((cell, index) =>
                  index === 0 ? (
                    <th
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their places
                      key={index}
                      scope="row"
                      className="border-t border-border py-1 pr-3 text-left font-normal"
                    >
                      {row.href ? (
                        <Link href={row.href} className="underline underline-offset-2">
                          {cell}
                        </Link>
                      ) : (
                        cell
                      )}
                    </th>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their places
                    <td key={index} className="tnum border-t border-border py-1 pl-3 text-right">
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
