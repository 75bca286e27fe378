import { expect, test } from "vitest";
import { inboxList } from "../inbox/list";
import { TRANSITIONS } from "../triage/rules";
import { ISSUE_STATES } from "../types";
import { boardFilter, columnOf, listFilter, statesOf, verbInto } from "./rules";
import { BOARD_COLUMNS } from "./types";

const card = (
  state: (typeof ISSUE_STATES)[number],
  returnsTo: (typeof ISSUE_STATES)[number] | null = null,
) => ({
  state,
  returnsTo,
});

test("each state but merged has one column", () => {
  const placed = BOARD_COLUMNS.flatMap((column) => statesOf(column));
  expect(placed.toSorted()).toEqual(ISSUE_STATES.filter((state) => state !== "merged").toSorted());
  expect(BOARD_COLUMNS.every((column) => statesOf(column).every((state) => columnOf(state) === column))).toBe(
    true,
  );
  expect(columnOf("merged")).toBeNull();
});

test("a column takes what a verb leads to it, and nothing else", () => {
  for (const state of ISSUE_STATES.filter((one) => one !== "snoozed"))
    for (const column of BOARD_COLUMNS) {
      const verb = verbInto(card(state), column);
      if (verb === null) continue;
      expect(TRANSITIONS[verb].from).toContain(state);
      expect(TRANSITIONS[verb].to).toBe(column);
    }
  expect(verbInto(card("regressed"), "accepted")).toBe("accept");
  expect(verbInto(card("resolved"), "accepted")).toBe("reopen");
  expect(verbInto(card("accepted"), "snoozed")).toBe("snooze");
  expect(verbInto(card("accepted"), "new")).toBeNull();
  expect(verbInto(card("resolved"), "declined")).toBeNull();
  expect(verbInto(card("regressed"), "new")).toBeNull();
});

test("what is snoozed goes back to where it was, and nowhere else", () => {
  expect(BOARD_COLUMNS.filter((column) => verbInto(card("snoozed", "regressed"), column) !== null)).toEqual([
    "new",
  ]);
  expect(verbInto(card("snoozed", "accepted"), "accepted")).toBe("wake");
});

test("a board keeps the filters and the views that are about no state; the list of a column has its state", () => {
  const asked = inboxList.parse({ view: "waiting", tool: "a", state: "new" }).filter;
  const filter = boardFilter(asked);
  expect(filter).toMatchObject({ view: "all", tool: "a", state: undefined });
  expect(inboxList.link(listFilter(filter, "declined"))).toBe("/feedback?tool=a&state=declined");
  expect(inboxList.link(listFilter(filter, "new"))).toBe("/feedback?view=new&tool=a");
  expect(boardFilter(inboxList.parse({ view: "mine" }).filter).view).toBe("mine");
});
