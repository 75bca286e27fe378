import { expect, test } from "vitest";
import { doneText, undoneText } from "./words";

const three = ["FB-1@acme", "FB-2@acme", "FB-3@acme"].map((ref) => ({ ref }));

test("what was done is said with its number, also where it took something away", () => {
  expect(doneText({ verb: "accept" }, 2, three)).toBe("2 of 3 issues accepted.");
  expect(doneText({ verb: "assign", assigneeId: "7" }, 1, three.slice(0, 1))).toBe("FB-1@acme assigned.");
  expect(doneText({ verb: "assign", assigneeId: null }, 3, three)).toBe("3 issues unassigned.");
  expect(doneText({ verb: "label", add: ["crm"], remove: [] }, 2, three)).toBe("2 of 3 issues labeled.");
  expect(doneText({ verb: "label", add: [], remove: ["crm"] }, 3, three)).toBe(
    "3 issues left without the labels.",
  );
  expect(doneText({ verb: "prioritize", priority: "high" }, 3, three)).toBe("3 issues given the priority.");
  expect(doneText({ verb: "prioritize", priority: null }, 3, three)).toBe(
    "3 issues left without a priority.",
  );
});

test("what an undoing left alone is said with its reason", () => {
  expect(undoneText(3, [])).toBe("Undone.");
  expect(undoneText(0, [{ why: "changed" }])).toBe("1 was changed since and stays as it is.");
  expect(undoneText(2, [{ why: "changed" }, { why: "state" }])).toBe(
    "2 undone; 2 were changed since and stay as they are.",
  );
  expect(undoneText(0, [{ why: "assignee" }, { why: "assignee" }])).toBe(
    "2 were not changed: their assignees no longer have access.",
  );
  expect(undoneText(1, [{ why: "assignee" }, { why: "changed" }, { why: "gone" }])).toBe(
    "1 undone; 1 was changed since and stays as it is; 1 was not changed: its assignee no longer has access; 1 is no longer there.",
  );
});
