import type { InboxFilter } from "../inbox/list";
import { verbTo } from "../triage/rules";
import type { StateVerb } from "../triage/types";
import type { IssueState } from "../types";
import { BOARD_COLUMNS, type BoardColumn } from "./types";

/** Where an issue in this state is on the board; null for merged ones, which are part of another. */
export function columnOf(state: IssueState): BoardColumn | null {
  if (state === "regressed") return "new";
  return BOARD_COLUMNS.find((column) => column === state) ?? null;
}

/** The states of a column's issues. */
export function statesOf(column: BoardColumn): IssueState[] {
  return column === "new" ? ["new", "regressed"] : [column];
}

/** The verb that leads an issue into a column; null where it is there, or none does. */
export function verbInto(
  { state, returnsTo }: { state: IssueState; returnsTo: IssueState | null },
  column: BoardColumn,
): StateVerb | null {
  if (columnOf(state) === column) return null;
  if (state !== "snoozed") return verbTo(state, column);
  return returnsTo !== null && columnOf(returnsTo) === column ? "wake" : null;
}

/** The board has a column for each state, so of the views only those say anything that are about something else. */
export function boardFilter(filter: InboxFilter): InboxFilter {
  const view = filter.view === "mine" || filter.view === "growing" ? filter.view : "all";
  return { ...filter, view, state: undefined, sort: undefined, cursor: undefined };
}

/** The same filter of the list, for one column's issues; all of the view where the list has no words for it. */
export function listFilter(filter: InboxFilter, column: BoardColumn): InboxFilter {
  if (column !== "new") return { ...filter, state: column };
  return filter.view === "all" ? { ...filter, view: "new" } : filter;
}
