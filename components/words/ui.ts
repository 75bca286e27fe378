/** Shown when the answer to an act never came. */
export const UNREACHABLE =
  "The server did not answer, so it is not known whether this was done. Reload the page to see how things are.";
