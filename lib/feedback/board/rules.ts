import type { InboxFilter } from "../inbox/list";
import { verbTo } from "../triage/rules";
import type { StateVerb } from "../triage/types";
import type { IssueState } from "../types";
import { BOARD_COLUMNS, type BoardColumn } from "./types";

/** The board column of a state; null for merged issues, which are part of another. */
export function columnOf(state: IssueState): BoardColumn | null {
  if (state === "regressed") return "new";
  return BOARD_COLUMNS.find((column) => column === state) ?? null;
}

export function statesOf(column: BoardColumn): IssueState[] {
  return column === "new" ? ["new", "regressed"] : [column];
}

/** The verb that moves an issue into a column; null if it is there or none does. */
export function verbInto(
  { state, returnsTo }: { state: IssueState; returnsTo: IssueState | null },
  column: BoardColumn,
): StateVerb | null {
  if (columnOf(state) === column) return null;
  if (state !== "snoozed") return verbTo(state, column);
  return returnsTo !== null && columnOf(returnsTo) === column ? "wake" : null;
}

/** The columns cover all states, so only views about something else apply. */
export function boardFilter(filter: InboxFilter): InboxFilter {
  const view = filter.view === "mine" || filter.view === "growing" ? filter.view : "all";
  return { ...filter, view, state: undefined, sort: undefined, cursor: undefined };
}

/** The list filter for one column; all of the view if the list cannot express it. */
export function listFilter(filter: InboxFilter, column: BoardColumn): InboxFilter {
  if (column !== "new") return { ...filter, state: column };
  return filter.view === "all" ? { ...filter, view: "new" } : filter;
}
