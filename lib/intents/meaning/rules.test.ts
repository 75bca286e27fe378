import { describe, expect, test } from "vitest";
import { bankKey, judgeMeaning } from "./rules";
import { HABIT_SESSIONS } from "./types";

const judge = (rationale: string, more: { tool?: string; args?: object; sessions?: number } = {}) =>
  judgeMeaning(
    {
      ...{ provider: "github", tool: more.tool ?? "get_issue", rationale, sessions: more.sessions ?? 1 },
      argumentsText: more.args ? JSON.stringify(more.args) : null,
    },
    new Map(),
  );

test.each([
  ["echo", "Getting the issue 41 from GitHub", {}],
  ["echo", "Fetch the issue of the repository kestrel", { args: { repo: "kestrel" } }],
  ["boilerplate", "This is needed in order to complete the user's task", {}],
  ["gibberish", "asdfghjk qwertzui", {}],
  ["gibberish", "needed needed needed", {}],
  ["short", "#41 2026-11-23 99.5 %", {}],
  ["repeated", "Getting to know the shop before changing it", { sessions: HABIT_SESSIONS }],
] as const)("%s: %s", (reason, rationale, more) => {
  expect(judge(rationale, more)).toEqual({ meaningful: false, reason });
});

test.each([
  ["Does the report say which browser it was?", {}],
  ["Getting to know the shop before changing it", { sessions: HABIT_SESSIONS - 1 }],
  ["Customers complain loudly", { sessions: HABIT_SESSIONS }],
  ["Customers complain loudly about invoice 41", { sessions: HABIT_SESSIONS }],
  ["Das Ticket nennt den betroffenen Browser nicht", {}],
])("says something: %s %o", (rationale, more) => {
  expect(judge(rationale, more)).toEqual({ meaningful: true });
});

describe("the bank", () => {
  const judged = { provider: null, tool: "x", argumentsText: null, sessions: 1 };

  test("has what people said of the same words, in any order, with other numbers", () => {
    const bank = new Map([[bankKey("Gathering required information 41"), true]]);
    const says = (rationale: string) => judgeMeaning({ ...judged, rationale }, bank).meaningful;
    expect(says("The information 7 required: gathering")).toBe(true);
    expect(says("Gathering required data")).toBe(false);
  });

  test("makes empty what the rules would keep", () => {
    const rationale = "Customers complain loudly";
    expect(judgeMeaning({ ...judged, rationale }, new Map([[bankKey(rationale), false]]))).toEqual({
      ...{ meaningful: false, reason: "boilerplate" },
    });
  });
});

test.each([
  ["ab", { meaningful: true }],
  ["aab", { meaningful: true }],
  ["as ", { meaningful: false, reason: "gibberish" }],
  ["to a ", { meaningful: false, reason: "boilerplate" }],
  ["'a", { meaningful: true }],
  ["xxxx ", { meaningful: false, reason: "gibberish" }],
])("a text that is made to be slow, of many %j, is judged", (unit, verdict) => {
  expect(judge(unit.repeat(250))).toEqual(verdict);
});
