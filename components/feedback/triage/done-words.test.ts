import { expect, test } from "vitest";
import { doneWords } from "./done-words";
import type { TriageAct } from "./triage-act";

const ME = "0199c0de-0000-7000-8000-000000000001";
const SAM = "0199c0de-0000-7000-8000-000000000002";
const nameOf = (id: string) => ({ [ME]: "you", [SAM]: "Sam" })[id];
const said = (act: TriageAct, state?: Parameters<typeof doneWords>[2]) =>
  doneWords("FB-2", act, state, nameOf);

test("acts on one issue are told apart by their words", () => {
  const all = [
    said({ verb: "assign", assigneeId: ME }, "new"),
    said({ verb: "assign", assigneeId: SAM }, "new"),
    said({ verb: "assign", assigneeId: "0199c0de-0000-7000-8000-000000000003" }, "new"),
    said({ verb: "assign", assigneeId: null }, "new"),
    said({ verb: "prioritize", priority: "urgent" }, "new"),
    said({ verb: "prioritize", priority: null }, "new"),
    said({ verb: "verify", claim: "unverified" }, "new"),
    said({ verb: "label", labels: ["crm", "schema"] }, "new"),
    said({ verb: "label", labels: [] }, "new"),
    said({ verb: "track", url: "https://tracker.example/1" }, "new"),
    said({ verb: "track", url: null }, "new"),
    said({ verb: "answer", message: "Use another tool." }, "new"),
    said({ verb: "ask" }, "needs_info"),
    said({ verb: "start" }, "in_progress"),
    said({ verb: "accept" }, "accepted"),
    said({ verb: "wake" }, "accepted"),
  ];
  expect(all).toEqual([
    "FB-2 assigned to you.",
    "FB-2 assigned to Sam.",
    "FB-2 assigned.",
    "FB-2 unassigned.",
    "FB-2 has priority urgent.",
    "FB-2 has no priority.",
    "Reports of FB-2: not checked.",
    "Labels of FB-2: crm, schema.",
    "FB-2 has no labels.",
    "FB-2 linked to its tracker item.",
    "FB-2 unlinked from its tracker item.",
    "Answer of FB-2 saved.",
    "Asked for information on FB-2.",
    "Started FB-2.",
    "Accepted FB-2.",
    "FB-2 is accepted again.",
  ]);
  expect(new Set(all).size).toBe(all.length);
});
