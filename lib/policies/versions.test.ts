import { afterAll, beforeAll, expect, test } from "vitest";
import { listDeciders } from "@/lib/auth/people/deciders";
import { closeDatabase } from "@/lib/core/db";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { allow, anAdministrator, deny, inForce } from "./testing/installation";
import { findPolicyVersion, listPolicyHistory } from "./versions";

// Policies apply to every gateway, so these tests need their own database.
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
