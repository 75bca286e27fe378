import { afterAll, beforeAll, expect, test } from "vitest";
import { createGroup, moveMembers } from "@/lib/auth/groups/commands";
import { disableUser } from "@/lib/auth/people/commands";
import { closeDatabase } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, inForce, require } from "@/lib/policies/testing/installation";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { listPoliciesThatNeed, listShortPolicies } from "./short-policies";

// The total number of people counts, so this test needs its own database.
const system = systemScope("tests");
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

test("a policy that somebody's leaving breaks is named before they leave, and once they have left", async () => {
  const admin = await anAdministrator();
  const tenant = await aTenant();
  const [maya, ines] = [await aPerson([tenant], "approver"), await aPerson([tenant], "approver")];
  const email = (one: typeof maya) => one.actor.email;
  await createGroup(system, { name: "finance", description: "", members: [email(maya), email(ines)] });
  expect(await listShortPolicies(admin)).toEqual([]);
  expect(await listPoliciesThatNeed(admin, maya.actor.id)).toEqual([]);

  const finance = { deciders: { roles: [], people: [], groups: ["finance"] } };
  const policies = [
    require({ tenants: [tenant.key] }, { approvals: 2, ...finance }, "Refunds"),
    require({ tenants: [tenant.key] }, finance, "Mails"),
    { ...require({}, { approvals: 2, ...finance }, "Not on"), on: false },
  ];
  await inForce(admin, policies);
  expect(await listShortPolicies(admin)).toEqual([]);
  const why = "Only 1 person can decide these calls, and 2 have to approve.";
  expect(await listPoliciesThatNeed(admin, maya.actor.id)).toEqual([{ policy: "Refunds", why }]);
  expect(await listPoliciesThatNeed(admin, admin.actor.id)).toEqual([]);

  await disableUser(system, maya.actor.id);
  expect(await listShortPolicies(admin)).toEqual([{ policy: "Refunds", why }]);
  // What is short already is not theirs to break.
  expect(await listPoliciesThatNeed(admin, ines.actor.id)).toEqual([
    { policy: "Mails", why: "No person can decide these calls." },
  ]);
  await moveMembers(system, { name: "finance", add: [], remove: [email(ines)] });
  expect((await listShortPolicies(admin)).map(({ policy }) => policy)).toEqual(["Refunds", "Mails"]);
  const other = await aPerson([tenant], "admin");
  await expect(listShortPolicies(other)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
