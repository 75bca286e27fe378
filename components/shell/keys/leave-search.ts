/**
 * Leaves a search field: Esc keeps the text, Enter searches, ArrowDown moves to the first row.
 * Single keys work again. Returns false for other keys or fields.
 */
export function leaveSearch(event: KeyboardEvent): boolean {
  const field = event.target;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  if (!(field instanceof HTMLInputElement) || field.dataset.key !== "search") return false;
  if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return false;
  event.preventDefault();
  if (event.key === "Enter") field.form?.requestSubmit();
  field.blur();
  if (event.key === "ArrowDown") firstRow()?.focus();
  return true;
}

function firstRow(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("[data-key=row]")].find((row) => row.checkVisibility());
}
