"use client";

import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { beginAct } from "@/components/shell/keys/opening";
import { notedRing } from "@/components/shell/keys/ring";
import { Icon } from "@/components/ui/icon";
import { loadAhead, openedPart } from "@/components/ui/lazy-part";
import { useKeptSelection } from "@/components/ui/list/kept-selection";
import { noteBegun, noteDone } from "@/components/ui/list/run";
import { SteadyList, useSteadyRows } from "@/components/ui/list/steady-list";
import { usePressedRows } from "@/components/ui/list/use-row-selection";
import { useShown } from "@/components/ui/list/use-shown";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { counted } from "@/components/words/counts";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import { isPendingView } from "@/lib/approvals/queue/rules";
import type { QueuePage, QueueRow } from "@/lib/approvals/queue/types";
import { BULK_MAX } from "@/lib/approvals/types";
import { keptCalls, type SelectedCall } from "../triage/bulk/selection";
import { memory, useOpenInView } from "./list-memory";
import type { ListPage, LiveRows, RecentNote } from "./list-page";
import { listed, noteOf } from "./listed-row";
import { type ListedRow, QueueItem } from "./queue-item";
import type { RowAct } from "./row-acts";
import { useListPage } from "./use-list-page";

const loadActs = () => import("./row-acts").then(({ RowActs: part }) => part);
const RowActs = openedPart(loadActs);
const BulkBar = openedPart(() => import("../triage/bulk/bulk-bar").then(({ BulkBar: part }) => part));

const LABELS = { decided: "Decided calls", attention: "Calls that need attention" };

type Props = {
  filter: QueueFilter;
  page: Omit<QueuePage, "rows">;
  rows: readonly QueueRow[];
  viewer: { id: string; mayDecide: boolean };
  /** Number of rows in the HTML; scripts add the rest. */
  inHtml: number;
  selectedId: string | null;
  /** Shown if there are no rows. */
  empty: React.ReactNode;
  paging: React.ReactNode;
};

/** The server's read, each row as the list shows it. */
function useReading({ filter, page, rows, viewer }: Props): { read: ListPage; alike: LiveRows } {
  const { asOf, recent, nextCursor, facets } = page;
  const showTenant = filter.tenant === undefined && facets.tenants.length > 1;
  return useMemo(() => {
    const alike = { showTenant, viewerId: viewer.id };
    const read = {
      listKey: queueList.query(filter),
      rows: rows.map((row) => listed(row, { filter, asOf, ...alike })),
      more: nextCursor !== null,
      asOf: asOf.getTime(),
      recent: recent.map(noteOf),
    };
    return { read, alike };
  }, [filter, rows, asOf, recent, nextCursor, showTenant, viewer.id]);
}

/**
 * The list that does not move under the pointer. Rows keep their places, and new ones wait for a
 * press on a pill. Rows that leave stay ten seconds with the reason, struck through if decided.
 */
export function QueueList(props: Props) {
  const { filter, viewer, inHtml, selectedId, empty, paging } = props;
  const { mayDecide } = viewer;
  const { read, alike } = useReading(props);
  const page = useListPage(read, alike, isPendingView(filter.view));
  const { noteFor, note: noteOwn } = useNotes(page.rows, page.recent);
  const list = useSteadyRows(memory, { ...page, noteFor }, notedRing);
  useShown(queueList.query({ ...filter, cursor: undefined }), list, idsOf, {
    more: page.more,
    total: totalOf(props),
  });
  const chosen = useSelection(list.order.shown, list.bodies);
  useOpenInView(list.scroller, selectedId);
  useReturn(props.page.nextReturnAt);
  const [act, setAct] = useRowAct();
  const snoozed = (ids: readonly string[], note: string) => {
    const act = beginAct();
    noteOwn(ids, note);
    chosen.remove(ids);
    act.done(ids);
    if (selectedId !== null && ids.includes(selectedId)) act.goOn();
  };
  return (
    <>
      <SteadyList
        {...{ list, inHtml, news, empty, paging }}
        heading={groupHeading}
        label={
          filter.view === "decided" || filter.view === "attention"
            ? LABELS[filter.view]
            : "Calls waiting for a decision"
        }
        row={(row, note) => {
          // The note may change while the row is there: the last approval comes a moment after the
          // viewer's own.
          const told = page.recent.find(({ id }) => id === row.key);
          return (
            <QueueItem
              key={row.key}
              row={row}
              note={note === undefined ? undefined : (told?.note ?? note)}
              waits={told?.waits ?? false}
              selectedId={selectedId}
              selection={mayDecide ? chosen.selection : null}
              onFocus={() => memory.note({ focused: row.id })}
              onSelect={chosen.choose}
              onAct={setAct}
            />
          );
        }}
      />
      {mayDecide ? (
        <Selected chosen={chosen} onSnooze={(calls) => setAct({ kind: "snooze", calls })} />
      ) : null}
      {act ? <RowActs act={act} onSnoozed={snoozed} onClose={() => setAct(null)} /> : null}
    </>
  );
}

