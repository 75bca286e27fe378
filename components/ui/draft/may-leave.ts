/** Asks the page's unsaved edits, which answer by preventing it. */
export const LEAVE_EVENT = "countersign:leave";

/** Whether the page may be left: nothing is unsaved, or the person says so. */
export const mayLeave = (): boolean => document.dispatchEvent(new Event(LEAVE_EVENT, { cancelable: true }));
