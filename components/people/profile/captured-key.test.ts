import { expect, test } from "vitest";
import { capturedKey } from "./captured-key";

const press = (key: string, over: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...over,
});

test.each([
  ["A", "a", { kind: "key", key: "a" }],
  ["?", "a", { kind: "key", key: "?" }],
  ["x", "g a", { kind: "key", key: "g x" }],
  ["Backspace", "a", { kind: "key", key: "" }],
  ["Escape", "a", { kind: "cancel" }],
  ["Enter", "a", { kind: "reserved", name: "Enter" }],
  [" ", "a", { kind: "reserved", name: "Space" }],
  ["Tab", "a", null],
  ["Shift", "a", null],
])("%s over %s", (key, first, captured) => {
  expect(capturedKey(press(key), first)).toEqual(captured);
});

test("keys with a modifier are the browser's", () => {
  for (const modifier of ["ctrlKey", "metaKey", "altKey"])
    expect(capturedKey(press("r", { [modifier]: true }), "a")).toBeNull();
});
