/** Sent on `window` when something moved by itself: a press that comes right after may have been meant for what stood there before. */
export const SHIFT_EVENT = "countersign:shift";

/** Says that something moved. */
export function shifted(): void {
  window.dispatchEvent(new Event(SHIFT_EVENT));
}
