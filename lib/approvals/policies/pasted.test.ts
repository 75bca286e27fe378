import { expect, test } from "vitest";
import { yamlOf } from "@/lib/core/json/yaml";
import { systemScope } from "@/lib/core/scope";
import { readPolicies } from "./pasted";
import { putPoliciesSchema } from "./schema";
import { writtenPolicy } from "./written";

const scope = systemScope("tests");

const { policies } = putPoliciesSchema.parse({
  policies: [
    {
      name: "Refunds",
      action: "require",
      match: { tools: ["*refund*"], arguments: [{ path: "/amount", op: "over", value: 1000 }] },
      require: { deciders: { people: ["maya@acme.example"] }, separation: { requester: true } },
    },
    { name: "No", action: "deny", reason: "Not now: ask\nthe team.", match: { tools: ["delete*"] } },
  ],
});

test("policies that were written as YAML are read as they were", () => {
  const text = yamlOf({ version: 3, policies: policies.map(writtenPolicy) });
  expect(readPolicies(scope, text)).toEqual({ policies, version: 3, problems: [] });
  expect(readPolicies(scope, JSON.stringify({ policies: policies.map(writtenPolicy) })).policies).toEqual(
    policies,
  );
});

const WRONG = `policies:
  - name: Refunds
    action: require
    match:
      tools: ["*refund*"]
      arguments:
        - path: amount
          op: over
          value: a lot
  - name: No
    action: deny
    match: { tools: [delete], colour: red }
`;

test("what is wrong is said with its line", () => {
  const { policies: none, problems } = readPolicies(scope, WRONG);
  expect(none).toBeNull();
  expect(problems.map(({ line }) => line)).toEqual([7, 9, 10, 12]);
  expect(problems[0]?.message).toMatch(/^match\/arguments\/0\/path: a JSON pointer/);
  expect(problems[2]?.message).toMatch(/^reason: /);
  expect(problems[3]?.message).toContain("colour");
});

test("a text that is no YAML is refused at the place where it ends to be", () => {
  expect(readPolicies(scope, "policies:\n  - name: a\n  - name: [").problems).toEqual([
    { line: 3, message: expect.any(String) },
  ]);
  expect(readPolicies(scope, "policies: []\nmore: 1\n").problems).toEqual([
    { line: 1, message: expect.stringContaining("more") },
  ]);
});

test("a name that stands twice is told on its line", () => {
  const [problem] = readPolicies(scope, "policies:\n  - name: a\n    action: allow\n    name: b\n").problems;
  expect(problem?.line).toBe(2);
  expect(problem?.message).toContain("name");
  expect(problem?.message).not.toContain("character");
});

test("a thousand policies are read back", () => {
  const many = Array.from({ length: 1_000 }, (_, at) =>
    policies.map((policy) => ({ ...policy, name: `${policy.name} ${at}` })),
  ).flatMap(([first]) => first ?? []);
  const read = readPolicies(scope, yamlOf({ policies: many.map(writtenPolicy) }));
  expect(read.problems).toEqual([]);
  expect(read.policies).toEqual(many);
});
