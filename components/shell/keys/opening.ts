import { isDone, noteBegun, noteDone } from "@/components/ui/list/run";
import { noteRing } from "./ring";

// The row that is being opened: by a key, or after an act on the open one.

// A page that has not arrived by then is requested again.
export const OPENING_MS = 10_000;

// The row opened last, which may still be loading.
let asked: { id: string | undefined; at: number } | null = null;

const byId = (id: string | undefined) => CSS.escape(id ?? "");

/** Notes that a row is being opened; null gives it up. */
export function noteOpening(row: HTMLElement | null): void {
  asked = row && { id: row.dataset.id, at: performance.now() };
  arriving = null;
}

/** Whether that row, or any, is still loading. */
export function isOnItsWay(row?: HTMLElement): boolean {
  if (!asked || performance.now() - asked.at > OPENING_MS) return false;
  if (row && row.dataset.id !== asked.id) return false;
  return document.querySelector(`[data-id="${byId(asked.id)}"][aria-current]`) === null;
}

// What opens by itself after an act, until it has been on the screen.
let arriving: string | null = null;

/**
 * Whether the next one opens by itself and has not been on the screen yet. Keys pressed until then
 * act on none: neither on the one that is done, nor on one that was not seen yet.
 */
export const isArriving = (): boolean => arriving !== null;

function awaitArrival(id: string): void {
  const until = performance.now() + OPENING_MS;
  arriving = id;
  const look = () => {
    if (arriving !== id) return;
    const page = document.querySelector<HTMLElement>(`[data-open-call="${byId(id)}"]`);
    if (!page && performance.now() < until) requestAnimationFrame(look);
    // The next frame begins after this one was painted.
    else requestAnimationFrame(() => arrived(id, page));
  };
  requestAnimationFrame(look);
}

function arrived(id: string, page: HTMLElement | null): void {
  if (arriving !== id) return;
  arriving = null;
  if (document.activeElement === document.body) page?.focus({ preventScroll: true });
}

const ROWS = "[data-opens-beside] [data-key=row]";

const isOpen = (row: Element) => row.hasAttribute("aria-current");

/** The other rows, in the list's order from the open one on and around; those of others at last. */
function followers(): string[] | null {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex(isOpen);
  if (at === -1) return null;
  const others = [...rows.slice(at + 1), ...rows.slice(0, at)];
  const isPassed = ({ dataset }: HTMLElement) => dataset.passed !== undefined;
  const inOrder = [...others.filter((row) => !isPassed(row)), ...others.filter(isPassed)];
  return inOrder.flatMap(({ dataset }) => dataset.id ?? []);
}

function rowOf(id: string): HTMLElement | null {
  const row = document.querySelector<HTMLElement>(`${ROWS}[data-id="${byId(id)}"]`);
  return row && !isOpen(row) && !isDone(id) ? row : null;
}

export type Act = {
  /** Counts it as done. */
  done: (ids: readonly string[]) => void;
  /**
   * Opens the next row, if the person wants that and there is one. Call it when no dialog is open.
   * @param elsewhere the next one where the page has no list, or none that works yet
   */
  goOn: (elsewhere?: Elsewhere | null) => boolean;
};

type Elsewhere = { id: string; open: () => void };

/** Begins an act on the open row, whose place in the list is known now. */
export function beginAct(): Act {
  const next = followers();
  noteBegun();
  return {
    done: (ids) => noteDone(ids),
    goOn: (elsewhere = null) => {
      if (document.querySelector("[data-open-next]") === null) return false;
      // Until the list's script runs, its links load the whole page anew.
      if (elsewhere && document.querySelector("[data-opens-beside=driven]") === null) {
        awaitArrival(elsewhere.id);
        elsewhere.open();
        return true;
      }
      if (next === null) return false;
      const row = next.map(rowOf).find((one) => one !== null);
      if (row) openRow(row);
      return row !== undefined;
    },
  };
}

function openRow(row: HTMLElement): void {
  const { id = "" } = row.dataset;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
  noteRing(id);
  noteOpening(row);
  awaitArrival(id);
  row.click();
}
