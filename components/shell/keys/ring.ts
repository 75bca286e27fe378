/**
 * The link of the row with the ring while another call is open; null while the ring is on the open
 * one, or on no row.
 */
export function ringedElsewhere(): HTMLAnchorElement | null {
  const focused = document.activeElement;
  const row = focused?.closest("[data-opens-beside] [data-row]");
  if (!row || !document.querySelector("[data-open-call]")) return null;
  const link = focused?.closest("a") ?? row.querySelector<HTMLAnchorElement>("[data-key=row]");
  return link?.hasAttribute("aria-current") ? null : link;
}

let movedTo: string | null = null;

/** Stores the row a key moved the ring to, because a late list script replaces the rows. */
export function noteRing(id: string | undefined): void {
  movedTo = id ?? null;
}

/** The row that a key last moved the ring to. */
export function notedRing(): string | null {
  return movedTo;
}

/** Sent to a control that its key moved the focus to. */
export const AIM_EVENT = "countersign:aim";
