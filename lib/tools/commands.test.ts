import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool, type TestTenant } from "@/lib/testing/factories";
import { getTool } from "./catalogue/queries";
import { rateTool } from "./commands";
import { findToolForCall } from "./queries";

const system = systemScope("tests");

async function aRatedTool(tenants: readonly TestTenant[]) {
  const gateway = await aGateway(tenants);
  const tool = await aTool(gateway, { name: "wipe", risk: "low" });
  const effective = (tenant: TestTenant) =>
    read(gateway.scope, (tx) =>
      findToolForCall(tx, { gatewayId: gateway.id, tenantId: tenant.id, provider: "files", name: "wipe" }),
    );
  return { gateway, tool, effective };
}

const trail = (tenant: TestTenant) =>
  read(system, (tx) => tx.activity.findMany({ where: { tenantId: tenant.id }, orderBy: { seq: "asc" } }));

describe("rating a tool", () => {
  test("holds for the tenant it was made for, and is written down", async () => {
    const [ours, theirs] = [await aTenant(), await aTenant()];
    const { tool, effective } = await aRatedTool([ours, theirs]);
    const admin = await aPerson([ours], "admin");
    await rateTool(admin, {
      toolId: tool.id,
      tenantId: ours.id,
      risk: "critical",
      requiresConfirmation: null,
    });
    expect(await effective(ours)).toMatchObject({ risk: "critical", source: "tenant_override" });
    expect(await effective(theirs)).toMatchObject({ risk: "low", source: "catalogue" });
    const [row] = await trail(ours);
    expect(row).toMatchObject({ action: "tool.rated", subjectId: tool.id, actorId: admin.actor.id });
    expect(JSON.parse(row?.details ?? "")).toMatchObject({ from: null, to: { risk: "critical" } });
  });

  test("is replaced by the next one and taken away by an empty one", async () => {
    const tenant = await aTenant();
    const { tool, effective } = await aRatedTool([tenant]);
    const admin = await aPerson([tenant], "admin");
    const rate = (risk: "high" | "medium" | null) =>
      rateTool(admin, { toolId: tool.id, tenantId: tenant.id, risk, requiresConfirmation: null });
    await rate("high");
    await rate("medium");
    expect(await effective(tenant)).toMatchObject({ risk: "medium", source: "tenant_override" });
    await rate(null);
    expect(await effective(tenant)).toMatchObject({ risk: "low", source: "catalogue" });
    expect(await trail(tenant)).toHaveLength(3);
    expect((await getTool(admin, tool.id)).overrides).toEqual([]);
  });

  test("for every tenant is for those who see every tenant", async () => {
    const tenant = await aTenant();
    const { tool, effective } = await aRatedTool([tenant]);
    const rating = { toolId: tool.id, tenantId: null, risk: "high", requiresConfirmation: null } as const;
    await expect(rateTool(await aPerson([tenant], "admin"), rating)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const { actor } = await aPerson([tenant], "admin");
    await rateTool(proveScope(actor, [tenant.id], { unlimited: true }), rating);
    expect(await effective(tenant)).toMatchObject({ risk: "high", source: "override" });
  });

  test("two people at once leave one rating", async () => {
    const tenant = await aTenant();
    const { tool } = await aRatedTool([tenant]);
    const people = await Promise.all(Array.from({ length: 6 }, () => aPerson([tenant], "admin")));
    const rating = {
      toolId: tool.id,
      tenantId: tenant.id,
      risk: "high",
      requiresConfirmation: null,
    } as const;
    await Promise.all(people.map((person) => rateTool(person, rating)));
    expect(await read(system, (tx) => tx.toolRating.count({ where: { toolId: tool.id } }))).toBe(1);
    expect(await trail(tenant)).toHaveLength(6);
  });

  test("is refused to approvers, for foreign tenants and for foreign tools", async () => {
    const [ours, theirs] = [await aTenant(), await aTenant()];
    const { tool } = await aRatedTool([ours]);
    const foreign = await aRatedTool([theirs]);
    const admin = await aPerson([ours], "admin");
    const rate = (person: typeof admin, toolId: string, tenantId: string) =>
      rateTool(person, { toolId, tenantId, risk: "low", requiresConfirmation: null });
    await expect(rate(await aPerson([ours], "approver"), tool.id, ours.id)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    for (const [toolId, tenantId] of [
      [tool.id, theirs.id],
      [foreign.tool.id, ours.id],
      [foreign.tool.id, theirs.id],
      [newId(), ours.id],
      ["no id", ours.id],
    ] as const)
      await expect(rate(admin, toolId, tenantId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const ids = { in: [tool.id, foreign.tool.id] };
    expect(await read(system, (tx) => tx.toolRating.count({ where: { toolId: ids } }))).toBe(0);
  });
});
