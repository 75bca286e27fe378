import { counted } from "../counted";

/** The list of calls, as it changes under somebody’s eyes. */
export const LIST = {
  newRows: (n: number) => `${n.toLocaleString("en")} new`,
  newRowsSaid: (n: number) => `${counted(n, "new call", "new calls")} for this list`,
  showNew: "Show the new calls",
  gone: "No longer in this list",
};
