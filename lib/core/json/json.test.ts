import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, canonicalSha256 } from "./canonical";
import { parseJsonInTurns } from "./large";
import { JSON_LIMITS, JsonError, parseJson } from "./parse";
import { RawJson, serializeJson, toPlain } from "./raw";

const refused = (text: string) => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error(`accepted ${text}`);
};

describe("parseJson", () => {
  test.each([
    ['{"a":1,"a":2}', "duplicate_key"],
    ['{"a":1,"\\u0061":2}', "duplicate_key"],
    ['{"__proto__":1}', "forbidden_key"],
    ['{"\\u005f_proto__":1}', "forbidden_key"],
    ['"\\u0000"', "nul"],
    ['"\\ud800"', "lone_surrogate"],
    ['"\\udc00\\ud800"', "lone_surrogate"],
    ["[".repeat(66) + "]".repeat(66), "too_deep"],
    [`[${"0,".repeat(20_000)}0]`, "too_many_values"],
    ["", "malformed"],
    ["{", "malformed"],
    ['{"a"}', "malformed"],
    ["[1,]", "malformed"],
    ["01", "malformed"],
    ["1.", "malformed"],
    [".5", "malformed"],
    ["NaN", "malformed"],
    ["'a'", "malformed"],
    ['"\t"', "malformed"],
    ['"\\x41"', "malformed"],
    ["\ufeff{}", "malformed"],
    ["{} {}", "malformed"],
    ["nul", "malformed"],
  ])("refuses %s", (text, code) => {
    expect(refused(text).code).toBe(code);
  });

  test("names the place of what it refuses", () => {
    expect(refused('{"rows":[{},{"a/b":{"x":1,"x":2}}]}').pointer).toBe("/rows/1/a~1b");
  });

  test("keeps number literals and exact spans", () => {
    const text = ' {"id": 9007199254740993, "e": 1e400 , "z": -0.10}';
    const node = parseJson(text);
    if (node.kind !== "object") throw new Error("not an object");
    expect(node.members.map((m) => text.slice(m.value.start, m.value.end))).toEqual([
      "9007199254740993",
      "1e400",
      "-0.10",
    ]);
  });

  test("agrees with JSON.parse on everything JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        try {
          const node = parseJson(text);
          expect(toPlain(text, node)).toEqual(JSON.parse(text));
        } catch (error) {
          if (!(error instanceof JsonError)) throw error;
          expect(["nul", "lone_surrogate", "forbidden_key"]).toContain(error.code);
        }
      }),
    );
  });
});

describe("parseJsonInTurns", () => {
  const either = async (text: string, limits = JSON_LIMITS) => {
    const told = (error: unknown) => {
      if (!(error instanceof JsonError)) throw error;
      const { code, message, pointer, offset } = error;
      return { code, message, pointer, offset };
    };
    let whole: unknown;
    try {
      whole = parseJson(text, limits);
    } catch (error) {
      whole = told(error);
    }
    expect(await parseJsonInTurns(text, limits).catch(told)).toEqual(whole);
    return whole;
  };

  test("reads what parseJson reads, and refuses what it refuses, at the same place", async () => {
    const many = { maxDepth: 66, maxNodes: 400_000 };
    const rows = (end: string) => `{"rows":[${'{"a":[1,{"b":"c"}],"d":{}},'.repeat(5_000)}${end}]}`;
    expect(await either(rows("1"), many)).toMatchObject({ kind: "object" });
    expect(await either(rows('{"x/y":{"z":1,"z":2}}'), many)).toMatchObject({
      code: "duplicate_key",
      pointer: "/rows/5000/x~1y",
    });
    expect(await either(rows('{"a":[0,tru]}'), many)).toMatchObject({ pointer: "/rows/5000/a/1" });
    expect(await either(rows("1"))).toMatchObject({ code: "too_many_values" });
    expect(await either(`${rows("1")} 1`, many)).toMatchObject({ code: "malformed", pointer: "" });
    for (const text of ["[]", "{}", "1", ' "a" ', "[[],{}]", "", "[", '{"a":', "[1 2]"]) await either(text);
  });

  test("lets others have their turn", async () => {
    const turns: string[] = [];
    const reading = parseJsonInTurns(`[${"0,".repeat(19_000)}0]`, JSON_LIMITS).then(() => turns.push("read"));
    setImmediate(() => turns.push("other"));
    await reading;
    expect(turns).toEqual(["other", "read"]);
  });
});

