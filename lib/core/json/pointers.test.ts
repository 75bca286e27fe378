import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromPointer, pointerIn, toPointer } from "./pointers";

describe("pointers", () => {
  // Examples of RFC 6901 section 5, and the one that fails if `~0` is decoded first.
  test.each([
    ["", []],
    ["/", [""]],
    ["/foo/0", ["foo", "0"]],
    ["/a~1b", ["a/b"]],
    ["/m~0n", ["m~n"]],
    ["/ ", [" "]],
    ["/~01", ["~1"]],
  ])("%j leads through %j", (pointer, path) => {
    expect(fromPointer(pointer)).toEqual(path);
    expect(toPointer(path)).toBe(pointer);
  });

  test("are read as they were written, whatever the names", () => {
    const part = fc.oneof(fc.string(), fc.nat(), fc.stringMatching(/^[~/01*]*$/));
    fc.assert(
      fc.property(fc.array(part), (path) => {
        expect(fromPointer(toPointer(path))).toEqual(path.map(String));
      }),
    );
  });
});

test.each([
  ["#/$defs/a~1b", "/$defs/a~1b"],
  ["#/$defs/Page%3CDeal%3E", "/$defs/Page<Deal>"],
  ["#/$defs/100%", "/$defs/100%"],
  ["#", null],
  ["#anchor", null],
  ["other.json#/$defs/a", null],
])("the reference %j leads to %j", (reference, pointer) => {
  expect(pointerIn(reference)).toBe(pointer);
});
