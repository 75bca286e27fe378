import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { proveScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, inForce, require } from "@/lib/policies/testing/installation";
import { aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { listPasskeyNeeds } from "./queries";

// Policies apply to all tenants, so these tests need their own database.
let drop: () => Promise<void>;
let admin: UserScope;
let acme: TestTenant;
let globex: TestTenant;

const signed = { passkey: true };

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
  [acme, globex] = [await aTenant(), await aTenant({ criticalNeedsPasskey: true })];
  await inForce(admin, [
    require({ tenants: [globex.key.toUpperCase()] }, signed, "Globex payouts"),
    require({ tenants: [`${acme.key.slice(0, -1)}*`] }, signed, "Acme refunds"),
    require({}, signed, "Everywhere"),
    require({}, {}, "Signed by nobody"),
  ]);
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const CRITICAL = () => `critical calls of ${globex.key}`;

test("a person is told of the policies that can concern their tenants, and not by name", async () => {
  const [ofAcme, ofBoth] = [await aPerson([acme]), await aPerson([acme, globex])];
  expect(await listPasskeyNeeds(ofAcme)).toEqual(["what waits by 2 policies that ask for one"]);
  expect(await listPasskeyNeeds(ofBoth)).toEqual([CRITICAL(), "what waits by 3 policies that ask for one"]);
  expect(await listPasskeyNeeds(await aPerson([await aTenant()]))).toEqual([
    "what waits by a policy that asks for one",
  ]);
  expect(await listPasskeyNeeds(await aPerson([]))).toEqual([]);
  expect(await listPasskeyNeeds(await aPerson([acme], "viewer"))).toEqual([]);
  await expect(listPasskeyNeeds(ofAcme, ofBoth.actor.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("an administrator of all tenants reads the names of those policies", async () => {
  const ofAcme = await aPerson([acme]);
  expect(await listPasskeyNeeds(admin, ofAcme.actor.id)).toEqual([
    "what waits by the policy “Acme refunds” or “Everywhere”",
  ]);
  // An administrator of one tenant does not see policy names either, not even for themselves.
  const { actor } = await aPerson([acme], "admin");
  expect(await listPasskeyNeeds(proveScope(actor, [acme.id]))).toEqual([
    "what waits by 2 policies that ask for one",
  ]);
});
