"use client";

import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Something that is chosen: by its id, with what acts on it need. */
type Chosen<T> = ReadonlyMap<string, T>;

type Choosing = {
  chosen: Chosen<unknown>;
  toggle: (id: string, of: unknown, range: boolean) => void;
  clear: () => void;
};

const Context = createContext<Choosing | null>(null);

/** Rows that can be chosen: which are, as long as they are on the page. `ids` is their order, for Shift. */
export function ChoosingProvider({
  rows,
  children,
}: {
  rows: readonly { id: string; of: unknown }[];
  children: ReactNode;
}) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const value = useMemo((): Choosing => {
    const chosen = new Map(rows.flatMap(({ id, of }) => (ids.has(id) ? [[id, of] as const] : [])));
    return {
      chosen,
      clear: () => setIds(new Set()),
      toggle: (id, _of, range) => {
        const order = rows.map((row) => row.id);
        const [here, there] = [order.indexOf(id), order.indexOf(last.current ?? id)];
        const touched =
          range && there >= 0 ? order.slice(Math.min(here, there), Math.max(here, there) + 1) : [id];
        last.current = id;
        const on = !ids.has(id);
        const next = new Set(chosen.keys());
        for (const one of touched) {
          if (on) next.add(one);
          else next.delete(one);
        }
        setIds(next);
      },
    };
  }, [rows, ids]);
  return <Context value={value}>{children}</Context>;
}

/** What is chosen among the rows of the page. */
export function useChosen<T>(): { chosen: Chosen<T>; clear: () => void } {
  const choosing = useContext(Context);
  if (!choosing) throw new Error("nothing can be chosen here");
  return { chosen: choosing.chosen as Chosen<T>, clear: choosing.clear };
}

/** The box that chooses a row; with Shift, all up to it. */
export function ChooseBox({ id, label }: { id: string; label: string }) {
  const choosing = useContext(Context);
  const hydrated = useHydrated();
  if (!choosing) return null;
  return (
    <label className="-my-1 inline-flex min-h-6 min-w-6 items-center justify-center max-sm:min-h-12 max-sm:min-w-8">
      <input
        type="checkbox"
        // A mark set before anybody listens would choose nothing.
        disabled={!hydrated}
        data-key="select"
        checked={choosing.chosen.has(id)}
        aria-label={label}
        className="size-3.5 accent-accent"
        onChange={({ nativeEvent }) =>
          choosing.toggle(id, null, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
