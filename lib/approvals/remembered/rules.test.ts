import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { ANY_DECIDER, EVERY_CALL, type Policy, type Requirement } from "@/lib/policies/types";
import {
  asksAnyone,
  letsThrough,
  makeParts,
  misfitOf,
  nearestMisfit,
  partWords,
  type RememberedCall,
} from "./rules";
import type { PartChoice, RuleForCall } from "./types";

const parts = (text: string, ...choices: PartChoice[]) => makeParts(parseJson(text), choices);
const passes = (text: string, made: ReturnType<typeof parts>) => misfitOf(made, parseJson(text)) === null;

const CALL = '{"to":["a@x.example"],"amount":12.50,"note":"Hello","opts":{"dry":true,"tag":null}}';

describe("what nobody speaks of is fixed", () => {
  const made = parts(CALL);
  test("the very same arguments pass, in whatever order and spacing", () => {
    expect(passes(CALL, made)).toBe(true);
    expect(passes(CALL.replace('"amount":12.50,', "").replace("}}", '},"amount": 12.50}'), made)).toBe(true);
  });

  test.each([
    ["another text", CALL.replace("Hello", "Hello!")],
    ["another number", CALL.replace("12.50", "12.51")],
    ["a number as text", CALL.replace("12.50", '"12.50"')],
    ["one more item", CALL.replace('"a@x.example"', '"a@x.example","b@x.example"')],
    ["another order of items", CALL.replace('["a@x.example"]', '[["a@x.example"]]')],
    ["another constant", CALL.replace("true", "false")],
    ["an argument more", CALL.replace('"note"', '"bcc":[],"note"')],
    ["an argument less", CALL.replace('"note":"Hello",', "")],
    ["an argument more within", CALL.replace('"tag"', '"force":true,"tag"')],
    ["an object in place of a value", CALL.replace('"Hello"', '{"text":"Hello"}')],
    ["a value in place of an object", CALL.replace('{"dry":true,"tag":null}', "true")],
    ["nothing", "{}"],
  ])("%s waits", (_, text) => {
    expect(passes(text, made)).toBe(false);
  });

  test("a digit beyond what a double holds is another number", () => {
    const long = parts('{"id":9007199254740993}');
    expect(passes('{"id":9007199254740993}', long)).toBe(true);
    expect(passes('{"id":9007199254740992}', long)).toBe(false);
  });

  test("a call without arguments passes alone", () => {
    expect(passes("{}", parts("{}"))).toBe(true);
    expect(passes('{"a":1}', parts("{}"))).toBe(false);
  });
});

test("whatever else differs, a call that differs in a fixed part never passes", () => {
  const values = ['"a"', '""', "0", "1", "-1", "1e3", "true", "null", "[]", "[1]", "{}", '"1"', '{"a":1}'];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const pick = () => values[next(values.length)] ?? "0";
  let differing = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const [fixed, other, free, freely] = [pick(), pick(), pick(), pick()];
    const made = parts(
      `{"fixed":${fixed},"free":${free}}`,
      ...(free === '{"a":1}' ? [] : [{ path: "/free", is: "free" } as const]),
    );
    if (fixed === other) continue;
    differing += 1;
    expect(passes(`{"free":${freely},"fixed":${other}}`, made), `${fixed} → ${other}`).toBe(false);
  }
  expect(differing).toBeGreaterThan(2_000);
});

describe("what may vary", () => {
  test("free: any value of the same kind", () => {
    const made = parts(CALL, { path: "/note", is: "free" });
    expect(passes(CALL.replace("Hello", "Anything"), made)).toBe(true);
    for (const other of ["1", "null", "[]", "{}", '{"a":"b"}'])
      expect(passes(CALL.replace('"Hello"', other), made), other).toBe(false);
  });

  test("numbers at most and at least, digit by digit", () => {
    const made = parts(CALL, { path: "/amount", is: "bounded", atLeast: 1, atMost: "9007199254740993" });
    for (const [number, fits] of [
      ["1", true],
      ["0.99999999999999999999", false],
      ["9007199254740993", true],
      ["9007199254740993.0", true],
      ["9007199254740994", false],
      ["1e17", false],
      ['"5"', false],
    ] as const)
      expect(passes(CALL.replace("12.50", number), made), number).toBe(fits);
  });

  test("lengths and lists of values", () => {
    const made = parts(
      CALL,
      { path: "/to", is: "bounded", maxLength: 2 },
      { path: "/note", is: "bounded", maxLength: 6 },
      { path: "/opts/dry", is: "bounded", oneOf: [true, null] },
      { path: "/amount", is: "bounded", oneOf: [12.5, 13] },
    );
    const swap = (from: string, to: string) => passes(CALL.replace(from, to), made);
    expect([swap('["a@x.example"]', "[1,2]"), swap('["a@x.example"]', "[1,2,3]")]).toEqual([true, false]);
    expect([swap("Hello", "🙂🙂🙂🙂🙂🙂"), swap("Hello", "Goodbye")]).toEqual([true, false]);
    expect([swap("true", "null"), swap("true", "false")]).toEqual([true, false]);
    expect([swap("12.50", "13.0"), swap("12.50", "14")]).toEqual([true, false]);
  });

  test.each<[string, PartChoice, string]>([
    ["an argument that is not there", { path: "/bcc", is: "free" }, "/remember/arguments/0/path"],
    ["an object that is walked into", { path: "/opts", is: "free" }, "/remember/arguments/0/path"],
    ["no bound at all", { path: "/amount", is: "bounded" }, "/remember/arguments/0"],
    ["a bound of another kind", { path: "/note", is: "bounded", atMost: 3 }, "/remember/arguments/0"],
    ["a length of a number", { path: "/amount", is: "bounded", maxLength: 3 }, "/remember/arguments/0"],
    [
      "a bound that the call itself breaks",
      { path: "/amount", is: "bounded", atMost: 12 },
      "/remember/arguments/0",
    ],
  ])("%s is refused", (_, choice, pointer) => {
    expect(() => parts(CALL, choice)).toThrow(
      expect.objectContaining({ details: { errors: [expect.objectContaining({ pointer })] } }),
    );
  });

  test("more arguments than anybody reads make no rule", () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`a${at}`, at])));
    expect(() => parts(many)).toThrow(/61 arguments/);
  });
});

