import { counted } from "./counted";

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
