import type { KeyBinding } from "./binding";

function visible(target: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(target)}"]`)].filter((element) =>
    element.checkVisibility(),
  );
}

/** The control a key is for: in the row that has the focus, else in the one that is open, else the first on the page. */
function controlFor(target: string): HTMLElement | null {
  const name = `[data-key="${CSS.escape(target)}"]`;
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

/** Does what a key is for. False when there is nothing here that it could act on. */
export function perform(binding: KeyBinding, options: { shift: boolean }): boolean {
  const { act, target } = binding;
  if (act === "next-row" || act === "previous-row") {
    moveRow(target, act === "next-row" ? 1 : -1);
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
