import { type RefObject, useEffect } from "react";
import { listMemory } from "@/components/ui/list/steady-list";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { ListedRow } from "./queue-item";

/** The list as it was on the screen last. */
export const memory = listMemory<ListedRow>();

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
