import { expect, test } from "vitest";
import { listActivityOf } from "@/lib/activity/queries";
import { aGateway, aPerson, aTenant, aTool } from "@/lib/testing/factories";
import { rateTool } from "@/lib/tools/commands";
import { recordCalls } from "../commands";
import { countCalls, getCall, listCalls } from "../queries";
import type { ToolCallInput } from "../schema";
import { wireCall } from "../wire";
import { callFilterOf, exportQuery, parseLog } from "./rules";

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const record = async (over: Partial<ToolCallInput>) => {
    const input = {
      tenant: tenant.key,
      tool: "unrated",
      provider: "p",
      outcome: "ok" as const,
      rationale: "The tests need this row.",
      occurredAt: "2025-11-22T12:00:00Z",
      ...over,
    };
    const done = await recordCalls(gateway.scope, [{ index: 0, key: null, bodySha256: "", input }]);
    return done.accepted[0]?.id ?? "";
  };
  return { tenant, gateway, record, person: await aPerson([tenant], "admin") };
}

test("a call keeps on whose word it ran, whatever the ratings become", async () => {
  const { tenant, gateway, record, person } = await aSetting();
  const unrated = await aTool(gateway, { name: "unrated", provider: "p" });
  const lowered = await aTool(gateway, { name: "lowered", provider: "p", risk: "critical" });
  await rateTool(person, {
    toolId: lowered.id,
    risk: "low",
    tenantId: tenant.id,
    requiresConfirmation: null,
  });
  const onWord = await record({ risk: "low" });
  const below = await record({ tool: "lowered", risk: "critical" });
  const others = [
    await record({}),
    await record({ risk: "medium" }),
    await record({ risk: "low", outcome: "approval_pending" }),
    await record({ risk: "low", approvalId: "0193f2a0-0000-7000-8000-000000000000" }),
    await record({ tool: "lowered", risk: "medium" }),
    await record({ tool: "in no catalogue", risk: "low" }),
  ];
  await rateTool(person, {
    toolId: unrated.id,
    risk: "high",
    tenantId: tenant.id,
    requiresConfirmation: null,
  });
  await rateTool(person, { toolId: lowered.id, risk: null, tenantId: tenant.id, requiresConfirmation: null });
  expect(wireCall(await getCall(person, onWord))).toMatchObject({ ran_on: "gateway_word", rated_risk: null });
  expect(wireCall(await getCall(person, below))).toMatchObject({
    ran_on: "rating_below_claim",
    rated_risk: "low",
    risk: "critical",
  });
  for (const id of others) expect((await getCall(person, id)).ranOn).toBeNull();
  expect((await getCall(person, await record({ risk: "low" }))).ranOn).toBeNull();

  const found = async (ran_on: "gateway_word" | "rating_below_claim") =>
    (await listCalls(person, { ran_on }, { limit: 5 })).rows.map(({ id }) => id);
  expect(await found("gateway_word")).toEqual([onWord]);
  expect(await found("rating_below_claim")).toEqual([below]);
  expect(await countCalls(person, { ran_on: "gateway_word" })).toBe(1);
  expect(await countCalls(await aPerson([await aTenant()]), { ran_on: "gateway_word" })).toBe(0);
});

test("the address and a download's query name the mark", () => {
  const { filter, problems } = parseLog({ ran_on: "gateway_word" });
  expect(problems).toEqual([]);
  expect(callFilterOf(filter, new Date())).toMatchObject({ ran_on: "gateway_word" });
  expect(exportQuery(filter, "csv", new Date())).toContain("ran_on=gateway_word");
  expect(parseLog({ ran_on: "else" }).problems).toHaveLength(1);
});

test("the trail says once of each tenant that a call of an unrated tool ran on the gateway's word", async () => {
  const [one, other] = [await aSetting(), await aSetting()];
  await aTool(one.gateway, { name: "unrated", provider: "p" });
  const said = async ({ person, tenant }: typeof one) =>
    (await listActivityOf(person, "tenant", tenant.id)).filter(
      ({ action }) => action === "tenant.ran_on_word",
    );
  await one.record({ tool: "in no catalogue", risk: "low" });
  expect(await said(one)).toEqual([]);
  await Promise.all(Array.from({ length: 8 }, () => one.record({ risk: "low" })));
  await one.record({ risk: "low" });
  expect(await said(one)).toMatchObject([{ details: { tool: "unrated" } }]);
  expect(await said(other)).toEqual([]);
});
