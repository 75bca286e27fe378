import { expect, test } from "vitest";
import type { RatingRule } from "@/lib/tools/by-rule/types";
import { changed, draftOf, setOf } from "./draft";

const rule = (name: string): RatingRule => ({
  name,
  on: true,
  match: { first: [name], last: [], any: [], providers: [], members: [], claim: null },
  risk: "high",
  requiresConfirmation: true,
});

const draft = draftOf({ rules: ["a", "b", "c"].map(rule), active: true });
const names = (one: typeof draft) => one.rules.map(({ name }) => name).join("");

test("a set that is not changed is sent as it came", () => {
  expect(setOf(draft)).toEqual({ rules: ["a", "b", "c"].map(rule), active: true });
});

test("rules move one place at a time, and not over the ends", () => {
  expect(names(changed(draft, { kind: "move", key: 2, by: -1 }))).toBe("acb");
  expect(names(changed(draft, { kind: "move", key: 0, by: 1 }))).toBe("bac");
  expect(names(changed(draft, { kind: "move", key: 0, by: -1 }))).toBe("abc");
  expect(names(changed(draft, { kind: "move", key: 2, by: 1 }))).toBe("abc");
});

test("one rule is changed, switched off, removed or added, and the others stay", () => {
  expect(names(changed(draft, { kind: "change", key: 1, rule: rule("x") }))).toBe("axc");
  expect(changed(draft, { kind: "toggle", key: 1, on: false }).rules.map(({ on }) => on)).toEqual([
    true,
    false,
    true,
  ]);
  expect(names(changed(draft, { kind: "remove", key: 1 }))).toBe("ac");
  expect(names(changed(draft, { kind: "add", key: 9, rule: rule("n") }))).toBe("nabc");
  expect(changed(draft, { kind: "switch", active: false }).active).toBe(false);
});

test("no rule of another set is taken for one that was open", () => {
  const replaced = changed(draft, { kind: "replace", set: { rules: ["x", "y"].map(rule), active: true } });
  const keys = new Set(draft.rules.map(({ key }) => key));
  expect(replaced.rules.filter(({ key }) => keys.has(key))).toEqual([]);
  expect(new Set(replaced.rules.map(({ key }) => key)).size).toBe(2);
});
