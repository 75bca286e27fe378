import { afterAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { anOldApproval } from "@/lib/testing/old-rows";
import { cancelPendingOf } from "./cancel-all";
import { CANCELLED_AT_ONCE } from "./types";

const system = systemScope("tests");

afterAll(closeDatabase);

test("every pending call is cancelled, some at a time, each with its line in the trail; others stay", async () => {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant, other]);
  // Made a moment ago by the clock of the tests: their deadline is an hour away.
  for (let index = 0; index < CANCELLED_AT_ONCE + 2; index += 1)
    await anOldApproval({ tenant, gateway, days: 0 }, { decision: "pending" });
  const decided = await anOldApproval({ tenant, gateway, days: 0 });
  await anOldApproval({ tenant: other, gateway, days: 0 }, { decision: "pending" });
  const admin = await aPerson([tenant, other], "admin");
  expect(await cancelPendingOf(admin, tenant.key)).toEqual({ cancelled: CANCELLED_AT_ONCE, left: 2 });
  expect(await cancelPendingOf(admin, tenant.key)).toEqual({ cancelled: 2, left: 0 });
  await read(system, async (tx) => {
    const count = (decision: "cancelled" | "pending" | "rejected", tenantId: string) =>
      tx.approval.count({ where: { tenantId, decision } });
    expect(await count("cancelled", tenant.id)).toBe(CANCELLED_AT_ONCE + 2);
    expect(await count("pending", other.id)).toBe(1);
    expect((await tx.approval.findFirstOrThrow({ where: { id: decided } })).decision).toBe("rejected");
    const lines = await tx.activity.count({ where: { tenantId: tenant.id, action: "approval.cancelled" } });
    expect(lines).toBe(CANCELLED_AT_ONCE + 2);
  });
});
