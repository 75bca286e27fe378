// Sent as data and rendered in the browser, which is smaller.
"use client";

import { Fragment } from "react";
import { classNames } from "../class-names";
import { Link } from "../link";
import { NothingCounted } from "./empty-chart";
import { shares } from "./shares";

type BarItem = { label: string; value: number; href?: string; mono?: boolean };

/** A table of figures with names, in the given order, each with a bar. */
export function BarList({ label, items }: { label: string; items: readonly BarItem[] }) {
  if (items.length === 0) return <NothingCounted />;
  const most = Math.max(...items.map(({ value }) => value));
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{label}</caption>
      <colgroup>
        <col />
        <col className="w-16" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Count</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Fragment key={item.href ?? item.label}>
            <tr>
              <th scope="row" className="pt-1 pr-3 text-left align-top font-normal">
                <Name item={item} />
              </th>
              <td className="tnum pt-1 text-right align-top text-fg-muted">
                {item.value.toLocaleString("en")}
              </td>
            </tr>
            {/* Full width, so that the longest bar ends with the list. */}
            <tr aria-hidden>
              <td colSpan={2} className="pt-1 pb-1.5">
                <svg aria-hidden width="100%" height="6" className="block">
                  <rect width="100%" height="6" rx="2" className="fill-sunken" />
                  <rect
                    width={shares([item.value, Math.max(0, most - item.value)])[0]?.width}
                    height="6"
                    rx="2"
                    className="fill-accent"
                  />
                </svg>
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Name({ item }: { item: BarItem }) {
  const look = classNames("foreign block", item.mono && "mono");
  return item.href ? (
    <Link
      href={item.href}
      dir="auto"
      className={classNames(look, "rounded-chip underline-offset-2 hover:underline max-sm:-my-2 max-sm:py-2")}
    >
      {item.label}
    </Link>
  ) : (
    <bdi dir="auto" className={look}>
      {item.label}
    </bdi>
  );
}