const idsOf = ({ calls }: ListedRow) => calls.map(({ id }) => id);

/** How many calls the whole list has; null if its filters are not counted. */
function totalOf({ filter, page }: Props): number | null {
  const { view } = filter;
  if (queueList.isNarrowed(filter) || view === "decided" || view === "high") return null;
  return page.counts[view];
}

/** Notes on rows that leave: another person's decision, or the viewer's last action. */
function useNotes(rows: readonly ListedRow[], recent: readonly RecentNote[]) {
  const own = useRef(new Map<string, string>());
  return {
    noteFor: (key: string) => recent.find(({ id }) => id === key)?.note ?? own.current.get(key),
    note: (ids: readonly string[], text: string) => {
      const left = rows.filter(({ calls }) => calls.some((call) => ids.includes(call.id)));
      for (const { key } of left) own.current.set(key, text);
    },
  };
}

/** The last action pressed. Its code loads after the page, before the first press. */
function useRowAct() {
  useEffect(() => loadAhead(loadActs), []);
  return useState<RowAct | null>(null);
}

/** The selected calls, each as seen; `full` if some did not fit. */
function useSelection(shown: readonly string[], bodies: ReadonlyMap<string, ListedRow>) {
  const { selection, full } = useKeptSelection(keptCalls);
  const pressed = usePressedRows(shown);
  return {
    selection,
    full,
    choose: (row: ListedRow, calls: readonly SelectedCall[], selected: boolean, shift: boolean) =>
      keptCalls.choose(
        pressed(row.key, shift).flatMap((key) => (key === row.key ? calls : (bodies.get(key)?.calls ?? []))),
        selected,
      ),
    remove: (ids: readonly string[]) =>
      keptCalls.select(new Map([...keptCalls.now().selection].filter(([id]) => !ids.includes(id)))),
    clear: () => keptCalls.select(new Map()),
  };
}

function Selected({
  chosen,
  onSnooze,
}: {
  chosen: ReturnType<typeof useSelection>;
  onSnooze: (calls: readonly SelectedCall[]) => void;
}) {
  const { selection, full } = chosen;
  // An open result stays, even after all selected calls are done.
  const [open, setOpen] = useState(false);
  return (
    <>
      {full ? (
        <p className="px-3.5 py-1.5 text-sm">
          You can select at most {BULK_MAX} calls at once. The others were not selected.
        </p>
      ) : null}
      {selection.size > 0 || open ? (
        <BulkBar
          onOpen={setOpen}
          selection={selection}
          onSnooze={() => onSnooze([...selection.values()])}
          onDone={(outcomes) => {
            const done = outcomes.filter((one) => one.state === "done").map((one) => one.id);
            noteBegun();
            noteDone(done);
            chosen.remove(done);
          }}
          onClear={chosen.clear}
        />
      ) : null}
    </>
  );
}

/** Names the group of soon expiring calls, and what follows it. */
function groupHeading(row: ListedRow, before: ListedRow | undefined) {
  if (row.soon === (before?.soon ?? false)) return null;
  return (
    <li className="group-heading">
      {row.soon ? <Icon name="clock" size={13} /> : null}
      <span>{row.soon ? "Runs out soon" : "By risk"}</span>
    </li>
  );
}

const news = (count: number) => ({
  said: `${counted(count, "new call", "new calls")} for this list`,
  show: `Show ${counted(count, "new call", "new calls")}`,
});

// Browsers limit timers to 32 bits. A page open for a day is read again anyway.
const TIMER_MAX_MS = 86_400_000;

/** Reads the list again when the next snoozed call returns. */
function useReturn(at: Date | null): void {
  const router = useRouter();
  const { now } = useViewerClock();
  const time = at ? new Date(at).getTime() : null;
  useEffect(() => {
    if (time === null) return;
    const timer = setTimeout(() => router.refresh(), Math.min(Math.max(time - now(), 0) + 250, TIMER_MAX_MS));
    return () => clearTimeout(timer);
  }, [time, router, now]);
}
