"use client";

import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { Icon } from "../icon";
import { useHydrated } from "../use-hydrated";
import { type KeptRows, type ServerRows, useRowOrder } from "./use-row-order";

type Place = { scrollTop: number; focused: string | null };

/** A list as it was on the screen last, per browser tab: opening one of its rows renders it anew. */
export function listMemory<Row>() {
  let last: (KeptRows<Row> & Place) | null = null;
  let drawn = false;
  return {
    last: () => last,
    keep: (rows: KeptRows<Row>) => {
      last = { scrollTop: 0, focused: null, ...last, ...rows };
    },
    note: (change: Partial<Place>) => {
      if (last) last = { ...last, ...change };
    },
    /** Whether it is drawn for the first time; asked once. */
    isFirst: () => {
      const first = !drawn;
      drawn = true;
      return first;
    },
  };
}

type ListMemory<Row> = ReturnType<typeof listMemory<Row>>;

type SteadyRows<Row> = KeptRows<Row> & {
  memory: ListMemory<Row>;
  scroller: RefObject<HTMLDivElement | null>;
  showNew: (box: HTMLElement | null) => void;
};

/**
 * The rows of a list that does not move under the pointer; where it comes again it has its order, its place and the focus.
 * @param ring which row keys went to before the list was there. Then the open row gets the focus that no other has.
 */
export function useSteadyRows<Row extends { key: string; id: string; at: number }>(
  memory: ListMemory<Row>,
  page: ServerRows<Row>,
  ring?: () => string | null,
): SteadyRows<Row> {
  const scroller = useRef<HTMLDivElement>(null);
  const { order, bodies, showNew } = useRowOrder(memory.last(), page);
  const { listKey } = page;
  useLayoutEffect(() => memory.keep({ order, bodies }), [memory, order, bodies]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is on the screen
  useLayoutEffect(() => {
    const [box, last] = [scroller.current, memory.last()];
    if (!box || last?.order.key !== listKey) return;
    box.scrollTop = last.scrollTop;
    // A page that was just loaded begins at its beginning, or where keys went before its list was there.
    const first = memory.isFirst();
    const focused = first && ring ? ring() : last.focused;
    if ((focused === null && (first || !ring)) || document.activeElement !== document.body) return;
    // Who went on from the call itself finds the ring on the call that is now open.
    const row = focused === null ? "[aria-current=page]" : `[data-id="${CSS.escape(focused)}"]`;
    box.querySelector<HTMLElement>(`a${row}`)?.focus({ preventScroll: true });
  }, [memory, listKey]);
  return { order, bodies, showNew, memory, scroller };
}

/**
 * A list that does not move under the pointer: rows keep their places, what arrived waits behind a pill until the reader asks
 * for it, and a row that left stays a moment with a note.
 */
export function SteadyList<Row>({
  list: { order, bodies, showNew, memory, scroller },
  label,
  inHtml,
  gap,
  news,
  row: drawnRow,
  empty,
  paging,
}: {
  list: SteadyRows<Row>;
  label: string;
  /** How many rows are there before scripts run. */
  inHtml: number;
  /** How many rows stand before where the open row was, once it left. */
  gap?: number;
  /** What is said of `count` new rows, and the name of the button that shows them. */
  news: (count: number) => { said: string; show: string };
  /** `note`: what became of a row that left. */
  row: (row: Row, note: string | undefined) => ReactNode;
  empty: ReactNode;
  paging: ReactNode;
}) {
  const hydrated = useHydrated();
  const notes = new Map(order.ghosts.map((ghost) => [ghost.id, ghost.note]));
  const drawn = hydrated ? order.shown : order.shown.slice(0, inHtml);
  return (
    <div className="relative min-h-0 grow">
      <NewRows waiting={order.waiting.length} news={news} onShow={() => showNew(scroller.current)} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus went elsewhere */}
      <div
        ref={scroller}
        className="relative lg:h-full lg:overflow-y-auto"
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) memory.note({ focused: null });
        }}
        onScroll={(event) => memory.note({ scrollTop: event.currentTarget.scrollTop })}
      >
        <ul aria-label={label} data-opens-beside={hydrated ? "driven" : ""} data-gap={gap}>
          {drawn.map((key) => {
            const row = bodies.get(key);
            return row && drawnRow(row, notes.get(key));
          })}
        </ul>
        {order.shown.length === 0 ? empty : null}
        {paging}
      </div>
    </div>
  );
}

function NewRows({
  waiting,
  news,
  onShow,
}: {
  waiting: number;
  news: (count: number) => { said: string; show: string };
  onShow: () => void;
}) {
  const { said, show } = news(waiting);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {waiting > 0 ? said : null}
      </p>
      {waiting > 0 ? (
        <button
          type="button"
          data-key="new-rows"
          aria-label={show}
          onClick={onShow}
          // A thumb finds more of it than the eye: what is seen covers no headline.
          className="absolute top-2 left-1/2 z-10 inline-flex -translate-x-1/2 items-center rounded-full max-md:-top-0.5 max-md:min-h-12"
        >
          <span className="inline-flex min-h-7 items-center gap-1 rounded-full bg-accent px-3 font-medium text-accent-fg text-xs">
            {waiting.toLocaleString("en")} new <Icon name="arrow-up" size={14} />
          </span>
        </button>
      ) : null}
    </>
  );
}
