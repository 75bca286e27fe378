import { afterAll, beforeAll, expect, test } from "vitest";
import { createApproval } from "@/lib/approvals/gate/commands";
import { listDeciders } from "@/lib/auth/people/deciders";
import { closeDatabase } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { findCallAsAsked } from "./as-asked";
import { allow, anAdministrator, deny, inForce } from "./testing/in-force";
import { findPolicyVersion, listPolicyHistory } from "./versions";

// Policies hold for every gateway: a database of its own.
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

test("each version says what it changed, and an earlier one is found as it was", async () => {
  const admin = await anAdministrator();
  const first = [deny({ tools: ["a"] }, "A"), allow({ tools: ["b"] }, "B")];
  await inForce(admin, first);
  await inForce(admin, [allow({ tools: ["b", "c"] }, "B"), deny({ tools: ["d"] }, "D")]);
  const history = await listPolicyHistory(admin);
  expect(history.map(({ version, policies, changes }) => ({ version, policies, changes }))).toEqual([
    {
      version: 2,
      policies: 2,
      changes: { added: ["D"], removed: ["A"], changed: ["B"], reordered: false },
    },
    { version: 1, policies: 2, changes: { added: ["A", "B"], removed: [], changed: [], reordered: false } },
  ]);
  expect(history[0]?.savedBy).toBe("Ada");
  expect(await findPolicyVersion(admin, 1)).toEqual(first);
  expect(await findPolicyVersion(admin, 99)).toBeNull();
});

test("those who are limited to a tenant see no version, and no list of people", async () => {
  const tenant = await aTenant();
  const scope = await aPerson([tenant], "admin");
  await expect(listPolicyHistory(scope)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(findPolicyVersion(scope, 1)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(() => listDeciders(scope)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});

test("only people who may decide can be named", async () => {
  const admin = await anAdministrator();
  const [approver, viewer] = [await aPerson([], "approver"), await aPerson([], "viewer")];
  const addresses = (await listDeciders(admin)).map(({ email }) => email);
  expect(addresses).toEqual(expect.arrayContaining([admin.actor.email, approver.actor.email]));
  expect(addresses).not.toContain(viewer.actor.email);
});

test("a held call is given back without its secrets, everything else as it was", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const argumentsText = '{"api_key":"sk-live-1","n":1.0, "auth":{"pin":123456},"to":["a"]}';
  const call = aCall(tenant, { argumentsText });
  const key = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId } = await createApproval(gateway.scope, call, key);
  const here = await aPerson([tenant], "admin");
  for (const text of [await findCallAsAsked(here, approvalId), await findCallAsAsked(here)])
    expect(text).toContain(
      '"arguments": {"api_key":"(hidden, 9 characters)","n":1.0, "auth":{"pin":"(hidden, 6 characters)"},"to":["a"]}',
    );
});

test("a held call is given back as its gateway asked about it, its arguments digit by digit", async () => {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant]);
  const argumentsText = '{"amount": 9007199254740993.10}';
  const call = aCall(tenant, { argumentsText, model: "opus", onBehalfOf: "maya@acme.example" });
  const { approvalId } = await createApproval(gateway.scope, call, {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  const [here, elsewhere] = [await aPerson([tenant], "admin"), await aPerson([other], "admin")];

  const text = (await findCallAsAsked(here, approvalId)) ?? "";
  expect(text).toContain(`"arguments": ${argumentsText}`);
  expect(JSON.parse(text)).toMatchObject({
    tenant: tenant.key,
    gateway: gateway.name,
    provider: "files",
    tool: "write_file",
    agent: "tester",
    model: "opus",
    on_behalf_of: "maya@acme.example",
    risk: "high",
  });
  expect(await findCallAsAsked(here)).toBe(text);
  expect(await findCallAsAsked(elsewhere, approvalId)).toBeNull();
  expect(await findCallAsAsked(here, "no id")).toBeNull();
});
