/**
 * A search field lets go of the keyboard: Esc leaves it as it is, Enter searches, ArrowDown goes on to the first row. Then single
 * keys work again. False for any other key or field.
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
