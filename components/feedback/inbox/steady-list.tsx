"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { type KeptRows, useRowOrder } from "@/components/ui/list/use-row-order";
import { counted } from "@/components/words/counted";

/** One row as the server rendered it. */
type SteadyRow = { key: string; at: number; href: string; body: ReactNode };

const TOPICS = ["feedback"];

// Opening an issue renders the list anew; this keeps its order, its place and the focus, per browser tab.
let memory: (KeptRows<SteadyRow> & { scrollTop: number; focused: string | null }) | null = null;

const noteFor = () => undefined;

/**
 * A list that does not move under the pointer: what arrived waits behind a pill until the reader asks for it, and a row that left the
 * list stays a moment, struck through.
 */
export function SteadyList({
  listKey,
  rows,
  more,
  asOf,
  selectedId,
  empty,
  paging,
}: {
  /** Names the filter and page this list shows. */
  listKey: string;
  rows: readonly SteadyRow[];
  /** Whether rows follow on another page. */
  more: boolean;
  /** When the server read the rows. */
  asOf: number;
  selectedId: string | null;
  empty: ReactNode;
  paging: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { order, bodies, showNew } = useRowOrder(memory, { listKey, rows, more, asOf, noteFor });
  const waiting = order.waiting.length;
  const notes = new Map(order.ghosts.map((ghost) => [ghost.id, ghost.note]));

  useEffect(() => {
    const { scrollTop = 0, focused = null } = memory ?? {};
    memory = { order, bodies, scrollTop, focused };
  }, [order, bodies]);
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
    <div className="relative min-h-0 grow">
      <LiveRefresh topics={TOPICS} />
      <p aria-live="polite" className="sr-only">
        {waiting > 0 ? `${waiting.toLocaleString("en")} new` : null}
      </p>
      {waiting > 0 && (
        <button
          type="button"
          data-key="new-rows"
          aria-label={`Show ${counted(waiting, "new issue")}`}
          onClick={() => showNew(scroller.current)}
          className="absolute top-2 left-1/2 z-10 inline-flex min-h-7 -translate-x-1/2 items-center gap-1 rounded-full bg-accent px-3 font-medium text-accent-fg text-xs max-md:min-h-12"
        >
          {waiting.toLocaleString("en")} new <Icon name="arrow-up" size={14} />
        </button>
      )}
      <div
        ref={scroller}
        className="relative lg:h-full lg:overflow-y-auto"
        onScroll={(event) => {
          if (memory) memory.scrollTop = event.currentTarget.scrollTop;
        }}
      >
        <ul aria-label="Issues" data-opens-beside>
          {order.shown.map((key) => {
            const row = bodies.get(key);
            if (!row) return null;
            const note = notes.get(key);
            if (note !== undefined) return <Gone key={key} row={row} note={note} />;
            return <Row key={key} row={row} selected={key === selectedId} />;
          })}
        </ul>
        {order.shown.length === 0 && empty}
        {paging}
      </div>
    </div>
  );
}

function Gone({ row, note }: { row: SteadyRow; note: string }) {
  return (
    <li className="border-border border-b px-3.5 py-[calc(var(--row-pad)+1px)] text-fg-muted">
      <div className="flex flex-col line-through opacity-70">{row.body}</div>
      <p className="mt-1 font-medium text-fg text-xs">{note}</p>
    </li>
  );
}

function Row({ row, selected }: { row: SteadyRow; selected: boolean }) {
  return (
    <li data-row={row.key} className="border-border border-b">
      <Link
        href={row.href}
        scroll={false}
        data-key="row"
        data-id={row.key}
        aria-current={selected ? "page" : undefined}
        onFocus={() => {
          if (memory) memory.focused = row.key;
        }}
        className="relative flex flex-col px-3.5 py-[calc(var(--row-pad)+1px)] outline-offset-[-2px] hover:bg-sunken aria-[current=page]:bg-selected aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-0 aria-[current=page]:before:left-0 aria-[current=page]:before:w-[3px] aria-[current=page]:before:bg-accent aria-[current=page]:before:content-['']"
      >
        {row.body}
      </Link>
    </li>
  );
}
