import { expect, test } from "vitest";
import { EVERY_CALL, type Policy } from "@/lib/policies/types";
import { changed, draftOf, freeName, keptIn, nextKey, samePolicies } from "./draft";

const policy = (name: string): Policy => ({ name, on: true, action: "allow", match: EVERY_CALL });

const draft = draftOf(["a", "b", "c"].map(policy));
const names = (one: typeof draft) => one.map((each) => each.policy.name).join("");

test("a policy takes another place, and not one beyond the ends", () => {
  expect(names(changed(draft, { kind: "place", key: 2, at: 1 }))).toBe("acb");
  expect(names(changed(draft, { kind: "place", key: 0, at: 2 }))).toBe("bca");
  expect(names(changed(draft, { kind: "place", key: 0, at: -1 }))).toBe("abc");
  expect(names(changed(draft, { kind: "place", key: 2, at: 9 }))).toBe("abc");
  expect(changed(draft, { kind: "place", key: 7, at: 0 })).toBe(draft);
});

test("one policy is changed, switched off, removed or added, and the others stay", () => {
  expect(names(changed(draft, { kind: "change", key: 1, policy: policy("x") }))).toBe("axc");
  expect(changed(draft, { kind: "toggle", key: 1, on: false }).map((one) => one.policy.on)).toEqual([
    true,
    false,
    true,
  ]);
  expect(names(changed(draft, { kind: "remove", key: 1 }))).toBe("ac");
  expect(names(changed(draft, { kind: "add", policy: policy("n") }))).toBe("abcn");
  const added = changed(draft, { kind: "add", policy: policy("n"), before: 1 });
  expect(names(added)).toBe("anbc");
  expect(added[1]?.key).toBe(nextKey(draft));
  expect(names(changed(added, { kind: "replace", policies: [policy("z")] }))).toBe("z");
});

test("a new policy is part of the list once it is kept", () => {
  const begun = changed(draft, { kind: "add", policy: policy("n"), before: 1 });
  const key = begun[1]?.key ?? -1;
  const moved = changed(begun, { kind: "place", key: 2, at: 0 });
  expect(keptIn(moved).map(({ name }) => name)).toEqual(["c", "a", "b"]);
  const kept = changed(moved, { kind: "change", key, policy: policy("m") });
  expect(keptIn(kept).map(({ name }) => name)).toEqual(["c", "a", "m", "b"]);
  expect(keptIn(changed(moved, { kind: "remove", key }))).toHaveLength(3);
});

test("no policy of another list is taken for one that was open", () => {
  const replaced = changed(draft, { kind: "replace", policies: ["x", "y"].map(policy) });
  const keys = new Set(draft.map(({ key }) => key));
  expect(replaced.filter(({ key }) => keys.has(key))).toEqual([]);
  expect(new Set(replaced.map(({ key }) => key)).size).toBe(2);
});

test("a copy gets a name that no other policy has", () => {
  expect(freeName(draft, "n")).toBe("n");
  const copied = changed(draft, { kind: "add", policy: policy(freeName(draft, "a")) });
  expect(names(copied)).toBe("abca (2)");
  expect(freeName(copied, "a (2)")).toBe("a (3)");
});

test("lists are the same by what they say and by their order", () => {
  const of = (...list: string[]) => list.map(policy);
  expect(samePolicies(of("a", "b"), of("a", "b"))).toBe(true);
  expect(samePolicies(of("a", "b"), of("b", "a"))).toBe(false);
  expect(samePolicies(of("a"), of("a", "b"))).toBe(false);
});
