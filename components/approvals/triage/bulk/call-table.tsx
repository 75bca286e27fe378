"use client";

import { type Ref, useRef } from "react";
import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useScrollsSideways } from "@/components/ui/use-scrolls-sideways";
import { counted } from "@/components/words/counts";
import {
  beforeOf,
  type CallTable as Table,
  type TableCell,
  type TablePlace,
} from "@/lib/approvals/triage/table";
import type { ArgumentLeaf } from "@/lib/arguments/types";
import { Absent, Value } from "../../arguments/value";
import { shortId } from "../../short-id";

function Before({ leaf }: { leaf: ArgumentLeaf | null }) {
  if (!leaf) return null;
  return (
    <span className="block font-normal text-fg-muted text-xs">
      last approved: <Value leaf={leaf} side="removed" />
    </span>
  );
}

function Now({ cell }: { cell: TableCell | undefined }) {
  if (!cell) return <Absent />;
  if (!("change" in cell)) return <Untrusted>{cell.text}</Untrusted>;
  return cell.after ? <Value leaf={cell.after} /> : <Absent />;
}

/** Arguments use mono: one with the name of a claim does not look like the claim. */
function Name({ place: { label, of } }: { place: TablePlace }) {
  return <Untrusted mono={of === "argument"}>{label}</Untrusted>;
}

/** Values that all calls share, shown once. */
function Same({ table: { same, rows } }: { table: Table }) {
  return (
    <section aria-label="The same in all calls" className="mb-4">
      <h3 className="mb-1 font-bold text-sm">
        {rows.length === 1 ? "What the call says" : `The same in all ${counted(rows.length, "call")}`}
      </h3>
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 gap-y-1 rounded-card border border-border px-3 py-2 text-sm">
        {same.map((place) => (
          <div key={place.key} className="contents">
            <dt className="text-fg-muted wrap-anywhere">
              <Name place={place} />
            </dt>
            <dd className="min-w-0 wrap-anywhere">
              <Now cell={place.cell} />
              <Before leaf={beforeOf(place.cell)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

// Under 640 px each call is a card, and each value has a label.
const CELL =
  "border-border border-b px-2.5 py-1.5 text-left align-top max-sm:block max-sm:border-b-0 max-sm:px-3 max-sm:py-1";

function headOf({ columns, rows }: Table): string {
  if (rows.length === 1) return "The one call that can be approved from here";
  return columns.length === 0 ? "These calls differ only in their ids" : "How they differ";
}

/**
 * Calls of one tool in rows. `end` marks the end of the last value: once visible, the whole table
 * was.
 */
export function CallTable({ table, end }: { table: Table; end: Ref<HTMLSpanElement> }) {
  const region = useRef<HTMLElement>(null);
  const scrolls = useScrollsSideways(region);
  const { columns, rows } = table;
  const mixed = new Set(rows.map(({ item }) => item.risk)).size > 1;
  return (
    <>
      <Same table={table} />
      <h3 className="mb-1 font-bold text-sm">{headOf(table)}</h3>
      <section
        ref={region}
        aria-label={scrolls ? "How the calls differ, scrolls sideways" : undefined}
        tabIndex={scrolls ? 0 : undefined}
        className="overflow-x-auto rounded-card border border-border"
      >
        <table className="w-full border-separate border-spacing-0 text-sm max-sm:block [&_tbody_tr:last-child>*]:border-b-0">
          <thead className="max-sm:sr-only">
            <tr className="text-fg-muted text-xs">
              <th scope="col" className={`${CELL} font-medium`}>
                Call
              </th>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={`${CELL} font-medium`}>
                  <Name place={column} />
                  <Before leaf={column.before} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {rows.map(({ item, cells }, index) => (
              <tr
                key={item.id}
                className="max-sm:block max-sm:border-border max-sm:border-b max-sm:py-1.5 max-sm:last:border-b-0"
              >
                <th scope="row" className={`${CELL} whitespace-nowrap font-medium`}>
                  <span className="inline-flex items-center gap-2">
                    {mixed ? <RiskMark risk={item.risk} /> : null}
                    <Link
                      href={`/approvals/${item.id}`}
                      className="mono inline-flex min-h-6 items-center underline underline-offset-2"
                    >
                      {shortId(item.id)}
                    </Link>
                  </span>
                  {columns.length === 0 && index === rows.length - 1 ? <span ref={end} /> : null}
                </th>
                {columns.map((column, at) => (
                  <td key={column.key} className={`${CELL} min-w-28 max-w-96 wrap-anywhere`}>
                    <span className="mr-2 text-fg-muted sm:hidden">
                      <Name place={column} />
                    </span>
                    <Now cell={cells[at]} />
                    {column.before ? null : <Before leaf={beforeOf(cells[at])} />}
                    {at === columns.length - 1 && index === rows.length - 1 ? (
                      <span ref={end} className="inline-block size-px" />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
