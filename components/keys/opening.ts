/** What a page can open over itself. */
export type Opened = "palette" | "sheet";

const OPEN_EVENT = "countersign:open";

/** Opens the palette or the sheet of keys, wherever on the page the wish comes from. */
export function openOver(what: Opened): void {
  document.dispatchEvent(new CustomEvent<Opened>(OPEN_EVENT, { detail: what }));
}

/** Calls back when somebody wants one of them open. Returns how to stop. */
export function onOpening(open: (what: Opened) => void): () => void {
  const heard = (event: Event) => {
    if (event instanceof CustomEvent) open(event.detail as Opened);
  };
  document.addEventListener(OPEN_EVENT, heard);
  return () => document.removeEventListener(OPEN_EVENT, heard);
}
