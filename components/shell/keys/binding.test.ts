import { describe, expect, test } from "vitest";
import { bindingId, conflictsOf, findBinding, type KeyBinding, keyNames, keyOf } from "./binding";
import { ALL_KEYS } from "./registry";

const approve: KeyBinding = { key: "a", target: "approve", act: "focus", label: "Approve" };

const go: KeyBinding = { key: "g a", target: "/approvals", act: "go", label: "Approvals" };

const bindings = [approve, go];

describe("which key does what", () => {
  test("a key finds its binding, the first of two is begun, anything else is nothing", () => {
    expect(findBinding(bindings, {}, "a")).toBe(approve);
    expect(findBinding(bindings, {}, "g")).toBe("begun");
    expect(findBinding(bindings, {}, "g a")).toBe(go);
    expect(findBinding(bindings, {}, "q")).toBeNull();
  });

  test("of two with one key, the one that has something to act on is meant", () => {
    const accept: KeyBinding = { key: "a", target: "accept", act: "press", label: "Accept" };
    expect(findBinding([approve, accept], {}, "a", ({ target }) => target === "accept")).toBe(accept);
    expect(findBinding([approve, accept], {}, "a", () => false)).toBe(approve);
  });

  test("a person's own key takes the place of ours; an empty one is none", () => {
    const remap = { approve: "p", "/approvals": "" };
    expect(findBinding(bindings, remap, "p")).toBe(approve);
    expect(findBinding(bindings, remap, "a")).toBeNull();
    expect(findBinding(bindings, remap, "g")).toBeNull();
    expect(keyOf(go, remap)).toBe("");
  });

  test("a key that is taken, or begins one that is, is told", () => {
    expect(conflictsOf(bindings, {}, "other", "a")).toEqual([approve]);
    expect(conflictsOf(bindings, {}, "other", "g")).toEqual([go]);
    expect(conflictsOf(bindings, {}, "approve", "a")).toEqual([]);
    expect(conflictsOf(bindings, {}, "other", "")).toEqual([]);
    const parts = (["approvals", "feedback"] as const).map((part) => ({ ...approve, target: part, part }));
    expect(conflictsOf(parts, {}, "feedback", "a")).toEqual([]);
    expect(conflictsOf([...parts, approve], {}, "feedback", "a")).toEqual([approve]);
  });

  test("keys have names people read", () => {
    expect(keyNames("g a")).toEqual(["G", "A"]);
    expect(keyNames("Escape")).toEqual(["Esc"]);
    expect(keyNames("")).toEqual([]);
  });
});

test("no two keys of the registry take each other's place", () => {
  const clashes = ALL_KEYS.flatMap((binding) =>
    conflictsOf(ALL_KEYS, {}, bindingId(binding), binding.key).map(
      (other) => `${binding.key}: ${other.label}`,
    ),
  );
  expect(clashes).toEqual([]);
  expect(new Set(ALL_KEYS.map(bindingId)).size).toBe(ALL_KEYS.length);
});
