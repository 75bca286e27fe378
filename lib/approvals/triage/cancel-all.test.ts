import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { previewRemoval } from "@/lib/maintenance/removal/queries";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { anOldApproval } from "@/lib/testing/old-rows";
import { cancelPendingOf, endGrantsOf } from "./cancel-all";
import { CANCELLED_AT_ONCE } from "./types";

const system = systemScope("tests");

afterAll(closeDatabase);

test("every pending call is cancelled, some at a time, each with its line in the trail; others stay", async () => {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant, other]);
  // Created just now by the tests' clock: their deadline is an hour away.
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

test("unused grants of a tenant are revoked; used ones, those of a gateway's callback and other tenants' stay", async () => {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant, other]);
  const approved = async (of: typeof tenant, data: object) => {
    const state = { decision: "approved", execution: "awaiting", delivery: "none" } as const;
    const id = await anOldApproval({ tenant: of, gateway, days: 0 }, state);
    await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data }));
    return id;
  };
  const unused = await approved(tenant, { mode: "reissue" });
  const used = await approved(tenant, { mode: "reissue", execution: "executing", redeemedAt: new Date() });
  const called = await approved(tenant, { mode: "callback" });
  const elsewhere = await approved(other, { mode: "reissue" });
  const admin = await aPerson([tenant, other], "admin");
  expect((await previewRemoval(admin, tenant.id)).grants).toBe(1);
  expect(await endGrantsOf(admin, tenant.key)).toEqual({ cancelled: 1, left: 0 });
  expect((await previewRemoval(admin, tenant.id)).grants).toBe(0);
  const rows = await read(system, (tx) =>
    tx.approval.findMany({
      where: { id: { in: [unused, used, called, elsewhere] } },
      orderBy: { id: "asc" },
    }),
  );
  expect(rows.map(({ decision }) => decision)).toEqual(["revoked", "approved", "approved", "approved"]);
  await expect(endGrantsOf(await aPerson([tenant], "approver"), tenant.key)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});
