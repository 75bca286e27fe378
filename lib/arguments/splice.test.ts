import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { applyEdits, literalOf } from "./splice";

test("typed numbers keep their digits; what is none is refused", () => {
  expect(literalOf("integer", " 9007199254740993 ")).toBe("9007199254740993");
  expect(literalOf("number", "1.00")).toBe("1.00");
  for (const typed of ["", "01", "1,5", "0x10", "NaN", "1.5"]) expect(literalOf("integer", typed)).toBeNull();
  expect(literalOf("string", 'a"b')).toBe('"a\\"b"');
  expect(literalOf("json", '{"a":1')).toBeNull();
});

describe("edits", () => {
  const text = '{ "a" : 1.00, "b":{"c":"\\u0041"} , "d":[1e400] }';
  test("leave every other byte as it was", () => {
    const change = (keys: string[], literal: string) => applyEdits(text, [{ keys, to: "value", literal }]);
    expect(change(["a"], "2")).toBe('{ "a" : 2, "b":{"c":"\\u0041"} , "d":[1e400] }');
    expect(change(["b", "e"], "true")).toBe('{ "a" : 1.00, "b":{"c":"\\u0041","e":true} , "d":[1e400] }');
    expect(change(["x"], "0")).toBe('{ "a" : 1.00, "b":{"c":"\\u0041"} , "d":[1e400],"x":0 }');
    expect(change(["new", "in"], "0")).toContain('"new":{"in":0}');
    expect(applyEdits(text, [{ keys: ["a"], to: "absent" }])).toBe('{ "b":{"c":"\\u0041"} , "d":[1e400] }');
    expect(applyEdits(text, [{ keys: ["d"], to: "absent" }])).toBe('{ "a" : 1.00, "b":{"c":"\\u0041"} }');
    expect(applyEdits(text, [{ keys: ["b", "c"], to: "absent" }])).toBe(
      '{ "a" : 1.00, "b":{} , "d":[1e400] }',
    );
  });

  test("come to the same value as changing the parsed arguments", () => {
    const key = fc.constantFrom("a", "b", "c", "odd key", "x/y");
    const value = fc.dictionary(
      key,
      fc.oneof(fc.integer(), fc.string({ unit: "grapheme" }), fc.constant(null)),
    );
    fc.assert(
      fc.property(value, key, fc.option(fc.integer()), (args, name, to) => {
        const edit = to === null ? { to: "absent" as const } : { to: "value" as const, literal: String(to) };
        const edited = applyEdits(JSON.stringify(args, null, 1), [{ keys: [name], ...edit }]);
        const wanted: Record<string, unknown> = { ...args };
        if (to === null) delete wanted[name];
        else wanted[name] = to;
        expect(canonicalJson(parseJson(edited))).toBe(canonicalJson(parseJson(JSON.stringify(wanted))));
      }),
    );
  });
});
