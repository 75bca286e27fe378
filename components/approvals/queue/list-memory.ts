import { type RefObject, useEffect } from "react";
import { listMemory } from "@/components/ui/list/steady-list";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { ListedRow } from "./queue-item";

/** The list as last shown. */
export const memory = listMemory<ListedRow>();

/** Scrolls to the open call or the focused row, which may have been opened by its address. */
export function useOpenInView(scroller: RefObject<HTMLDivElement | null>, selectedId: string | null): void {
  const hydrated = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call is open
  useEffect(() => {
    if (!hydrated) return;
    const row = scroller.current?.querySelector("a[aria-current=page], a:focus");
    row?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [scroller, hydrated, selectedId]);
}
