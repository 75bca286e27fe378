import type { InboxPage, InboxRow } from "../inbox/types";

export const BOARD_PATH = "/feedback/board";

/** In the order of the work. Regressed issues are in the first: a person must look at them. */
export const BOARD_COLUMNS = [
  "new",
  "accepted",
  "in_progress",
  "needs_info",
  "snoozed",
  "resolved",
  "declined",
] as const;

export type BoardColumn = (typeof BOARD_COLUMNS)[number];

/** Cards per column; the list has the rest. */
export const BOARD_CARDS = 20;

/** `count` is exact: all matching issues, not only the cards. */
type BoardRead = { column: BoardColumn; count: number; cards: InboxRow[] };

export type BoardPage = Pick<InboxPage, "counts" | "choices" | "saved" | "asOf"> & { columns: BoardRead[] };
