/** What a page can open over itself. */
export type Opened = "palette" | "sheet";

const OPEN_EVENT = "countersign:open";

// What was wished for and nobody has heard yet.
let wished: Opened | null = null;

/** Opens the palette or the sheet of keys, wherever on the page the wish comes from; as soon as they are loaded. */
export function openOver(what: Opened): void {
  wished = what;
  document.dispatchEvent(new Event(OPEN_EVENT));
}

/** Calls back when one of them is to open. Returns how to stop. */
export function onOpening(open: (what: Opened) => void): () => void {
  const heard = () => {
    if (wished) open(wished);
    wished = null;
  };
  document.addEventListener(OPEN_EVENT, heard);
  heard();
  return () => document.removeEventListener(OPEN_EVENT, heard);
}
