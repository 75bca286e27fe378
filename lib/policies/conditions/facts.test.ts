import { expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { callFor, type StatedFacts } from "../call";
import { compilePolicies, consideredPolicies, firstFit, possibleFits } from "../rules";
import { policySchema } from "../schema";
import { policySentence } from "../sentences";
import { allow, deny, require } from "../testing/installation";
import type { Policy } from "../types";

const PLACE = { tenant: "acme", gateway: "edge", provider: "resend", now: new Date(0) };

const call = (facts: StatedFacts | null | undefined) =>
  callFor({ tool: "send" }, PLACE, "low", {
    arguments: () => parseJson('{"how_many":5000}'),
    facts,
  });

const fits = (policy: Policy, facts: StatedFacts | null) =>
  firstFit(compilePolicies([policy]), call(facts)) !== null;

const OVER = { facts: [{ path: "/how_many", op: "over", value: 1_000 }] } as const;

test.each<[facts: StatedFacts | null, stops: boolean, allows: boolean]>([
  [{ how_many: 10_412 }, true, true],
  [{ how_many: "10412" }, true, true],
  // No exact number: the stricter reading, as for arguments.
  [{ how_many: "10,412" }, true, false],
  [{ how_many: "12 or so" }, true, false],
  [{ how_many: 1_000 }, false, false],
  [{ to_whom: "5000" }, false, false],
  [{}, false, false],
  // The argument of the same name is no fact.
  [null, false, false],
])("facts %j", (facts, stops, allows) => {
  expect(fits(require(OVER), facts)).toBe(stops);
  expect(fits(deny(OVER), facts)).toBe(stops);
  expect(fits(allow(OVER), facts)).toBe(allows);
});

test("texts, presence and absence", () => {
  const match = (op: object) => deny({ facts: [op as never] });
  expect(fits(match({ path: "/undo", op: "equals", value: "impossible" }), { undo: "impossible" })).toBe(
    true,
  );
  expect(
    fits(match({ path: "/to_whom", op: "matches", value: "*all customers" }), { to_whom: "All customers" }),
  ).toBe(true);
  expect(fits(match({ path: "/undo", op: "missing" }), null)).toBe(true);
  expect(fits(match({ path: "/undo", op: "exists" }), { what: "E-mail" })).toBe(false);
});

test("facts that are unknown leave the outcome open, those that a call lacks do not", () => {
  const compiled = compilePolicies([deny(OVER)]);
  expect(possibleFits(compiled, call(undefined))).toMatchObject({
    possible: [{ isSure: false }],
    orNone: true,
  });
  expect(possibleFits(compiled, call(null))).toEqual({ possible: [], orNone: true });
});

test("the sentence and the reason say whose word a fact is", () => {
  const both = { tools: ["send"], ...OVER, arguments: [{ path: "/to", op: "exists" }] } as const;
  expect(policySentence(require(both))).toBe(
    "Calls to send with to given for which the gateway states “how many” over 1,000 wait for a person.",
  );
  const none = deny({ facts: [{ path: "/undo", op: "missing" }] });
  expect(policySentence(none)).toMatch(/^Calls for which the gateway states no “undo” are refused/);
  const { considered } = consideredPolicies([require(OVER)], call({ how_many: 3 }), () => {
    throw new Error("no budget is asked");
  });
  expect(considered[0]?.failedOn).toBe("a fact the gateway states: “how many” over 1,000");
});

test("only the facts of the API can be asked for, and a policy without any stores none", () => {
  const read = (facts: unknown) => policySchema.safeParse({ name: "p", action: "require", match: { facts } });
  const { error } = read([{ path: "/recipients", op: "over", value: 1 }]);
  expect(error?.issues[0]).toMatchObject({
    path: ["match", "facts", 0, "path"],
    message: "one of: /how_many, /to_whom, /what, /undo",
  });
  expect(read([]).data?.match).not.toHaveProperty("facts");
  expect(read([{ path: "/how_many", op: "over", value: "1,000" }]).success).toBe(false);
});
