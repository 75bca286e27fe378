"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { LIST } from "@/components/words/approvals/list";
import { SELECT } from "@/components/words/approvals/select";
import { LIST_SHIFT_EVENT } from "../decide/guards";
import type { AcknowledgeActions } from "../triage/acknowledge-dialog";
import type { BulkActions } from "../triage/bulk/run-together";
import { BULK_MAX, rangeOf, type SelectedCall, type Selection, withCalls } from "../triage/bulk/selection";
import { type AssignActions, useAssign } from "../triage/use-assign";
import { type SnoozeActions, useSnooze } from "../triage/use-snooze";
import { type ListedRow, QueueItem } from "./queue-item";
import { freshOrder, GHOST_MS, mergeOrder, type QueueOrder, showWaiting } from "./queue-order";

const ActNotice = lazy(async () => ({ default: (await import("@/components/ui/act-notice")).ActNotice }));
const BulkBar = lazy(async () => {
  const { BulkBar: bar } = await import("../triage/bulk/bulk-bar");
  return { default: bar };
});

/** Everything that can be done from the list. */
export type QueueActions = AssignActions & SnoozeActions & BulkActions & AcknowledgeActions;

/** What became of rows decided a moment ago: "Approved by Ines". */
export type RecentNote = { id: string; note: string };

type Memory = {
  order: QueueOrder;
  bodies: Map<string, ListedRow>;
  scrollTop: number;
  focused: string | null;
  selection: Selection;
};

// Going from one call to the next renders the list anew; this keeps its order, its place and the focus, per browser tab.
let memory: Memory | null = null;

function shifted(): void {
  window.dispatchEvent(new Event(LIST_SHIFT_EVENT));
}

/**
 * The list that does not move under the pointer: rows keep their places, new ones wait behind a pill, and rows decided
 * elsewhere stay ten seconds, struck through, saying by whom.
 */
