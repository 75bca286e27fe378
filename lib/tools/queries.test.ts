import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import type { RiskWord } from "@/lib/core/risk";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { findToolOfCall } from "@/lib/testing/tool-of-call";
import { rateTool } from "./commands";
import { listEffectiveRatings } from "./queries";

const find = (
  gateway: TestGateway,
  tenant: TestTenant,
  name: string,
  provider: string | null = null,
  requestRisk: RiskWord | null = null,
) => findToolOfCall(gateway, tenant, { provider, name, requestRisk });

describe("the tool of a call", () => {
  test("nobody knows it: medium, and a person looks", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    expect(await find(gateway, tenant, "nothing")).toEqual({
      tool: null,
      risk: "medium",
      source: "unrated",
      requiresConfirmation: true,
      onCallersWord: false,
      catalogueRisk: null,
      overrideRisk: null,
    });
    expect(await find(gateway, tenant, "nothing", "p", "low")).toMatchObject({
      risk: "low",
      source: "request",
      onCallersWord: true,
    });
  });

  test("without a provider the strictest of that name holds, whatever the order", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    await aTool(gateway, { provider: "a", name: "search", risk: "low" });
    const strict = await aTool(gateway, { provider: "b", name: "search", risk: "high" });
    await aTool(gateway, { provider: "c", name: "search", risk: "medium", requiresConfirmation: true });
    const found = await find(gateway, tenant, "search");
    expect(found).toMatchObject({ risk: "high", tool: { id: strict.id, provider: "b", version: 1 } });
    expect(await find(gateway, tenant, "search", "a")).toMatchObject({
      risk: "low",
      tool: { provider: "a" },
    });
    expect(await find(gateway, tenant, "search", "d")).toMatchObject({ tool: null, source: "unrated" });
  });

  test("a tool of another gateway is not meant", async () => {
    const tenant = await aTenant();
    const [one, two] = [await aGateway([tenant]), await aGateway([tenant])];
    await aTool(one, { name: "t", risk: "low" });
    expect(await find(two, tenant, "t")).toMatchObject({ tool: null });
  });
});

test("the snapshot has every tool with the tenant's own view", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  await aTool(gateway, { name: "b", risk: "medium", requiresConfirmation: true });
  const rated = await aTool(gateway, { name: "a", risk: "low" });
  await aTool(gateway, { name: "c" });
  const admin = await aPerson([tenant], "admin");
  await rateTool(admin, { toolId: rated.id, tenantId: tenant.id, risk: "high", requiresConfirmation: null });
  const view = (tenantId: string | null) =>
    read(gateway.scope, async (tx) =>
      (await listEffectiveRatings(tx, gateway.id, tenantId)).map((tool) => [
        tool.name,
        tool.risk,
        tool.requiresConfirmation,
      ]),
    );
  expect(await view(tenant.id)).toEqual([
    ["a", "high", true],
    ["b", "medium", true],
    ["c", "medium", true],
  ]);
  expect((await view(null))[0]).toEqual(["a", "low", false]);
});
