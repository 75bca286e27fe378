import { afterAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { proveScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool } from "@/lib/testing/factories";
import { rateTool } from "./commands";
import { listRatableTools, listTenantOverrides } from "./overrides";

afterAll(closeDatabase);

test("a tenant's own ratings beside what holds for all, and the tools it may still rate", async () => {
  const [ours, theirs] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([ours, theirs]);
  const other = await aGateway([theirs]);
  const wipe = await aTool(gateway, { name: "wipe", risk: "low" });
  const read = await aTool(gateway, { name: "read", risk: "low" });
  await aTool(other, { name: "foreign" });
  const admin = await aPerson([ours], "admin", "Ines");
  const all = proveScope(admin.actor, [ours.id, theirs.id], { unlimited: true });
  const rate = (tenantId: string | null, risk: "high" | "critical", toolId = wipe.id) =>
    rateTool(all, { toolId, tenantId, risk, requiresConfirmation: null });
  await rate(null, "high");
  await rate(ours.id, "critical");
  await rate(theirs.id, "critical", read.id);
  expect(await listTenantOverrides(admin, ours.id)).toMatchObject([
    {
      toolId: wipe.id,
      name: "wipe",
      gateway: gateway.name,
      global: { risk: "high" },
      own: { risk: "critical", requiresConfirmation: null },
      by: "Ines",
    },
  ]);
  const unset = { risk: "low", requiresConfirmation: null };
  expect(await listRatableTools(admin, ours.id)).toMatchObject([
    { name: "read", catalogue: unset, override: null },
  ]);
  await rate(null, "high", read.id);
  expect(await listRatableTools(admin, ours.id)).toMatchObject([
    { name: "read", catalogue: unset, override: { risk: "high", requiresConfirmation: null } },
  ]);
  expect(await listTenantOverrides(admin, theirs.id)).toEqual([]);
  expect(await listRatableTools(admin, theirs.id)).toEqual([]);
});
