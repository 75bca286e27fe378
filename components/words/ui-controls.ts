import { counted } from "./counted";

/** What menus, choices and their fields say. */
export const COMBOBOX = {
  open: "Show the choices",
  clear: "Clear the choice",
  none: "Nothing fits what you typed.",
  removed: (label: string) => `Remove ${label}`,
  chosen: (count: number) => counted(count, "choice"),
  found: (count: number) => (count === 0 ? "No choices" : counted(count, "choice")),
};

/** What every table says. */
export const TABLE = {
  columns: "Columns",
  chooseColumns: "Columns to show",
  selectAll: "Select all rows on this page",
  select: (label: string) => `Select ${label}`,
  selected: (count: number) => `${count.toLocaleString("en")} selected`,
  clearSelection: "Clear the selection",
  scrolls: (caption: string) => `${caption}, scrolls sideways`,
};

/** What charts say beside their own words. */
export const CHART = {
  asTable: "Show as a table",
  when: "When",
  what: "What",
  count: "Count",
  total: "Total",
  values: (label: string, values: readonly number[]) =>
    `${label}: ${values.map((value) => value.toLocaleString("en")).join(", ")}`,
  none: "Nothing was counted here.",
};

/** What folded data and comparisons say. */
export const JSON_VIEW = {
  members: (count: number) => counted(count, "member"),
  items: (count: number) => counted(count, "item"),
  notJson: "This is not valid JSON; it is shown as it came.",
  more: (count: number) => `${counted(count, "more", "more")} not shown here`,
};

export const DIFF = {
  removed: "removed:",
  added: "added:",
  unchanged: (count: number) => counted(count, "unchanged line", "unchanged lines"),
  same: "Both are the same.",
  tooLong: "Too long to compare word by word: the whole text is marked.",
};
