/**
 * Sent on `window` after a layout shift: a press right after it may have been meant for the former
 * content.
 */
export const SHIFT_EVENT = "countersign:shift";

export function shifted(): void {
  window.dispatchEvent(new Event(SHIFT_EVENT));
}
