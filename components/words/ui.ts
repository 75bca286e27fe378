/** What the parts of every page say. */
export const UI = {
  close: "Close",
  cancel: "Cancel",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Could not copy: select the text instead",
  crumbs: "Where you are",
  filters: "Filters",
  clearFilters: "Clear filters",
  applyFilters: "Apply",
  requestId: "Request",
  undo: "Undo",
  dismiss: "Dismiss",
  secretOnce: "Copy it now: it is stored only as a fingerprint and cannot be shown again.",
};

/** The name of the place where messages appear. */
export const MESSAGES = "Messages";

/** Shown when the answer to an act never came. */
export const UNREACHABLE =
  "The server did not answer, so it is not known whether this was done. Reload the page to see how things are.";

/** What to type before a consequential act is unlocked. */
export const typeToConfirm = (word: string) => `Type ${word} to confirm`;
