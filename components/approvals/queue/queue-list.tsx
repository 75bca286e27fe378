"use client";

import Link from "next/link";
import { useCallback, useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { QUEUE } from "../copy";
import { LIST_SHIFT_EVENT } from "../decide/guards";
import { freshOrder, GHOST_MS, mergeOrder, type QueueOrder, showWaiting } from "./queue-order";

/** One row as the server rendered it. */
export type ListedRow = { id: string; href: string; body: React.ReactNode };
/** What became of calls decided a moment ago: "Approved by Ines". */
export type RecentNote = { id: string; note: string };

type Memory = {
  order: QueueOrder;
  bodies: Map<string, ListedRow>;
  scrollTop: number;
  focused: string | null;
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
  empty,
  paging,
}: {
  /** Names the filter and page this list shows. */
  listKey: string;
  label: string;
  rows: readonly ListedRow[];
  recent: readonly RecentNote[];
  selectedId: string | null;
  /** Stands there when no row does. */
  empty: React.ReactNode;
  paging: React.ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [order, setOrder] = useState<QueueOrder>(
    () =>
      memory?.order ??
      freshOrder(
        listKey,
        rows.map((row) => row.id),
      ),
  );
  const [bodies, setBodies] = useState<Map<string, ListedRow>>(() => new Map(memory?.bodies));
  const [taken, setTaken] = useState<readonly ListedRow[] | null>(null);

  // New props are taken in while rendering, so that no frame shows the rows in another order first.
  if (taken !== rows) {
    const notes = new Map(recent.map((one) => [one.id, one.note]));
    const ids = rows.map((row) => row.id);
    setTaken(rows);
    setOrder(mergeOrder(order, listKey, ids, (id) => notes.get(id) ?? QUEUE.gone, Date.now()));
    const kept = [...bodies].filter(([id]) => order.shown.includes(id));
    setBodies(new Map([...kept, ...rows.map((row) => [row.id, row] as const)]));
  }

  useEffect(() => {
    memory = {
      order,
      bodies,
      scrollTop: memory?.scrollTop ?? 0,
      focused: memory?.focused ?? null,
    };
    if (order.ghosts.length === 0) return;
    const timer = setTimeout(() => {
      setOrder((now) =>
        mergeOrder(
          now,
          listKey,
          rows.map((row) => row.id),
          () => QUEUE.gone,
          Date.now(),
        ),
      );
      shifted();
    }, GHOST_MS);
    return () => clearTimeout(timer);
  }, [order, bodies, listKey, rows]);

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
  const showNew = () => {
    setOrder((now) =>
      showWaiting(
        now,
        rows.map((row) => row.id),
      ),
    );
    scroller.current?.scrollTo({ top: 0 });
    shifted();
  };
  const waiting = order.waiting.length;
  const ghosts = new Map(order.ghosts.map((ghost) => [ghost.id, ghost.note]));
  return (
    <div className="relative min-h-0 grow">
      <p aria-live="polite" className="sr-only">
        {waiting > 0 ? QUEUE.newRowsSaid(waiting) : null}
      </p>
      {waiting > 0 ? (
        <button
          type="button"
          data-key="new-rows"
          onClick={showNew}
          className="absolute top-2 left-1/2 z-10 inline-flex min-h-7 -translate-x-1/2 items-center gap-1 rounded-full bg-accent px-3 font-medium text-xs text-accent-fg max-md:min-h-12"
        >
          {QUEUE.newRows(waiting)} <Icon name="arrow-up" size={14} />
          <span className="sr-only">{QUEUE.showNew}</span>
        </button>
      ) : null}
      <div
        ref={scroller}
        className="lg:h-full lg:overflow-y-auto"
        onScroll={(event) => remember({ scrollTop: event.currentTarget.scrollTop })}
      >
        <ul aria-label={label}>
          {order.shown.map((id) => {
            const row = bodies.get(id);
            if (!row) return null;
            const note = ghosts.get(id);
            return (
              <li key={id} className="border-border border-b">
                {note === undefined ? (
                  <RowLink row={row} selected={id === selectedId} onFocus={() => remember({ focused: id })} />
                ) : (
                  <div className="px-3.5 py-[11px] text-fg-muted">
                    <div className="line-through opacity-70">{row.body}</div>
                    <p className="mt-1 font-medium text-xs text-fg">{note}</p>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
        {order.shown.length === 0 ? empty : null}
        {paging}
      </div>
    </div>
  );
}

function RowLink({ row, selected, onFocus }: { row: ListedRow; selected: boolean; onFocus: () => void }) {
  return (
    <Link
      href={row.href}
      prefetch={false}
      scroll={false}
      data-key="row"
      data-id={row.id}
      aria-current={selected ? "page" : undefined}
      onFocus={onFocus}
      className="relative flex flex-col px-3.5 py-[11px] outline-offset-[-2px] hover:bg-sunken focus-visible:outline-2 focus-visible:outline-focus aria-[current=page]:bg-selected aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-0 aria-[current=page]:before:left-0 aria-[current=page]:before:w-[3px] aria-[current=page]:before:bg-accent aria-[current=page]:before:content-['']"
    >
      {row.body}
    </Link>
  );
}
