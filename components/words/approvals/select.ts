import { counted } from "../counted";

/** The boxes of the list. */
export const SELECT = {
  select: (what: string) => `Select: ${what}`,
  selectAll: (n: number, what: string) => `Select all ${n.toLocaleString("en")}: ${what}`,
  full: (most: number) => `At most ${counted(most, "call", "calls")} at once. The others were not selected.`,
};

/** A row that stands for several calls. */
export const FOLD = {
  times: (n: number, more: boolean) => `×${n.toLocaleString("en")}${more ? "+" : ""}`,
  said: (n: number, more: boolean) => `${more ? "more than " : ""}${n.toLocaleString("en")} identical calls`,
  open: "Show each of these calls",
  members: "Identical calls",
  sent: "sent",
  more: "Only the first 50 are listed; the others follow once these are decided.",
};
