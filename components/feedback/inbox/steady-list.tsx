"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Icon } from "@/components/ui/icon";
import { counted } from "@/components/words/counted";

/** One row as the server rendered it. */
type SteadyRow = { id: string; href: string; body: ReactNode };

type Shown = { key: string; ids: readonly string[]; rows: ReadonlyMap<string, SteadyRow> };

const TOPICS = ["feedback"];

// Opening an issue renders the list anew; this keeps its order, its place and the focus, per browser tab.
let memory: { shown: Shown; scrollTop: number; focused: string | null } | null = null;

/** What the screen shows once the server has read the list again: rows keep their places, their words are renewed. */
function merged(before: Shown | null, key: string, rows: readonly SteadyRow[]): Shown {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  // Nobody can point at an empty list, so its first rows need no asking.
  if (!before || before.key !== key || before.ids.length === 0)
    return { key, ids: rows.map((row) => row.id), rows: fresh };
  return { key, ids: before.ids, rows: new Map([...before.rows, ...fresh]) };
}

/** A list that does not move under the pointer: what is new waits behind a pill until the reader asks for it. */
export function SteadyList({
  listKey,
  rows,
  selectedId,
  empty,
  paging,
}: {
  /** Names the filter and page this list shows. */
  listKey: string;
  rows: readonly SteadyRow[];
  selectedId: string | null;
  empty: ReactNode;
  paging: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [taken, setTaken] = useState(rows);
  const [shown, setShown] = useState<Shown>(() => merged(memory?.shown ?? null, listKey, rows));
  // New props are taken in while rendering, so that no frame shows the rows in another order first.
  if (taken !== rows) {
    setTaken(rows);
    setShown(merged(shown, listKey, rows));
  }
  const waiting = rows.filter((row) => !shown.ids.includes(row.id)).length;

  useEffect(() => {
    memory = { shown, scrollTop: memory?.scrollTop ?? 0, focused: memory?.focused ?? null };
  }, [shown]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || memory?.shown.key !== listKey) return;
    box.scrollTop = memory.scrollTop;
    if (memory.focused && document.activeElement === document.body)
      box
        .querySelector<HTMLElement>(`a[data-id="${CSS.escape(memory.focused)}"]`)
        ?.focus({ preventScroll: true });
  }, [listKey]);

  const showNew = () => {
    setShown(merged(null, listKey, rows));
    scroller.current?.scrollTo({ top: 0 });
  };
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
          onClick={showNew}
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
        <ul aria-label="Issues">
          {shown.ids.map((id) => {
            const row = shown.rows.get(id);
            return row ? <Row key={id} row={row} selected={id === selectedId} /> : null;
          })}
        </ul>
        {shown.ids.length === 0 && empty}
        {paging}
      </div>
    </div>
  );
}

function Row({ row, selected }: { row: SteadyRow; selected: boolean }) {
  return (
    <li data-row={row.id} className="border-border border-b">
      <Link
        href={row.href}
        prefetch={false}
        scroll={false}
        data-key="row"
        data-id={row.id}
        aria-current={selected ? "page" : undefined}
        onFocus={() => {
          if (memory) memory.focused = row.id;
        }}
        className="relative flex flex-col px-3.5 py-[calc(var(--row-pad)+1px)] outline-offset-[-2px] hover:bg-sunken aria-[current=page]:bg-selected aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-0 aria-[current=page]:before:left-0 aria-[current=page]:before:w-[3px] aria-[current=page]:before:bg-accent aria-[current=page]:before:content-['']"
      >
        {row.body}
      </Link>
    </li>
  );
}
