// Fields that a person types in, or that use digits and letters themselves.
const FIELD = "input:not([type=radio], [type=checkbox]), textarea, select";

const CHOICE = "[data-choices] input:enabled";

const isField = (target: HTMLElement) => target.matches(FIELD);

/**
 * The keys of every dialog: digits choose, Enter and Ctrl or ⌘ with Enter submit, Esc leaves a field
 * before it closes the dialog. Controls that use a key themselves prevent its default.
 */
export function pressInDialog(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.isComposing || !(target instanceof HTMLElement)) return;
  if (target.closest("dialog") !== dialog) return;
  const isUsed =
    key === "Escape"
      ? leaveField(target, dialog)
      : key === "Enter"
        ? submit(event, dialog)
        : choose(event, dialog);
  if (isUsed) event.preventDefault();
}

function leaveField(target: HTMLElement, dialog: HTMLDialogElement): boolean {
  if (!isField(target)) return false;
  dialog.focus();
  return true;
}

/** Plain Enter in a field of a form is the browser's: it submits from one line, and not from several. */
function submit(event: KeyboardEvent, dialog: HTMLDialogElement): boolean {
  const target = event.target as HTMLElement;
  const isChord = event.ctrlKey || event.metaKey;
  const isPlain = !isChord && !event.shiftKey && !event.altKey;
  const isAlone = target instanceof HTMLInputElement && target.form === null;
  if (!isChord && !(isPlain && (target === dialog || target.matches("select") || isAlone))) return false;
  if (!event.repeat) submitOf(dialog)?.click();
  return true;
}

const submitOf = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLButtonElement>("[data-submit], form button[type=submit]");

/** Chooses by number. A choice that completes the dialog also submits it. */
function choose(event: KeyboardEvent, dialog: HTMLDialogElement): boolean {
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (isField(event.target as HTMLElement)) return false;
  const choice = dialog.querySelectorAll<HTMLInputElement>(CHOICE)[Number(event.key) - 1];
  if (!choice) return false;
  choice.focus();
  choice.click();
  // After React has rendered the choice.
  if ("submits" in choice.dataset && !event.repeat)
    setTimeout(() => {
      if (choice.isConnected && choice.checked) submitOf(dialog)?.click();
    });
  return true;
}
