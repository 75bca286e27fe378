"use client";

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { openedPart } from "@/components/ui/lazy-part";
import { Link } from "@/components/ui/link";
import type { RowOrder } from "@/components/ui/list/row-order";
import { type KeptRows, useRowOrder } from "@/components/ui/list/use-row-order";
import { between } from "@/components/ui/selection";
import { useHydrated } from "@/components/ui/use-hydrated";
import { counted } from "@/components/words/counted";
import type { SelectedIssue } from "../bulk/selection";
import { choose, useSelection } from "../bulk/use-selection";
import { InboxRowBody } from "./inbox-row";
import { type Place, placeOf } from "./place";
import { type IssuesText, issuesOfText, type ListedIssue } from "./row-text";

const BulkBar = openedPart(() => import("../bulk/bulk-bar").then((part) => part.BulkBar));

/** Who reads the list, and whether that person may act on issues. */
export type InboxViewer = { id: string; mayAct: boolean };

const TOPICS = ["feedback"];

// Opening an issue renders the list anew; this keeps its order, its place and the focus, per browser tab.
let memory: (KeptRows<ListedIssue> & { scrollTop: number; focused: string | null; place: Place }) | null =
  null;

const noteFor = () => undefined;

/**
 * A list that does not move under the pointer: what arrived waits behind a pill until the reader asks for it, and a row that left the
 * list stays a moment, struck through.
 */
export function SteadyList({
  listKey,
  issues,
  inHtml,
  more,
  asOf,
  selectedId,
  viewer,
  empty,
  paging,
}: {
  /** Names the filter and page this list shows. */
  listKey: string;
  issues: IssuesText;
  /** How many of them are there before scripts run. */
  inHtml: number;
  /** Whether rows follow on another page. */
  more: boolean;
  /** When the server read the rows. */
  asOf: number;
  selectedId: string | null;
  viewer: InboxViewer;
  empty: ReactNode;
  paging: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => issuesOfText(issues, listKey), [issues, listKey]);
  const { order, bodies, showNew } = useRowOrder(memory, { listKey, rows, more, asOf, noteFor });
  const notes = new Map(order.ghosts.map((ghost) => [ghost.id, ghost.note]));
  const { place, gap } = placeOf(memory?.place ?? null, order, selectedId);
  const there = pageOf(order, bodies);
  const chosen = useChosen(there);
  const hydrated = useHydrated();
  const drawn = hydrated ? order.shown : order.shown.slice(0, inHtml);

  useEffect(() => {
    const { scrollTop = 0, focused = null } = memory ?? {};
    memory = { order, bodies, scrollTop, focused, place };
  }, [order, bodies, place]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || memory?.order.key !== listKey) return;
    box.scrollTop = memory.scrollTop;
    if (memory.focused && document.activeElement === document.body)
      box
        .querySelector<HTMLElement>(`a[data-id="${CSS.escape(memory.focused)}"]`)
        ?.focus({ preventScroll: true });
  }, [listKey]);

  return (
    <>
      <div className="relative min-h-0 grow">
        <LiveRefresh topics={TOPICS} />
        <NewRows waiting={order.waiting.length} onShow={() => showNew(scroller.current)} />
        <div
          ref={scroller}
          className="relative lg:h-full lg:overflow-y-auto"
          onScroll={(event) => {
            if (memory) memory.scrollTop = event.currentTarget.scrollTop;
          }}
        >
          <ul aria-label="Issues" data-opens-beside={hydrated ? "driven" : ""} data-gap={gap}>
            {drawn.map((key) => {
              const row = bodies.get(key);
              if (!row) return null;
              const note = notes.get(key);
              if (note !== undefined) return <Gone key={key} row={row} note={note} />;
              return (
                <Row key={key} row={row} open={key === selectedId} chosen={viewer.mayAct ? chosen : null} />
              );
            })}
          </ul>
          {order.shown.length === 0 && empty}
          {paging}
        </div>
      </div>
      {viewer.mayAct ? <Selected chosen={chosen} page={there} viewerId={viewer.id} /> : null}
    </>
  );
}

function NewRows({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {waiting > 0 ? `${waiting.toLocaleString("en")} new` : null}
      </p>
      {waiting > 0 && (
        <button
          type="button"
          data-key="new-rows"
          aria-label={`Show ${counted(waiting, "new issue")}`}
          onClick={onShow}
          className="absolute top-2 left-1/2 z-10 inline-flex min-h-7 -translate-x-1/2 items-center gap-1 rounded-full bg-accent px-3 font-medium text-accent-fg text-xs max-md:min-h-12"
        >
          {waiting.toLocaleString("en")} new <Icon name="arrow-up" size={14} />
        </button>
      )}
    </>
  );
}

/** The rows that are there to be selected, as they are shown. */
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

/** Selecting rows: one, or with Shift all from the one before. */
function useChosen(there: readonly ListedIssue[]) {
  const selection = useSelection();
  const anchor = useRef<string | null>(null);
  return {
    selection,
    choose: (key: string, on: boolean, shift: boolean) => {
      const keys = between(
        there.map((row) => row.key),
        shift ? anchor.current : null,
        key,
      );
      const rows = there.filter((row) => keys.includes(row.key));
      anchor.current = key;
      choose(rows.map(issueOf), on);
    },
  };
}

type Chosen = ReturnType<typeof useChosen>;

function Selected({
  chosen: { selection },
  page,
  viewerId,
}: {
  chosen: Chosen;
  page: readonly ListedIssue[];
  viewerId: string;
}) {
  // A result that is being read stays, also when everything selected was done.
  const [used, setUsed] = useState(false);
  if (selection.size > 0 && !used) setUsed(true);
  return used ? <BulkBar selection={selection} page={page.map(issueOf)} viewerId={viewerId} /> : null;
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

function Row({ row, open, chosen }: { row: ListedIssue; open: boolean; chosen: Chosen | null }) {
  return (
    <li data-row={row.key} className="border-border border-b">
      <div className="row">
        {chosen ? <Box row={row} chosen={chosen} /> : null}
        <Link
          href={row.href}
          scroll={false}
          data-key="row"
          data-id={row.key}
          aria-current={open ? "page" : undefined}
          onFocus={() => {
            if (memory) memory.focused = row.key;
          }}
          className={classNames("row-link", !chosen && "pl-3.5")}
        >
          <InboxRowBody row={row.facts} />
        </Link>
      </div>
    </li>
  );
}

function Box({ row, chosen }: { row: ListedIssue; chosen: Chosen }) {
  const hydrated = useHydrated();
  return (
    <label className="row-box">
      <input
        type="checkbox"
        // A mark set before anybody listens would select nothing.
        disabled={!hydrated}
        data-key="select"
        checked={chosen.selection.has(row.id)}
        aria-label={`Select ${row.ref}: ${row.label}`}
        onChange={({ target, nativeEvent }) =>
          chosen.choose(row.key, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
