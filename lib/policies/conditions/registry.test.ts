import { expect, test } from "vitest";
import { snake } from "@/lib/core/casing";
import { compilePolicies, firstFit, possibleFits } from "../rules";
import { policySchema } from "../schema";
import { policySentence } from "../sentences";
import { require } from "../testing/installation";
import { writtenPolicy } from "../written";
import { CONDITION_KEYS, conditionOf } from "./registry";
import { type AskedOf, CONDITIONS, type Kind } from "./types";

const EXAMPLES: AskedOf = {
  names: ["one", "two*"],
  risks: ["high", "critical"],
  window: { weekdays: ["sat"], from: null, to: null, zone: "UTC" },
  arguments: [{ path: "/amount", op: "over", value: 1_000 }],
  facts: [{ path: "/how_many", op: "over", value: 1_000 }],
};

const exampleOf = (key: (typeof CONDITION_KEYS)[number]): AskedOf[Kind] => EXAMPLES[CONDITIONS[key].kind];

test.each(CONDITION_KEYS)("%s is parsed, written, said and judged", (key) => {
  const asked = exampleOf(key);
  const policy = policySchema.parse({ name: "one", action: "require", match: { [snake(key)]: asked } });
  expect(policy.match[key]).toEqual(asked);
  expect(writtenPolicy(policy).match).toEqual({ [snake(key)]: asked });
  expect(policySentence(policy)).toContain(conditionOf(key).words(asked, false));
  // For a call without known facts the result is unknown.
  const compiled = compilePolicies([policy]);
  expect(firstFit(compiled, {})).toBeNull();
  expect(possibleFits(compiled, {})).toMatchObject({ possible: [{ isSure: false }], orNone: true });
});

test("what came later is stored only where it is asked, in the order in which policies were stored before", () => {
  const { match } = policySchema.parse(writtenPolicy(require({ tools: ["a"] })));
  expect(Object.keys(match)).toEqual([
    ...["tenants", "gateways", "providers", "tools", "agents", "models"],
    ...["risk", "time", "arguments", "onBehalfOf"],
  ]);
});
