/** What the parts of every page say. */
export const UI = {
  cancel: "Cancel",
  filters: "Filters",
  clearFilters: "Clear filters",
  applyFilters: "Apply",
};

/** Shown when the answer to an act never came. */
export const UNREACHABLE =
  "The server did not answer, so it is not known whether this was done. Reload the page to see how things are.";
