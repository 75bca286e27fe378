import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { argumentsDigest, canonicalArguments } from "./digest";
import {
  assertJsonObject,
  changedAt,
  readElements,
  readMembers,
  replaceNumbers,
  spliceMember,
  textAt,
  withoutMember,
} from "./json-text";

const TRICKY = '{ "a\\"{" : [1, {"b":"}]"}] , "n":9007199254740993,"e":1e400 }';

describe("replaceNumbers", () => {
  test("replaces every number, as written, and nothing in a string", () => {
    const seen: string[] = [];
    const replaced = replaceNumbers('{"a1":[-1.50e+3,"2 \\" 3",0],"b":9007199254740993}', (literal) => {
      seen.push(literal);
      return literal === "0" ? literal : "null";
    });
    expect(seen).toEqual(["-1.50e+3", "0", "9007199254740993"]);
    expect(replaced).toBe('{"a1":[null,"2 \\" 3",0],"b":null}');
  });

  test("leaves a text that needs no change as it is", () => {
    expect(replaceNumbers(TRICKY, (literal) => literal)).toBe(TRICKY);
  });
});

describe("changedAt", () => {
  test("changes the value at a path and no other byte", () => {
    expect(changedAt(TRICKY, ["n"], (text) => `"${text}"`)).toBe(TRICKY.replace(/900\d+/, '"$&"'));
    expect(changedAt(TRICKY, ["missing", "deeper"], () => "0")).toBe(TRICKY);
  });
});

describe("textAt", () => {
  test.each([
    [["n"], "9007199254740993"],
    [["e"], "1e400"],
    [['a"{', 1], '{"b":"}]"}'],
    [['a"{', 1, "b"], '"}]"'],
    [["missing"], undefined],
    [["n", "deeper"], undefined],
    [['a"{', 7], undefined],
  ])("%j", (path, text) => {
    expect(textAt(TRICKY, path)).toBe(text);
  });

  test("takes the last of equal keys, as JSON.parse does", () => {
    expect(textAt('{"a":1,"a":2}', ["a"])).toBe("2");
  });

  test("finds every member of whatever JSON.stringify writes, pretty or not", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (object, pretty) => {
        const text = JSON.stringify(object, null, pretty ? 2 : 0);
        const plain = JSON.parse(text) as Record<string, unknown>;
        const keys = readMembers(text).map((member) => member.key);
        expect(keys.toSorted()).toEqual(Object.keys(object).toSorted());
        for (const key of Object.keys(plain))
          expect(JSON.parse(textAt(text, [key]) ?? "")).toEqual(plain[key]);
      }),
    );
  });

  test("finds every element of an array", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (array) => {
        const text = JSON.stringify(array, null, 1);
        const found = readElements(text).map(
          ({ start, end }) => JSON.parse(text.slice(start, end)) as unknown,
        );
        expect(found).toEqual(JSON.parse(text));
      }),
    );
  });
});

test("withoutMember drops one key and keeps the others' bytes", () => {
  expect(withoutMember('{"r":"x", "n": 1.00 ,"\\u0072":"y","s":"r"}', "r")).toBe('{"n": 1.00,"s":"r"}');
  expect(withoutMember('{"r":1}', "r")).toBe("{}");
});

test("spliceMember puts text in verbatim, alone or beside others, replacing a member of that name", () => {
  expect(spliceMember({}, "arguments", "{ }")).toBe('{"arguments":{ }}');
  expect(spliceMember({ a: 1, arguments: 2 }, "arguments", '{"n":1e400}')).toBe(
    '{"arguments":{"n":1e400},"a":1}',
  );
});

test.each(["[]", "1", "null", '"x"', "{", ""])("assertJsonObject refuses %s", (text) => {
  expect(() => assertJsonObject(text, "arguments")).toThrow(/^arguments (must be|is not)/);
});

describe("canonical form and digest", () => {
  test("sorts keys by code unit, keeps numbers, escapes minimally", () => {
    const text =
      '{ "\\u20ac": 1.0, "b": {"z": 1E2, "a": "\\u003c\\n\\u00e9\\/"}, "\\ud83d\\ude00": [ ], "a": true }';
    expect(canonicalArguments(text)).toBe('{"a":true,"b":{"a":"<\\né/","z":1E2},"€":1.0,"😀":[]}');
  });

  test("does not depend on key order, does on every digit", () => {
    const digest = argumentsDigest('{"x":9007199254740993,"y":{"p":1,"q":2}}');
    expect(argumentsDigest(' {"y":{"q":2,"p":1},"x":9007199254740993} ')).toBe(digest);
    expect(argumentsDigest('{"x":9007199254740992,"y":{"p":1,"q":2}}')).not.toBe(digest);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test("is a fixed point", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const once = canonicalArguments(JSON.stringify(object));
        expect(canonicalArguments(once)).toBe(once);
      }),
    );
  });
});
