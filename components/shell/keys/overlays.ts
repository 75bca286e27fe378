/** The overlays of a page. */
export type Opened = "palette" | "sheet";

const OPEN_EVENT = "countersign:open";

// Requested before a listener exists.
let wished: Opened | null = null;

/** Opens the palette or the key sheet from anywhere on the page, once loaded. */
export function openOver(what: Opened): void {
  wished = what;
  document.dispatchEvent(new Event(OPEN_EVENT));
}

/** Calls back when an overlay opens. Returns the unsubscribe function. */
export function onOpening(open: (what: Opened) => void): () => void {
  const heard = () => {
    if (wished) open(wished);
    wished = null;
  };
  document.addEventListener(OPEN_EVENT, heard);
  heard();
  return () => document.removeEventListener(OPEN_EVENT, heard);
}
