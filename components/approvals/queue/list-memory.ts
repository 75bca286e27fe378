import { type RefObject, useEffect, useState } from "react";
import { shifted } from "@/components/ui/shift";
import type { Selection } from "../triage/bulk/selection";
import type { ListedRow } from "./queue-item";
import { freshOrder, GHOST_MS, mergeOrder, type QueueOrder } from "./queue-order";

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

let loaded = false;

/** What was selected when the list was last on the screen. */
export function rememberedSelection(): Selection {
  return memory?.selection ?? new Map();
}

/** Keeps where the list is scrolled to, or which row has the focus. */
export function remember(change: Partial<Pick<Memory, "scrollTop" | "focused">>): void {
  if (memory) memory = { ...memory, ...change };
}

/** Keeps the list for the next time, and takes this one back to its place and focus. */
export function useListMemory(
  scroller: RefObject<HTMLDivElement | null>,
  listKey: string,
  { order, bodies, selection }: Pick<Memory, "order" | "bodies" | "selection">,
): void {
  useEffect(() => {
    const { scrollTop = 0, focused = null } = memory ?? {};
    memory = { order, bodies, selection, scrollTop, focused };
  }, [order, bodies, selection]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || memory?.order.key !== listKey) return;
    box.scrollTop = memory.scrollTop;
    // A page that was just loaded begins at its beginning.
    const first = !loaded;
    loaded = true;
    if (first || document.activeElement !== document.body) return;
    // Who went on from the call itself finds the ring on the call that is now open.
    const row = memory.focused === null ? "[aria-current=page]" : `[data-id="${CSS.escape(memory.focused)}"]`;
    box.querySelector<HTMLElement>(`a${row}`)?.focus({ preventScroll: true });
  }, [scroller, listKey]);
}

/** The rows on the screen, which change only where nobody points. */
export function useRowOrder({
  listKey,
  rows,
  more,
  asOf,
  recent,
  own,
}: {
  listKey: string;
  rows: readonly ListedRow[];
  /** Whether rows follow on another page. */
  more: boolean;
  /** When the server read the rows. */
  asOf: number;
  recent: readonly RecentNote[];
  /** What the viewer just did to rows that leave. */
  own: RefObject<Map<string, string>>;
}) {
  const page = { key: listKey, rows, more, asOf };
  const [order, setOrder] = useState<QueueOrder>(() => memory?.order ?? freshOrder(page));
  const [bodies, setBodies] = useState<Map<string, ListedRow>>(() => new Map(memory?.bodies));
  const [taken, setTaken] = useState<readonly ListedRow[] | null>(null);
  // New props are taken in while rendering, so that no frame shows the rows in another order first.
  if (taken !== rows) {
    const notes = new Map(recent.map((one) => [one.id, one.note]));
    const noteFor = (key: string) => notes.get(key) ?? own.current.get(key);
    setTaken(rows);
    setOrder(mergeOrder(order, page, noteFor, Date.now()));
    const kept = [...bodies].filter(([key]) => order.shown.includes(key));
    setBodies(new Map([...kept, ...rows.map((row) => [row.key, row] as const)]));
  }
  useEffect(() => {
    if (order.ghosts.length === 0) return;
    const timer = setTimeout(() => {
      const now = { key: listKey, rows, more, asOf };
      setOrder((before) => mergeOrder(before, now, () => undefined, Date.now()));
      shifted();
    }, GHOST_MS);
    return () => clearTimeout(timer);
  }, [order, listKey, rows, more, asOf]);
  const showNew = (box: HTMLElement | null) => {
    setOrder(freshOrder(page));
    box?.scrollTo({ top: 0 });
    shifted();
  };
  return { order, bodies, showNew };
}
