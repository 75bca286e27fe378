import type { BoardColumn } from "@/lib/feedback/board/types";
import { STATE_WORDS, VIEW_WORDS } from "./feedback";

export const COLUMN_WORDS: Record<BoardColumn, string> = {
  new: "New, or came back",
  accepted: STATE_WORDS.accepted,
  in_progress: STATE_WORDS.in_progress,
  needs_info: STATE_WORDS.needs_info,
  snoozed: STATE_WORDS.snoozed,
  resolved: STATE_WORDS.resolved,
  declined: STATE_WORDS.declined,
};

/** The board's columns are states, so its views filter by something else. */
export const BOARD_VIEW_WORDS = { all: "Everything", mine: VIEW_WORDS.mine, growing: VIEW_WORDS.growing };
