import { MINUTE_MS } from "@/lib/core/durations";

/** What one person gets done in a list, from their first act until nothing is left. */
type Run = {
  began: number;
  acted: number;
  /** How many were there when it began; null if not known. */
  total: number | null;
  done: ReadonlySet<string>;
  /** When nothing was left. */
  cleared: number | null;
};

/** What a list shows: its rows' ids, and whether more follow on other pages. */
export type Shown = { ids: readonly string[]; more: boolean; total: number | null };

export type Progress = { done: number; total: number | null; clearedAfterMs: number | null };

// After a longer pause, the next act begins again.
const PAUSE_MS = 30 * MINUTE_MS;

/** The run after an act on `ids`, which are still among what is shown. */
export function acted(run: Run | null, shown: Shown, now: number): Run {
  if (run && run.cleared === null && now - run.acted < PAUSE_MS) return { ...run, acted: now };
  return {
    began: now,
    acted: now,
    total: shown.more ? shown.total : shown.ids.length,
    done: new Set(),
    cleared: null,
  };
}

/** The run once these are done, or `undone`. */
export function counted(run: Run, ids: readonly string[], isUndone = false): Run {
  const done = new Set(run.done);
  for (const id of ids) {
    if (isUndone) done.delete(id);
    else done.add(id);
  }
  return { ...run, done };
}

/** The run with what its list shows now. It ends once everything is done. */
export function looked(run: Run, { ids, more }: Shown, now: number): Run {
  const isClear = !more && run.done.size > 0 && ids.every((id) => run.done.has(id));
  if (!isClear) return run.cleared === null ? run : { ...run, cleared: null };
  return run.cleared === null ? { ...run, cleared: now } : run;
}

export function progressOf({ began, total, done, cleared }: Run): Progress | null {
  if (done.size === 0) return null;
  // What arrived later counts once it is done.
  const most = total === null ? null : Math.max(total, done.size);
  return { done: done.size, total: most, clearedAfterMs: cleared === null ? null : cleared - began };
}

const runs = new Map<string, Run>();

let list: { key: string; shown: Shown } | null = null;

let told = new Map<string, Progress | null>();

const listeners = new Set<() => void>();

function keep(key: string, run: Run): void {
  if (runs.get(key) === run) return;
  runs.set(key, run);
  told = new Map(told).set(key, progressOf(run));
  for (const listener of listeners) listener();
}

/** Notes what the list on screen shows. `key`: its filter, the same on all its pages. */
export function noteShown(key: string, shown: Shown): void {
  list = { key, shown };
  const run = runs.get(key);
  if (run) keep(key, looked(run, shown, Date.now()));
}

/** The list left the screen. */
export function noteGone(): void {
  list = null;
}

/** An act begins, on what the list still shows. */
export function noteBegun(): void {
  if (list) keep(list.key, acted(runs.get(list.key) ?? null, list.shown, Date.now()));
}

/** The act is done, or undone. */
export function noteDone(ids: readonly string[], isUndone = false): void {
  const run = list && runs.get(list.key);
  if (list && run) keep(list.key, looked(counted(run, ids, isUndone), list.shown, Date.now()));
}

/** Whether the person did this one in this run. */
export const isDone = (id: string): boolean => (list && runs.get(list.key)?.done.has(id)) ?? false;

export const listenToRuns = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const progressIn = (key: string): Progress | null => told.get(key) ?? null;
