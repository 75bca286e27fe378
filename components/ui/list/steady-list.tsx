"use client";

import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { Icon } from "../icon";
import { useHydrated } from "../use-hydrated";
import { type KeptRows, type ServerRows, useRowOrder } from "./use-row-order";

type Place = { scrollTop: number; focused: string | null };

/** The list as last shown, per browser tab: opening a row renders it again. */
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
    /** Whether this is the first render; asked once. */
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
 * The rows of a list that does not move under the pointer. A returning list restores order, scroll
 * position and focus.
 * @param ring the row keys moved to before the list existed; the open row then takes a free focus
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
    // A newly loaded page starts at the top, or at the row keys moved to before.
    const first = memory.isFirst();
    const focused = first && ring ? ring() : last.focused;
    if ((focused === null && (first || !ring)) || document.activeElement !== document.body) return;
    // After navigating from the call's own page, the ring is on the open call.
    const row = focused === null ? "[aria-current=page]" : `[data-id="${CSS.escape(focused)}"]`;
    box.querySelector<HTMLElement>(`a${row}`)?.focus({ preventScroll: true });
  }, [memory, listKey]);
  useFocusInList(scroller, memory, { order, bodies });
  return { order, bodies, showNew, memory, scroller };
}

/**
 * A row that leaves takes the focus with it. Then its page gets it, if it is the open one: J goes on
 * from its place. Else the next row does.
 */
function useFocusInList<Row extends { id: string }>(
  scroller: RefObject<HTMLDivElement | null>,
  memory: ListMemory<Row>,
  { order, bodies }: KeptRows<Row>,
): void {
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = order.shown.flatMap((key) => bodies.get(key)?.id ?? []);
    const focused = memory.last()?.focused ?? null;
    if (focused === null || document.activeElement !== document.body) return;
    const rowOf = (id: string) =>
      scroller.current?.querySelector<HTMLElement>(`a[data-id="${CSS.escape(id)}"]`);
    const at = was.indexOf(focused);
    if (at === -1 || rowOf(focused)) return;
    const open = document.querySelector<HTMLElement>(`[data-open-call="${CSS.escape(focused)}"]`);
    if (open) return open.focus({ preventScroll: true });
    const next = [...was.slice(at + 1), ...was.slice(0, at).reverse()].find(rowOf);
    if (next) rowOf(next)?.focus({ preventScroll: true });
  }, [scroller, memory, order, bodies]);
}

/**
 * A list that does not move under the pointer. Rows keep their places, arrivals wait for a press on
 * a pill, and removed rows stay for a moment with a note.
 */
export function SteadyList<Row>({
  list: { order, bodies, showNew, memory, scroller },
  label,
  inHtml,
  gap,
  news,
  row: drawnRow,
  heading,
  empty,
  paging,
}: {
  list: SteadyRows<Row>;
  label: string;
  /** Number of rows in the HTML before scripts run. */
  inHtml: number;
  /** The number of rows before the open one's place, once it left. */
  gap?: number;
  /** The text for `count` new rows, and the label of the button that shows them. */
  news: (count: number) => { said: string; show: string };
  /** `note`: why the row was removed. */
  row: (row: Row, note: string | undefined) => ReactNode;
  /** The heading of the group that begins with this row; null within a group. */
  heading?: (row: Row, before: Row | undefined) => ReactNode;
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
          {drawn.map((key, index) => {
            const row = bodies.get(key);
            if (!row) return null;
            return (
              <Fragment key={key}>
                {heading?.(row, bodies.get(drawn[index - 1] ?? ""))}
                {drawnRow(row, notes.get(key))}
              </Fragment>
            );
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
          // The touch target is larger than the visible pill, which covers no headline.
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
