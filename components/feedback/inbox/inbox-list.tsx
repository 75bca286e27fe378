"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { classNames } from "@/components/ui/class-names";
import { openedPart } from "@/components/ui/lazy-part";
import { Link } from "@/components/ui/link";
import { useKeptSelection } from "@/components/ui/list/kept-selection";
import type { RowOrder } from "@/components/ui/list/row-order";
import { SelectBox } from "@/components/ui/list/select-box";
import { listMemory, SteadyList, useSteadyRows } from "@/components/ui/list/steady-list";
import { usePressedRows } from "@/components/ui/list/use-row-selection";
import { useShown } from "@/components/ui/list/use-shown";
import { counted } from "@/components/words/counts";
import { keptIssues } from "../bulk/kept-issues";
import type { SelectedIssue, Selection } from "../bulk/selection";
import { NothingToMove } from "../issue/nothing-to-move";
import { InboxRowBody } from "./inbox-row";
import { type Place, placeOf } from "./place";
import { type IssuesText, issuesOfText, type ListedIssue } from "./row-text";

const BulkBar = openedPart(() => import("../bulk/bulk-bar").then((part) => part.BulkBar));

/** The reader of the list, and whether they may act on issues. */
export type InboxViewer = { id: string; mayAct: boolean };

const TOPICS = ["feedback"];

const memory = listMemory<ListedIssue>();

let lastPlace: Place = null;

const noteFor = () => undefined;

const news = (count: number) => ({
  said: `${count.toLocaleString("en")} new`,
  show: `Show ${counted(count, "new issue")}`,
});

/** The issues of a page, in a list that does not move under the pointer. */
export function InboxList({
  listKey,
  runKey,
  total,
  issues,
  inHtml,
  more,
  asOf,
  selectedId,
  viewer,
  empty,
  paging,
}: {
  listKey: string;
  /** The filter without the page. */
  runKey: string;
  /** How many issues the whole list has; null if its filters are not counted. */
  total: number | null;
  issues: IssuesText;
  /** Number of rows in the HTML; scripts add the rest. */
  inHtml: number;
  more: boolean;
  asOf: number;
  selectedId: string | null;
  viewer: InboxViewer;
  empty: ReactNode;
  paging: ReactNode;
}) {
  const rows = useMemo(() => issuesOfText(issues, listKey), [issues, listKey]);
  const list = useSteadyRows(memory, { listKey, rows, more, asOf, noteFor });
  useShown(runKey, list, ({ id }) => [id], { more, total });
  const { place, gap } = placeOf(lastPlace, list.order, selectedId);
  useEffect(() => {
    lastPlace = place;
  }, [place]);
  const there = pageOf(list.order, list.bodies);
  const { selection } = useKeptSelection(keptIssues);
  const choose = useChoose(there);
  return (
    <>
      <LiveRefresh topics={TOPICS} />
      <SteadyList
        {...{ list, inHtml, gap, news, empty, paging }}
        label="Issues"
        row={(row, note) =>
          note === undefined ? (
            <Row
              key={row.key}
              row={row}
              open={row.key === selectedId}
              chosen={viewer.mayAct ? { selection, choose } : null}
            />
          ) : (
            <Gone key={row.key} row={row} note={note} />
          )
        }
      />
      {viewer.mayAct && selectedId === null ? (
        <NothingToMove why="Open an issue and choose some of its reports first. M then moves them." />
      ) : null}
      {viewer.mayAct ? <Selected selection={selection} page={there} viewerId={viewer.id} /> : null}
    </>
  );
}

/** The rows on screen that can be selected. */
function pageOf(order: RowOrder, bodies: ReadonlyMap<string, ListedIssue>): ListedIssue[] {
  const gone = new Set(order.ghosts.map(({ id }) => id));
  return order.shown.flatMap((key) => (gone.has(key) ? [] : (bodies.get(key) ?? [])));
}

const issueOf = ({ id, ref, state, seen, href }: ListedIssue): SelectedIssue => ({
  id,
  ref,
  state,
  seen,
  href,
});

type Choose = (key: string, on: boolean, shift: boolean) => void;

/** Selects one row, or with Shift all from the previous one. */
function useChoose(there: readonly ListedIssue[]): Choose {
  const pressed = usePressedRows(there.map((row) => row.key));
  return (key, on, shift) => {
    const keys = pressed(key, shift);
    keptIssues.choose(there.filter((row) => keys.includes(row.key)).map(issueOf), on);
  };
}

function Selected({
  selection,
  page,
  viewerId,
}: {
  selection: Selection;
  page: readonly ListedIssue[];
  viewerId: string;
}) {
  // An open result stays, even after all selected issues are done.
  const [used, setUsed] = useState(false);
  if (selection.size > 0 && !used) setUsed(true);
  return used ? <BulkBar page={page.map(issueOf)} viewerId={viewerId} /> : null;
}

function Gone({ row, note }: { row: ListedIssue; note: string }) {
  return (
    <li className="border-border border-b px-3.5 py-[calc(var(--row-pad)+1px)] text-fg-muted">
      <div className="flex flex-col line-through opacity-70">
        <InboxRowBody row={row.facts} />
      </div>
      <p className="mt-1 font-medium text-fg text-xs">{note}</p>
    </li>
  );
}

function Row({
  row,
  open,
  chosen,
}: {
  row: ListedIssue;
  open: boolean;
  chosen: { selection: Selection; choose: Choose } | null;
}) {
  return (
    <li data-row={row.key} className="border-border border-b">
      <div className="row">
        {chosen ? (
          <SelectBox
            label={`Select ${row.ref}: ${row.label}`}
            checked={chosen.selection.has(row.id)}
            onSelect={(on, shift) => chosen.choose(row.key, on, shift)}
          />
        ) : null}
        <Link
          href={row.href}
          data-key="row"
          data-id={row.key}
          aria-current={open ? "page" : undefined}
          onFocus={() => memory.note({ focused: row.key })}
          className={classNames("row-link", !chosen && "pl-3.5")}
        >
          <InboxRowBody row={row.facts} />
        </Link>
      </div>
    </li>
  );
}
