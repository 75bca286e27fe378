import type { InboxPage, InboxRow } from "../inbox/types";

export const BOARD_PATH = "/feedback/board";

/** The columns of the board, in the order of the work. What came back is in the first: somebody has to look at it. */
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

/** Cards of a column; the list has the others. */
export const BOARD_CARDS = 20;

/** `count` is exact: of all issues that match, not only of those that are shown. */
type BoardRead = { column: BoardColumn; count: number; cards: InboxRow[] };

export type BoardPage = Pick<InboxPage, "counts" | "choices" | "saved" | "asOf"> & { columns: BoardRead[] };
