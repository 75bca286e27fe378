import type { KeyBinding } from "./binding";
import { isArriving, isOnItsWay, noteOpening, OPENING_MS } from "./opening";
import { AIM_EVENT, noteRing, ringedElsewhere } from "./ring";

function visible(target: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(target)}"]`)].filter((element) =>
    element.checkVisibility(),
  );
}

/**
 * The bar of selected rows. While visible, keys of an open row act on the selection instead. Not in
 * a list that gave way to an open item.
 */
function selectionBar({ onOpen }: KeyBinding): HTMLElement | null {
  const bar = onOpen ? document.querySelector<HTMLElement>("[data-for-selection]") : null;
  return bar?.checkVisibility() ? bar : null;
}

/** The control of a binding. */
function controlOf(binding: KeyBinding): HTMLElement | null {
  const bar = selectionBar(binding);
  return bar
    ? bar.querySelector<HTMLElement>(`[data-key="${CSS.escape(binding.target)}"]`)
    : controlFor(binding.target, binding.onOpen);
}

// The last act: of the open call's own page, else what the newest message says.
const LAST_ACT = "[data-open-call] [data-own-act] [data-key=undo], [data-messages] [data-key=undo]";

/**
 * The control of a key, in order: the open item, the focused row, the open row, the first on the
 * page. A key for what is open never acts on the first row instead.
 */
function controlFor(target: string, onOpen = false): HTMLElement | null {
  const name = `[data-key="${CSS.escape(target)}"]`;
  const last = target === "undo" ? document.querySelector<HTMLElement>(LAST_ACT) : null;
  if (last) return last;
  const beside = document.querySelector<HTMLElement>(`[data-open-call] ${name}`);
  if (beside) return visible(target).find((one) => one.closest("[data-open-call]")) ?? beside;
  const focused = document.activeElement?.closest("[data-row]");
  const open = document.querySelector('[data-row][aria-current], [data-row]:has([aria-current="page"])');
  for (const row of [focused, open]) {
    const own = row?.querySelector<HTMLElement>(name);
    if (own) return own;
  }
  if (onOpen && document.querySelector("[data-open-call]")) return null;
  // Verbs in the More menu have keys too.
  return visible(target)[0] ?? document.querySelector<HTMLElement>(name);
}

/**
 * The control that Esc presses; never a hidden one, such as the selection of a list that gave way.
 */
function closingControl(target: string): HTMLElement | null {
  const control = controlFor(target);
  return control?.checkVisibility() ? control : (visible(target)[0] ?? null);
}

/** Whether a key has something to act on. */
export function isUsable(binding: KeyBinding): boolean {
  if (binding.act === "go") return true;
  const control = binding.act === "close" ? closingControl(binding.target) : controlOf(binding);
  return control !== null && !control.matches(":disabled, [aria-disabled=true]");
}

function moveRow(target: string, step: 1 | -1): void {
  const rows = visible(target);
  const here = document.activeElement?.closest("[data-row]");
  const at = rows.findIndex(
    (row) => row === document.activeElement || (here && row.closest("[data-row]") === here),
  );
  const open = rows.findIndex((row) => row.getAttribute("aria-current") === "page");
  const from = at === -1 ? open : at;
  const to = from === -1 ? besideGap(rows, step) : from + step;
  const next = Math.min(Math.max(to, 0), rows.length - 1);
  rows[next]?.focus();
  rows[next]?.scrollIntoView({ block: "nearest" });
  noteRing(rows[next]?.dataset.id);
  openSoon(rows[next]);
}

/**
 * The next row after the open one left its list: the row that took its place. The first row if none
 * left.
 */
function besideGap(rows: readonly HTMLElement[], step: 1 | -1): number {
  const list = document.querySelector<HTMLElement>("[data-gap]");
  const first = rows.findIndex((row) => list?.contains(row));
  if (!list || first === -1) return 0;
  return first + Number(list.dataset.gap) + (step === 1 ? 0 : -1);
}

// Holding a key passes rows without reading them.
const OPEN_AFTER_MS = 150;

