import { type RefObject, useEffect, useLayoutEffect } from "react";
import { notedRing } from "@/components/shell/keys/ring";
import type { KeptRows } from "@/components/ui/list/use-row-order";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Selection } from "../triage/bulk/selection";
import type { ListedRow } from "./queue-item";

type Memory = KeptRows<ListedRow> & {
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
  useLayoutEffect(() => {
    const { scrollTop = 0, focused = null } = memory ?? {};
    memory = { order, bodies, selection, scrollTop, focused };
  }, [order, bodies, selection]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || memory?.order.key !== listKey) return;
    box.scrollTop = memory.scrollTop;
    // A page that was just loaded begins at its beginning, or where keys went before its list was there.
    const focused = loaded ? memory.focused : notedRing();
    const first = !loaded;
    loaded = true;
    if ((first && focused === null) || document.activeElement !== document.body) return;
    // Who went on from the call itself finds the ring on the call that is now open.
    const row = focused === null ? "[aria-current=page]" : `[data-id="${CSS.escape(focused)}"]`;
    box.querySelector<HTMLElement>(`a${row}`)?.focus({ preventScroll: true });
  }, [scroller, listKey]);
}

/** Brings the call that is open, or the row that has the focus, to where it is seen: it may have been opened by its address. */
export function useOpenInView(scroller: RefObject<HTMLDivElement | null>, selectedId: string | null): void {
  const hydrated = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call is open
  useEffect(() => {
    if (!hydrated) return;
    const row = scroller.current?.querySelector("a[aria-current=page], a:focus");
    row?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [scroller, hydrated, selectedId]);
}

/** The list as it was on the screen last. */
export function rememberedRows(): KeptRows<ListedRow> | null {
  return memory;
}
