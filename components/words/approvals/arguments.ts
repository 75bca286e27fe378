import { counted } from "../counted";

/** The arguments and how they differ. */
export const ARGUMENTS = {
  moreRows: (n: number) => `${counted(n, "more row", "more rows")}`,
  longValue: (chars: number) => `Show all ${chars.toLocaleString("en")} characters`,
  mustOpen: "has to be opened before approval",
};
