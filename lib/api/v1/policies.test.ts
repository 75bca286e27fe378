import { expect, test } from "vitest";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aPerson } from "@/lib/testing/factories";
import { policies } from "./policies";

const WRONG = `version: null
policies:
  - name: Refunds
    action: require
    match:
      arguments:
        - { path: /amount, op: ">", value: 5 }
        - { path: amount, op: over, value: 5 }
  - name: Other
    action: maybe
`;

async function put(body: string, type: string) {
  const admin = await aPerson([], "admin");
  const where = { id: admin.actor.id };
  await ingest(systemScope("tests"), (tx) => tx.user.update({ where, data: { allTenants: true } }));
  const { token } = await createOwnToken(admin);
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  const request = new Request("http://localhost/api/v1/policies", { method: "PUT", headers, body });
  const answer = await policies.PUT(request, { params: Promise.resolve({}) });
  return { status: answer.status, ...(await answer.json()) };
}

test("every mistake in YAML is reported with its line, and an unknown op with those there are", async () => {
  const { status, errors } = await put(WRONG, "application/yaml");
  expect(status).toBe(422);
  expect(errors).toMatchObject([
    {
      line: 7,
      pointer: "/policies/0/match/arguments/0/op",
      hint: expect.stringMatching(/^one of: equals, .*over/),
    },
    { line: 8, pointer: "/policies/0/match/arguments/1/path" },
    { line: 10, pointer: "/policies/1/action", hint: "one of: allow, deny, require" },
  ]);
  expect(errors[0].message).toMatch(/^one of: equals, .*over/);
});

test("errors in JSON have no line: its members have pointers", async () => {
  const { status, errors } = await put('{"version":null,"policies":[{"name":"a"}]}', "application/json");
  expect(status).toBe(422);
  expect(errors[0]).not.toHaveProperty("line");
});