// Below this width a call replaces the list.
const BESIDE = "(width >= 64rem)";

let opening: ReturnType<typeof setTimeout> | undefined;

/**
 * Whether a row opened by key is still loading, and cancels it: the arriving page would drop a new
 * selection or dialog.
 */
export function giveUpOpening(): boolean {
  clearTimeout(opening);
  const given = isOnItsWay();
  noteOpening(null);
  return given;
}

/** Whether the list's script runs: before, a pressed link reloads the page and loses the ring. */
function isDriven(): boolean {
  return document.querySelector("[data-opens-beside=driven]") !== null;
}

/**
 * Opens the row under the ring in lists with a pane, so that ring, pane and key target stay one.
 */
function openSoon(row: HTMLElement | undefined): void {
  clearTimeout(opening);
  if (!row?.closest("[data-opens-beside]") || !matchMedia(BESIDE).matches) return;
  const { id } = row.dataset;
  if (isOnItsWay() ? isOnItsWay(row) : row.hasAttribute("aria-current")) return;
  const since = performance.now();
  const open = () => {
    if (!isDriven() && performance.now() - since < OPENING_MS) {
      opening = setTimeout(open, OPEN_AFTER_MS);
      return;
    }
    const ringed = document.activeElement;
    // The list may have been rendered again, or a dialog may have opened on the row.
    if (!(ringed instanceof HTMLElement) || ringed.dataset.id !== id) return;
    // A person selecting rows wants to act on all of them, not read one.
    if (document.querySelector("dialog[open], [data-opens-beside] :checked")) return;
    noteOpening(ringed);
    ringed.click();
  };
  opening = setTimeout(open, OPEN_AFTER_MS);
}

function cycle(group: HTMLElement): void {
  const radios = [...group.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  const at = radios.findIndex((radio) => radio.checked);
  radios[(at + 1) % radios.length]?.click();
}

/** The search field may be in a closed filter panel, a field of an open item in its closed sheet. */
function focusOn(target: string): boolean {
  let [control] = visible(target);
  if (!control) {
    controlFor(target)?.closest<HTMLElement>("[data-open-call] [popover]:not(:popover-open)")?.showPopover();
    [control] = visible(target);
  }
  if (!control && target === "search") {
    visible("filter")[0]?.click();
    [control] = visible(target);
  }
  control?.focus();
  control?.scrollIntoView({ block: "nearest" });
  control?.dispatchEvent(new Event(AIM_EVENT));
  return control !== undefined;
}

/** Closes the last opened menu or panel, else presses a closing control; one at a time. */
function closeOne(target: string): boolean {
  const menu = [...document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]")].at(-1);
  if (menu) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
    return true;
  }
  const panel = [...document.querySelectorAll<HTMLElement>("[popover]:popover-open")].at(-1);
  if (panel) {
    panel.hidePopover();
    return true;
  }
  const control = closingControl(target);
  control?.click();
  return control !== null;
}

/**
 * Runs a key. A key for the open call first opens the call under the ring, and acts on neither; one
 * pressed before the next call was seen, or its dialog is there, acts on none. Returns false without a target.
 */
export function perform(binding: KeyBinding, options: { shift: boolean }): boolean {
  const { act, target } = binding;
  if (act === "next-row" || act === "previous-row") {
    moveRow(target, act === "next-row" ? 1 : -1);
    return true;
  }
  if (act === "close") return closeOne(target);
  const forMany = selectionBar(binding) !== null;
  const waits = isArriving() || document.querySelector("[data-asking]") !== null;
  if (binding.onOpen && !forMany && waits) return true;
  const elsewhere = binding.onOpen && !forMany ? ringedElsewhere() : null;
  if (elsewhere) {
    elsewhere.click();
    return true;
  }
  if (act === "focus" && !forMany) return focusOn(target);
  const control = controlOf(binding);
  if (!control) return false;
  if (act === "cycle") cycle(control);
  else press(control, options.shift);
  return true;
}

/** Presses as the mouse would; Shift extends a selection. */
function press(control: HTMLElement, shiftKey: boolean): void {
  if (!shiftKey) control.click();
  else control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}
