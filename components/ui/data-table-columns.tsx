"use client";

import { useCallback, useId, useMemo, useRef, useSyncExternalStore } from "react";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { classNames } from "./class-names";
import { type ColumnChoice, parseChoice, storageKey } from "./column-choice";
import { FLOAT, openBeside } from "./float";
import { Icon } from "./icon";

const CHANGED = "countersign:columns";

/**
 * The columns a reader chose to see, kept in this browser. Without a name everything but `hidden`
 * is shown.
 */
export function useColumnChoice(name: string | undefined, hidden: readonly string[] | undefined) {
  const subscribe = useCallback((tell: () => void) => {
    window.addEventListener(CHANGED, tell);
    window.addEventListener("storage", tell);
    return () => {
      window.removeEventListener(CHANGED, tell);
      window.removeEventListener("storage", tell);
    };
  }, []);
  const stored = useSyncExternalStore(
    subscribe,
    () => (name ? readStored(storageKey(name)) : null),
    () => null,
  );
  const visible = useMemo(() => {
    const first = Object.fromEntries((hidden ?? []).map((id) => [id, false]));
    return { ...first, ...parseChoice(stored) };
  }, [stored, hidden]);
  const change = (next: ColumnChoice | ((before: ColumnChoice) => ColumnChoice)) => {
    if (!name) return;
    writeStored(storageKey(name), JSON.stringify(typeof next === "function" ? next(visible) : next));
    window.dispatchEvent(new Event(CHANGED));
  };
  return { visible, change };
}

const forgetful = new Map<string, string>();

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? forgetful.get(key) ?? null;
  } catch {
    return forgetful.get(key) ?? null;
  }
}

function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    forgetful.set(key, value);
  }
}

type ChoosableColumn = {
  id: string;
  getIsVisible: () => boolean;
  toggleVisibility: (on: boolean) => void;
  columnDef: { header?: unknown; meta?: { label?: string } };
};

const nameOf = ({ id, columnDef }: ChoosableColumn) =>
  columnDef.meta?.label ?? (typeof columnDef.header === "string" && columnDef.header ? columnDef.header : id);

/** A button with the columns to show. The last one stays. */
export function ColumnMenu({ columns }: { columns: readonly ChoosableColumn[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLFieldSetElement>(null);
  const shown = columns.filter((column) => column.getIsVisible()).length;
  return (
    <div className="ml-auto">
      <Button
        ref={button}
        size="sm"
        popoverTarget={id}
        onClick={(event) => {
          // Opened here and not by the attribute, for browsers without anchor positioning.
          if (!panel.current || !button.current || panel.current.matches(":popover-open")) return;
          event.preventDefault();
          openBeside(panel.current, button.current, "end");
        }}
      >
        <Icon name="columns" size={14} />
        <span className="max-sm:sr-only">Columns</span>
      </Button>
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        className={classNames("rounded-card border bg-surface px-3 py-2 text-fg shadow-float", FLOAT.end)}
      >
        <legend className="sr-only">Columns to show</legend>
        <div className="flex max-h-80 flex-col gap-0.5 overflow-y-auto">
          {columns.map((column) => (
            <Checkbox
              key={column.id}
              label={nameOf(column)}
              checked={column.getIsVisible()}
              disabled={column.getIsVisible() && shown === 1}
              onChange={(event) => column.toggleVisibility(event.target.checked)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