test("an object takes each name once, however many it has", () => {
  const name = fc.oneof(fc.nat(99).map(String), fc.constantFrom("constructor", "toString"));
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 40, size: "max" });
  fc.assert(
    fc.property(names, fc.nat(), (once, at) => {
      const again = once[at % once.length] ?? "";
      const textOf = (all: string[]) => `{${all.map((one) => `"${one}":{"0":0}`).join()}}`;
      expect(toPlain(textOf(once), parseJson(textOf(once)))).toEqual(JSON.parse(textOf(once)));
      expect(() => parseJson(textOf([...once, again]))).toThrow(`the member "${again}" appears twice`);
    }),
  );
});

describe("canonicalJson", () => {
  test("sorts keys by code unit, drops white space, keeps numbers, escapes minimally", () => {
    const text =
      '{ "\\u20ac": 1.0, "b": {"z": 1E2, "a": "\\u003c\\n\\u00e9\\/"}, "\\ud83d\\ude00": [ ], "a": true }';
    expect(canonicalJson(parseJson(text))).toBe('{"a":true,"b":{"a":"<\\né/","z":1E2},"€":1.0,"😀":[]}');
  });

  test("does not depend on key order, and does on any digit", () => {
    const a = canonicalSha256(parseJson('{"x":9007199254740993,"y":{"p":1,"q":2}}'));
    expect(canonicalSha256(parseJson('{"y":{"q":2,"p":1},"x":9007199254740993}'))).toBe(a);
    expect(canonicalSha256(parseJson('{"x":9007199254740992,"y":{"p":1,"q":2}}'))).not.toBe(a);
  });

  test("is a fixed point, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          const once = canonicalJson(parseJson(JSON.stringify(value)));
          expect(canonicalJson(parseJson(once))).toBe(once);
        } catch (error) {
          if (!(error instanceof JsonError)) throw error;
        }
      }),
    );
  });
});

describe("raw members", () => {
  test("stay verbatim from request to answer", () => {
    const text =
      '{"rows":[{"arguments": {"n": 9007199254740993, "n2":1e400} ,"tool":"x"}],"arguments":[1.00]}';
    const plain = toPlain(text, parseJson(text), ["/rows/*/arguments", "/arguments"]);
    expect(serializeJson(plain)).toBe(
      '{"rows":[{"arguments":{"n": 9007199254740993, "n2":1e400},"tool":"x"}],"arguments":[1.00]}',
    );
  });

  test("a star stands for array indexes only, not for member names", () => {
    const text = '{"rows":{"*":{"arguments":1}}}';
    expect(toPlain(text, parseJson(text), ["/rows/*/x"])).toEqual({ rows: { "*": { arguments: 1 } } });
  });

  test("keep the limits of a text of their own, and their own places", () => {
    const text = '{"at": [1, {"x": [2]}], "a":{"b":"c"}}';
    const plain = toPlain(text, parseJson(text), ["/at"]) as { at: RawJson };
    expect(plain.at.kind).toBe("array");
    expect(plain.at.node).toEqual(parseJson(plain.at.text));
    expect(plain.at.sha256).toBe(RawJson.parse(plain.at.text).sha256);
    const large = { maxDepth: 100, maxNodes: 100_000 };
    const refusals = [`[${"0,".repeat(20_000)}0]`, "[".repeat(66) + "]".repeat(66)].map((value) => {
      const own = refused(value);
      const body = `{"rows":[${value}]}`;
      try {
        toPlain(body, parseJson(body, large), ["/rows/*"]);
        return "accepted";
      } catch (error) {
        if (!(error instanceof JsonError)) throw error;
        expect([error.code, error.message, error.offset]).toEqual([own.code, own.message, own.offset]);
        return error.code;
      }
    });
    expect(refusals).toEqual(["too_many_values", "too_deep"]);
  });

  test("measure UTF-8 bytes", () => {
    expect(RawJson.parse('"é"').bytes).toBe(4);
  });
});
