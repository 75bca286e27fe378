/**
 * The row that has the ring while another call is open beside the list: what is open is then not what is meant. Its link; null while the
 * ring is on what is open, or on no row.
 */
export function ringedElsewhere(): HTMLAnchorElement | null {
  const focused = document.activeElement;
  const row = focused?.closest("[data-opens-beside] [data-row]");
  if (!row || !document.querySelector("[data-open-call]")) return null;
  const link = focused?.closest("a") ?? row.querySelector<HTMLAnchorElement>("[data-key=row]");
  return link?.hasAttribute("aria-current") ? null : link;
}

let movedTo: string | null = null;

/** Keeps to which row a key moved the ring: a list whose script comes later takes the place of the row that has it. */
export function noteRing(id: string | undefined): void {
  movedTo = id ?? null;
}

/** The row that a key moved the ring to last. */
export function notedRing(): string | null {
  return movedTo;
}
