import { expect, test } from "vitest";
import { changed, type Draft, type DraftAct, draftOf, freeName, nextKey, sameSet, setOf } from "./draft";

type Song = { name: string; on: boolean; key?: string };
type Songs = { rules: readonly Song[]; loud: boolean };

const song = (name: string, key?: string): Song => ({ name, on: true, ...(key && { key }) });
const set = (names: string, loud = false): Songs => ({ rules: [...names].map((name) => song(name)), loud });

const draft = draftOf(set("abc"));
const names = ({ rules }: Draft<Songs>) => rules.map(({ rule }) => rule.name).join("");
const after = (act: DraftAct<Songs>) => changed(draft, act);

test("a list that is not changed is sent as it came", () => {
  expect(setOf(draft)).toEqual(set("abc"));
});

test("a rule takes another place, and not one beyond the ends", () => {
  expect(names(after({ kind: "place", key: 2, at: 1 }))).toBe("acb");
  expect(names(after({ kind: "place", key: 0, at: 2 }))).toBe("bca");
  expect(names(after({ kind: "place", key: 0, at: -1 }))).toBe("abc");
  expect(names(after({ kind: "place", key: 2, at: 9 }))).toBe("abc");
  expect(after({ kind: "place", key: 7, at: 0 })).toBe(draft);
});

test("one rule is changed, switched off, removed or added, and the others stay", () => {
  expect(names(after({ kind: "change", key: 1, rule: song("x") }))).toBe("axc");
  expect(after({ kind: "toggle", key: 1, on: false }).rules.map(({ rule }) => rule.on)).toEqual([
    true,
    false,
    true,
  ]);
  expect(names(after({ kind: "remove", key: 1 }))).toBe("ac");
  expect(names(after({ kind: "add", rule: song("n") }))).toBe("abcn");
  const added = after({ kind: "add", rule: song("n"), before: 1 });
  expect(names(added)).toBe("anbc");
  expect(added.rules[1]?.key).toBe(nextKey(draft));
  expect(setOf(added)).toEqual(set("anbc"));
  expect(names(changed(added, { kind: "replace", set: set("z") }))).toBe("z");
});

test("the settings of the list change without its rules", () => {
  const begun = after({ kind: "add", rule: song("n") });
  const loud = changed(begun, { kind: "set", set: { ...setOf(begun), loud: true } });
  expect(loud.rules).toBe(begun.rules);
  expect(setOf(loud)).toEqual(set("abcn", true));
});

test("a new rule is part of the list once it is kept", () => {
  const begun = after({ kind: "add", rule: song("n"), before: 1, isNew: true });
  const key = begun.rules[1]?.key ?? -1;
  const moved = changed(begun, { kind: "place", key: 2, at: 0 });
  expect(setOf(moved)).toEqual(set("cab"));
  expect(setOf(changed(moved, { kind: "change", key, rule: song("m") }))).toEqual(set("camb"));
  expect(setOf(changed(moved, { kind: "remove", key })).rules).toHaveLength(3);
});

test("no rule of another list is taken for one that was open", () => {
  const replaced = after({ kind: "replace", set: set("xy") });
  const keys = new Set(draft.rules.map(({ key }) => key));
  expect(replaced.rules.filter(({ key }) => keys.has(key))).toEqual([]);
  expect(new Set(replaced.rules.map(({ key }) => key)).size).toBe(2);
});

test("a copy gets a name that no other rule has", () => {
  expect(freeName(draft, "n")).toBe("n");
  const copied = after({ kind: "add", rule: song(freeName(draft, "a")) });
  expect(names(copied)).toBe("abca (2)");
  expect(freeName(copied, "a (2)")).toBe("a (3)");
});

test("lists are the same by their settings, by what their rules say and by their order", () => {
  expect(sameSet(set("ab"), set("ab"))).toBe(true);
  expect(sameSet(set("ab"), set("ba"))).toBe(false);
  expect(sameSet(set("a"), set("ab"))).toBe(false);
  expect(sameSet(set("ab"), set("ab", true))).toBe(false);
  expect(sameSet({ rules: [song("a", "C")] }, { rules: [song("a", "D")] })).toBe(false);
});
