import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import type { Weekday } from "@/lib/core/time-window/types";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { allow, anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
import type { Policy } from "@/lib/policies/types";
import { aGateway, aTenant, aTool, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { knownToolsJson, knownToolsText } from "@/lib/tools/known/rules";
import { listToldTools } from "./known-tools";

// Policies apply to every tenant, so this file needs its own database.
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  await aTool(gateway, { provider: "files", name: "delete", risk: "low", requiresConfirmation: false });
});

const amount = { path: "/count", op: "over", value: 10 } as const;

async function told(policies: readonly Policy[]) {
  await inForce(admin, policies);
  const tools = await listToldTools(gateway.scope, {});
  return {
    heading: /### delete \((.*)\)/.exec(knownToolsText(tools, 20_000))?.[1],
    policy: JSON.parse(knownToolsJson(tools, 20_000)).tools[0].policy,
  };
}

test("a tool of low risk that a policy refuses is told as refused", async () => {
  expect(await told([])).toEqual({ heading: "low risk", policy: undefined });
  expect(await told([deny({ tools: ["delete"] })])).toEqual({
    heading: "low risk, refused by a policy",
    policy: "denies",
  });
});

test("what a policy lets wait or run is told as well, by the first that fits every call", async () => {
  expect(await told([require({ providers: ["files"] }), deny({})])).toEqual({
    heading: "low risk, waits for a person by a policy",
    policy: "requires",
  });
  expect((await told([allow({ tenants: [tenant.key] }), deny({})])).policy).toBe("allows");
  expect((await told([deny({ tenants: ["another"] }), deny({ gateways: ["another"] })])).policy).toBe(
    undefined,
  );
});

test("a policy that refuses some calls only is told as such", async () => {
  for (const match of [{ arguments: [amount] }, { agents: ["bot"] }, { onBehalfOf: ["maya"] }])
    expect(await told([deny({ tools: ["delete"], ...match })])).toEqual({
      heading: "low risk, some calls refused by a policy",
      policy: "may_deny",
    });
});

test("a policy for some hours is told as one that refuses some calls, in its hours and outside them", async () => {
  const within = (...weekdays: Weekday[]) => ({ time: { weekdays, from: null, to: null, zone: "UTC" } });
  const some = { heading: "low risk, some calls refused by a policy", policy: "may_deny" };
  // On any day one of the two is open and the other closed.
  for (const hours of [within("mon", "tue", "wed", "thu"), within("fri", "sat", "sun")]) {
    expect(await told([deny(hours)])).toEqual(some);
    expect(await told([allow(hours), deny({})])).toEqual(some);
    expect((await told([require(hours)])).policy).toBe(undefined);
  }
});
