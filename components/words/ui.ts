/** Shown if no response to an action arrived. */
export const UNREACHABLE =
  "The server did not answer, so this may or may not be done. Reload the page to see the current state.";

/** Asked before a page with unsaved edits is left. */
export const LEAVE = "Leave this page? Your changes are not saved.";
