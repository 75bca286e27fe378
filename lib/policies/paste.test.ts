import { expect, test } from "vitest";
import { yamlOf } from "@/lib/core/json/yaml";
import { systemScope } from "@/lib/core/scope";
import { readPolicies } from "./paste";
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

test("policies that were written as YAML are read as they were", async () => {
  const text = yamlOf({ version: 3, policies: policies.map(writtenPolicy) });
  expect(await readPolicies(scope, text)).toEqual({ policies, version: 3, problems: [] });
  expect(
    (await readPolicies(scope, JSON.stringify({ policies: policies.map(writtenPolicy) }))).policies,
  ).toEqual(policies);
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

test("what is wrong is said with its line", async () => {
  const { policies: none, problems } = await readPolicies(scope, WRONG);
  expect(none).toBeNull();
  expect(problems.map(({ line }) => line)).toEqual([7, 9, 10, 12]);
  expect(problems[0]?.message).toMatch(/^match\/arguments\/0\/path: a JSON pointer/);
  expect(problems[2]?.message).toMatch(/^reason: /);
  expect(problems[3]?.message).toContain("colour");
});

test("a text that is no YAML is refused at the place where it ends to be", async () => {
  expect((await readPolicies(scope, "policies:\n  - name: a\n  - name: [")).problems).toEqual([
    { line: 3, message: expect.any(String) },
  ]);
  expect((await readPolicies(scope, "policies: []\nmore: 1\n")).problems).toEqual([
    { line: 1, message: expect.stringContaining("more") },
  ]);
});

test("of a text with many errors the first is said, on its line", async () => {
  for (const text of [`policies:\n  [${",".repeat(250_000)}`, `a: 1\n${"}\n".repeat(120_000)}`])
    expect((await readPolicies(scope, text)).problems).toEqual([{ line: 2, message: expect.any(String) }]);
});

test("a name that stands twice is told on its line", async () => {
  const { problems } = await readPolicies(scope, "policies:\n  - name: a\n    action: allow\n    name: b\n");
  const [problem] = problems;
  expect(problem?.line).toBe(2);
  expect(problem?.message).toContain("name");
  expect(problem?.message).not.toContain("character");
});

test("what is wrong behind a name with a slash is told on its line", async () => {
  const text = "policies:\n  - name: a\n    match:\n      tools: [x]\n      a/b~c:\n        __proto__: 1\n";
  expect((await readPolicies(scope, text)).problems.map(({ line }) => line)).toEqual([6]);
});

test("a thousand policies are read back", async () => {
  const many = Array.from({ length: 1_000 }, (_, at) =>
    policies.map((policy) => ({ ...policy, name: `${policy.name} ${at}` })),
  ).flatMap(([first]) => first ?? []);
  const read = await readPolicies(scope, yamlOf({ policies: many.map(writtenPolicy) }));
  expect(read.problems).toEqual([]);
  expect(read.policies).toEqual(many);
});
