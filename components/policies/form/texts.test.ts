import { expect, test } from "vitest";
import { policySchema } from "@/lib/policies/schema";
import { ANY_DECIDER, EVERY_CALL, type Policy } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";
import { policyOf, sayablePolicyOf, textOf } from "./texts";

const full: Extract<Policy, { action: "require" }> = {
  name: "Refunds over 1,000",
  on: true,
  action: "require",
  match: {
    ...EVERY_CALL,
    tools: ["create_refund", "refund *"],
    onBehalfOf: ["*@acme.example"],
    risk: ["high", "critical"],
    time: { weekdays: ["sat", "sun"], from: "18:00", to: "08:00", zone: "Europe/Zurich" },
    arguments: [
      { path: "/amount", op: "over", value: 1000 },
      { path: "/amount", op: "at_most", value: "9007199254740993" },
      { path: "/currency", op: "in", value: ["CHF", "17", 17, true, null] },
      { path: "/note", op: "not_equals", value: "null" },
      { path: "/note", op: "matches", value: "*urgent*" },
      { path: "/items", op: "longer_than", value: 3 },
      { path: "/items/*/price", op: "exists" },
    ],
  },
  require: {
    approvals: 3,
    deciders: { roles: ["admin"], people: ["maya@acme.example"], groups: [] },
    separation: { requester: true, editor: true },
    decideWithinSeconds: 5_400,
    useWithinSeconds: 86_400,
    reasonRequired: ["approve"],
    passkey: true,
    holdSeconds: 90,
    escalate: { afterSeconds: 1_800, roles: ["admin"], people: ["ines@acme.example"], groups: ["on-call"] },
  },
};

test("a policy that is not changed comes back from its form as it went in", () => {
  expect(policyOf(textOf(full))).toEqual(full);
  expect(policySchema.parse(writtenPolicy(policyOf(textOf(full))))).toEqual(full);
  const seats = [
    { approvals: 1, roles: [], people: [], groups: ["ops"] },
    { approvals: 2, roles: [], people: ["maya@acme.example"], groups: ["finance"] },
  ];
  const deciders = { roles: [], people: ["maya@acme.example"], groups: ["ops", "finance"] };
  const several: Policy = { ...full, require: { ...full.require, approvals: 3, deciders, seats } };
  expect(policyOf(textOf(several))).toEqual(several);
  const without = { ...textOf(several), seats: textOf(several).seats.slice(0, 1) };
  expect(policyOf(without)).toMatchObject({ require: { approvals: 1, deciders: { groups: ["ops"] } } });
  expect(policyOf(without)).not.toHaveProperty("require.seats");
  const deny: Policy = { name: "No", on: false, action: "deny", reason: "Not now.", match: EVERY_CALL };
  expect(policyOf(textOf(deny))).toEqual(deny);
  const allow: Policy = { name: "Yes", on: true, action: "allow", match: EVERY_CALL };
  expect(policyOf(textOf(allow))).toEqual(allow);
});

test("the name of an argument is its path, and blank lines count for nothing", () => {
  const text = textOf(full);
  const { match } = policyOf({
    ...text,
    match: {
      ...text.match,
      tools: "\n create_refund \n\n",
      arguments: [{ key: 0, path: "amount", op: "over", value: " 1000 " }],
    },
  });
  expect(match.tools).toEqual(["create_refund"]);
  expect(match.arguments).toEqual([{ path: "/amount", op: "over", value: 1000 }]);
});

test("what is typed wrong is refused by the server, at its field", () => {
  const text = textOf({ ...full, require: ANY_DECIDER });
  const wrong = policyOf({
    ...text,
    name: " ",
    decideWithin: { amount: "soon", unit: "hours" },
    match: {
      ...text.match,
      arguments: [
        { key: 0, path: "", op: "over", value: "1000" },
        { key: 1, path: "amount", op: "over", value: "a lot" },
        { key: 2, path: "items", op: "longer_than", value: "many" },
      ],
    },
  });
  const result = policySchema.safeParse(writtenPolicy(wrong));
  expect(result.error?.issues.map(({ path }) => path.join("/"))).toEqual(
    expect.arrayContaining([
      "name",
      "match/arguments/0/path",
      "match/arguments/1/value",
      "match/arguments/2/value",
      "require/decide_within_seconds",
    ]),
  );
});

test("of a condition that is not filled in yet nothing is said, and the server is still told of it", () => {
  const text = textOf({ ...full, match: { ...full.match, arguments: [] } });
  const begun = {
    ...text,
    match: {
      ...text.match,
      arguments: [
        { key: 0, path: "", op: "over" as const, value: "5" },
        { key: 1, path: "amount", op: "over" as const, value: " " },
        { key: 2, path: "note", op: "equals" as const, value: "" },
        { key: 3, path: "note", op: "missing" as const, value: "" },
      ],
    },
  };
  expect(sayablePolicyOf(begun).match.arguments.map(({ path, op }) => [path, op])).toEqual([
    ["/note", "equals"],
    ["/note", "missing"],
  ]);
  expect(policyOf(begun).match.arguments).toHaveLength(4);
});