export function QueueList({
  listKey,
  label,
  rows,
  recent,
  selectedId,
  nextReturnAt,
  actions,
  empty,
  paging,
}: {
  /** Names the filter and page this list shows. */
  listKey: string;
  label: string;
  rows: readonly ListedRow[];
  recent: readonly RecentNote[];
  selectedId: string | null;
  /** When the next snoozed call comes back. */
  nextReturnAt: Date | null;
  /** Null for those who may not decide: no boxes, no acts. */
  actions: QueueActions | null;
  /** Stands there when no row does. */
  empty: React.ReactNode;
  paging: React.ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const own = useRef(new Map<string, string>());
  const [selection, setSelection] = useState<Selection>(() => memory?.selection ?? new Map());
  const [full, setFull] = useState(false);
  // A result that is being read stays, also when everything selected was done.
  const [barOpen, setBarOpen] = useState(false);
  const anchor = useRef<string | null>(null);
  const noteFor = (key: string, notes: ReadonlyMap<string, string>) =>
    notes.get(key) ?? own.current.get(key) ?? LIST.gone;
  const { order, bodies, showNew } = useRowOrder({ listKey, rows, recent, noteFor });
  useReturn(nextReturnAt);
  const byCall = new Map(rows.flatMap((row) => row.calls.map((call) => [call.id, row.key] as const)));
  const snooze = useSnooze(actions ?? NO_ACTS, (ids, note) => {
    for (const id of ids) own.current.set(byCall.get(id) ?? id, note);
    setSelection((now) => new Map([...now].filter(([id]) => !ids.includes(id))));
  });
  const claim = useAssign(actions ?? NO_ACTS);

  useEffect(() => {
    memory = {
      order,
      bodies,
      selection,
      scrollTop: memory?.scrollTop ?? 0,
      focused: memory?.focused ?? null,
    };
  }, [order, bodies, selection]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || memory?.order.key !== listKey) return;
    box.scrollTop = memory.scrollTop;
    const { focused } = memory;
    if (focused && document.activeElement === document.body) {
      box.querySelector<HTMLElement>(`a[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    }
  }, [listKey]);

  const remember = useCallback((change: Partial<Memory>) => {
    if (memory) memory = { ...memory, ...change };
  }, []);
  const choose = (row: ListedRow, calls: readonly SelectedCall[], selected: boolean, shift: boolean) => {
    const keys = shift ? rangeOf(order.shown, anchor.current, row.key) : [row.key];
    const more = keys.flatMap((key) => (key === row.key ? calls : (bodies.get(key)?.calls ?? [])));
    const next = withCalls(selection, more, selected);
    anchor.current = row.key;
    setFull(next.full);
    setSelection(next.selection);
  };
  const ghosts = new Map(order.ghosts.map((ghost) => [ghost.id, ghost.note]));
  return (
    <>
      <div className="relative min-h-0 grow">
        <NewRows waiting={order.waiting.length} onShow={() => showNew(scroller.current)} />
        <div
          ref={scroller}
          className="lg:h-full lg:overflow-y-auto"
          onScroll={(event) => remember({ scrollTop: event.currentTarget.scrollTop })}
        >
          <ul aria-label={label}>
            {order.shown.map((key) => {
              const row = bodies.get(key);
              if (!row) return null;
              return (
                <QueueItem
                  key={key}
                  row={row}
                  note={ghosts.get(key)}
                  selectedId={selectedId}
                  selection={actions ? selection : null}
                  onFocus={() => remember({ focused: row.id })}
                  onSelect={choose}
                  onSnooze={() => (row.snoozed ? snooze.wake(idsOf(row)) : snooze.begin(row.calls))}
                  onAssign={() => claim.toggle(row.id, row.holder)}
                />
              );
            })}
          </ul>
          {order.shown.length === 0 ? empty : null}
          {paging}
        </div>
      </div>
      <Suspense fallback={null}>
        <ActNotice problem={claim.problem} />
      </Suspense>
      {full ? <p className="px-3.5 py-1.5 text-sm">{SELECT.full(BULK_MAX)}</p> : null}
      {actions && (selection.size > 0 || barOpen) ? (
        <Suspense fallback={null}>
          <BulkBar
            onOpen={setBarOpen}
            selection={selection}
            actions={actions}
            onSnooze={() => snooze.begin([...selection.values()])}
            onDone={(outcomes) => {
              const done = new Set(outcomes.filter((one) => one.state === "done").map((one) => one.id));
              setSelection((now) => new Map([...now].filter(([id]) => !done.has(id))));
            }}
            onClear={() => {
              setFull(false);
              setSelection(new Map());
            }}
          />
        </Suspense>
      ) : null}
      {snooze.dialog}
      {claim.dialog}
    </>
  );
}

const idsOf = (row: ListedRow) => row.calls.map((call) => call.id);

// Hooks run for everybody; without acts nothing on the screen calls these.
const refuse = async () => ({ ok: false as const, code: "FORBIDDEN", message: "", requestId: "" });
const NO_ACTS = { snooze: refuse, wake: refuse, claim: refuse, release: refuse };

function NewRows({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {waiting > 0 ? LIST.newRowsSaid(waiting) : null}
      </p>
      {waiting > 0 ? (
        <button
          type="button"
          data-key="new-rows"
          onClick={onShow}
          className="absolute top-2 left-1/2 z-10 inline-flex min-h-7 -translate-x-1/2 items-center gap-1 rounded-full bg-accent px-3 font-medium text-xs text-accent-fg max-md:min-h-12"
        >
          {LIST.newRows(waiting)} <Icon name="arrow-up" size={14} />
          <span className="sr-only">{LIST.showNew}</span>
        </button>
      ) : null}
    </>
  );
}

/** The rows on the screen, which change only where nobody points. */
function useRowOrder({
  listKey,
  rows,
  recent,
  noteFor,
}: {
  listKey: string;
  rows: readonly ListedRow[];
  recent: readonly RecentNote[];
  noteFor: (key: string, notes: ReadonlyMap<string, string>) => string;
}) {
  const keys = rows.map((row) => row.key);
  const [order, setOrder] = useState<QueueOrder>(() => memory?.order ?? freshOrder(listKey, keys));
  const [bodies, setBodies] = useState<Map<string, ListedRow>>(() => new Map(memory?.bodies));
  const [taken, setTaken] = useState<readonly ListedRow[] | null>(null);
  // New props are taken in while rendering, so that no frame shows the rows in another order first.
  if (taken !== rows) {
    const notes = new Map(recent.map((one) => [one.id, one.note]));
    setTaken(rows);
    setOrder(mergeOrder(order, listKey, keys, (key) => noteFor(key, notes), Date.now()));
    const kept = [...bodies].filter(([key]) => order.shown.includes(key));
    setBodies(new Map([...kept, ...rows.map((row) => [row.key, row] as const)]));
  }
  useEffect(() => {
    if (order.ghosts.length === 0) return;
    const timer = setTimeout(() => {
      const now = rows.map((row) => row.key);
      setOrder((before) => mergeOrder(before, listKey, now, () => LIST.gone, Date.now()));
      shifted();
    }, GHOST_MS);
    return () => clearTimeout(timer);
  }, [order, listKey, rows]);
  const showNew = (box: HTMLElement | null) => {
    setOrder((now) => showWaiting(now, keys));
    box?.scrollTo({ top: 0 });
    shifted();
  };
  return { order, bodies, showNew };
}

// Browsers hold timers to 32 bits; whoever leaves a page open for a day reads it again anyway.
const TIMER_MAX_MS = 86_400_000;

/** Reads the list again when the next snoozed call comes back. */
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
