import type { KeyBinding } from "./binding";

function visible(target: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(target)}"]`)].filter((element) =>
    element.checkVisibility(),
  );
}

/** Where the row leads that has the ring, while something else is open beside the list: what is open is then not what is meant. */
function ringedElsewhere(): HTMLAnchorElement | null {
  const row = document.activeElement?.closest("[data-row]");
  if (!row || !document.querySelector("[data-open-beside]")) return null;
  const link = document.activeElement?.closest("a") ?? row.querySelector<HTMLAnchorElement>("[data-key=row]");
  return link?.hasAttribute("aria-current") ? null : link;
}

/**
 * The control a key is for: what is open beside the list has it first, then the row that has the focus, then the open row, then
 * the first on the page.
 */
function controlFor(target: string): HTMLElement | null {
  const name = `[data-key="${CSS.escape(target)}"]`;
  const beside = document.querySelector<HTMLElement>(`[data-open-beside] ${name}`);
  if (beside) return visible(target).find((one) => one.closest("[data-open-beside]")) ?? beside;
  const focused = document.activeElement?.closest("[data-row]");
  const open = document.querySelector('[data-row][aria-current], [data-row]:has([aria-current="page"])');
  for (const row of [focused, open]) {
    const own = row?.querySelector<HTMLElement>(name);
    if (own) return own;
  }
  // A verb behind More has its key too.
  return visible(target)[0] ?? document.querySelector<HTMLElement>(name);
}

/** Whether a key has something to act on here and now. */
export function isUsable(binding: KeyBinding): boolean {
  if (binding.act === "go") return true;
  const control = controlFor(binding.target);
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
  const next = from === -1 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1);
  rows[next]?.focus();
  rows[next]?.scrollIntoView({ block: "nearest" });
  openSoon(rows[next]);
}

// Who holds the key down passes rows without reading them.
const OPEN_AFTER_MS = 150;

// Below this width a call takes the list's place.
const BESIDE = "(width >= 64rem)";

// A page that has not come after this long is asked for again.
const OPENING_MS = 10_000;

let opening: ReturnType<typeof setTimeout> | undefined;

// The row that was opened last and may be on its way.
let asked: { id: string | undefined; at: number } | null = null;

function isOnItsWay(): boolean {
  if (!asked || performance.now() - asked.at > OPENING_MS) return false;
  return document.querySelector(`[data-id="${CSS.escape(asked.id ?? "")}"][aria-current]`) === null;
}

/** Opens the row the ring came to, in lists that stand beside what they open: the ring, what is shown and what a key does are then one. */
function openSoon(row: HTMLElement | undefined): void {
  clearTimeout(opening);
  if (!row?.closest("[data-opens-beside]") || !matchMedia(BESIDE).matches) return;
  const { id } = row.dataset;
  if (isOnItsWay() ? asked?.id === id : row.hasAttribute("aria-current")) return;
  opening = setTimeout(() => {
    const ringed = document.activeElement;
    // The list may have been rendered anew meanwhile; and a dialog that came up is about the row as it is.
    if (!(ringed instanceof HTMLElement) || ringed.dataset.id !== id) return;
    // Who selects rows is on the way to act on all of them, not to read one.
    if (document.querySelector("dialog[open], [data-opens-beside] :checked")) return;
    asked = { id, at: performance.now() };
    ringed.click();
  }, OPEN_AFTER_MS);
}

function cycle(group: HTMLElement): void {
  const radios = [...group.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  const at = radios.findIndex((radio) => radio.checked);
  radios[(at + 1) % radios.length]?.click();
}

/** The search field may be in a filter panel that is closed. */
function focusOn(target: string): boolean {
  let [control] = visible(target);
  if (!control && target === "search") {
    visible("filter")[0]?.click();
    [control] = visible(target);
  }
  control?.focus();
  control?.scrollIntoView({ block: "nearest" });
  return control !== undefined;
}

/** Closes the menu or panel that opened last, else presses what closes or clears something; one thing at a time. */
function closeOne(target: string): boolean {
  const menu = [...document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]")].at(-1);
  if (menu) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
    return true;
  }
  const control = controlFor(target);
  control?.click();
  return control !== null;
}

/**
 * Does what a key is for. What is for the open call opens the one that has the ring first, and does nothing to either.
 * False when there is nothing here that it could act on.
 */
export function perform(binding: KeyBinding, options: { shift: boolean }): boolean {
  const { act, target } = binding;
  if (act === "next-row" || act === "previous-row") {
    moveRow(target, act === "next-row" ? 1 : -1);
    return true;
  }
  if (act === "close") return closeOne(target);
  const elsewhere = binding.onOpen ? ringedElsewhere() : null;
  if (elsewhere) {
    elsewhere.click();
    return true;
  }
  if (act === "focus") return focusOn(target);
  const control = controlFor(target);
  if (!control) return false;
  if (act === "cycle") cycle(control);
  else press(control, options.shift);
  return true;
}

/** As the mouse would; Shift extends a selection. */
function press(control: HTMLElement, shiftKey: boolean): void {
  if (!shiftKey) control.click();
  else control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}