describe("in words", () => {
  test("secrets are never shown", () => {
    const [password, list] = parts('{"password":"hunter2","header":{"authorization":["Bearer abc"]}}');
    expect([password?.shown, list?.shown]).toEqual(["(hidden)", "(hidden)"]);
    const [one] = parts('{"password":"hunter2"}', {
      path: "/password",
      is: "bounded",
      oneOf: ["hunter2", "x"],
    });
    expect(one && partWords(one)).toBe("one of 2 values");
  });

  test.each<[PartChoice[], string]>([
    [[{ path: "/amount", is: "bounded", atMost: "12.50" }], "amount over 12.50, for example 12.51"],
    [[{ path: "/amount", is: "bounded", atLeast: "-0.5" }], "amount under -0.5, for example -0.6"],
    [[{ path: "/to", is: "bounded", maxLength: 3 }], "to of 4 items"],
    [[], 'to with any other value than ["a@x.example"]'],
  ])("the nearest call that waits", (choices, words) => {
    expect(nearestMisfit(parts(CALL, ...choices))).toBe(words);
  });
});

describe("the call beside its arguments", () => {
  const rule: RuleForCall = {
    ...{
      id: "r",
      toolId: "t",
      toolVersion: 3,
      risk: "high",
      agent: "bot",
      anyAgent: false,
      onBehalfOf: null,
    },
    ...{ policyName: null, parts: parts("{}"), approvalId: "a", madeBy: "u", madeByName: "Ines", madeAt: "" },
  };
  const call: RememberedCall = {
    ...{ tool: { id: "t", version: 3 }, risk: "high", agent: "bot", onBehalfOf: null, policy: null },
    arguments: parseJson("{}"),
  };
  const policy = (require: Partial<Requirement>, name = "p"): Policy => ({
    ...{ name, on: true, match: EVERY_CALL, action: "require" },
    require: { ...ANY_DECIDER, ...require },
  });
  const denies: Policy = { name: "p", on: true, match: EVERY_CALL, action: "deny", reason: "No." };

  test("passes as it was", () => {
    expect(letsThrough(rule, call)).toBe(true);
    expect(letsThrough({ ...rule, anyAgent: true }, { ...call, agent: null })).toBe(true);
    expect(letsThrough({ ...rule, policyName: "p" }, { ...call, policy: policy({}) })).toBe(true);
  });

  test.each<[string, Partial<RememberedCall>, Partial<RuleForCall>?]>([
    ["another definition", { tool: { id: "t", version: 4 } }],
    ["another tool of that name", { tool: { id: "o", version: 3 } }],
    ["a tool that left the catalogue", { tool: null }],
    ["a rating that rose", { risk: "critical" }],
    ["a rating that fell", { risk: "medium" }],
    ["a critical call, whatever the rule says", { risk: "critical" }, { risk: "critical" }],
    ["another agent", { agent: "other" }],
    ["no agent", { agent: null }],
    ["somebody else's call", { onBehalfOf: "maya" }],
    ["a policy that refuses", { policy: denies }, { policyName: "p" }],
    ["a policy that did not hold the first call", { policy: policy({}) }],
    ["another policy than then", { policy: policy({}, "q") }, { policyName: "p" }],
    ["a policy for several people", { policy: policy({ approvals: 2 }) }, { policyName: "p" }],
    ["a policy that asks for a passkey", { policy: policy({ passkey: true }) }, { policyName: "p" }],
    ["a policy that holds back", { policy: policy({ holdSeconds: 60 }) }, { policyName: "p" }],
  ])("%s waits", (_, over, ruled) => {
    expect(letsThrough({ ...rule, ...ruled }, { ...call, ...over })).toBe(false);
  });

  test.each<[Partial<Requirement>, boolean]>([
    [{}, true],
    [{ decideWithinSeconds: 60, useWithinSeconds: 60, reasonRequired: ["reject"] }, true],
    [{ approvals: 2 }, false],
    [{ deciders: { roles: ["admin"], people: [], groups: [] } }, false],
    [{ deciders: { roles: [], people: ["a@x.example"], groups: [] } }, false],
    [{ deciders: { roles: [], people: [], groups: ["on-call"] } }, false],
    [{ separation: { requester: true, editor: false } }, false],
    [{ reasonRequired: ["approve"] }, false],
    [{ passkey: true }, false],
    [{ holdSeconds: 1 }, false],
  ])("a requirement of %j is one person's: %s", (require, one) => {
    expect(asksAnyone({ ...ANY_DECIDER, ...require })).toBe(one);
  });
});
