import { describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool } from "@/lib/testing/factories";
import { rateTool } from "../commands";
import { mismatchOf } from "../hints";
import { standingRisk } from "../rating";
import { toolList } from "./list";
import { countTools, getTool, listToolChoices, listTools, listToolVersions } from "./queries";

const list = (scope: Scope, query: Record<string, string> = {}, tenantId: string | null = null, limit = 50) =>
  listTools(scope, toolList.parse(query).filter, tenantId, limit);

async function names(scope: Scope, query: Record<string, string> = {}, limit = 50): Promise<string[]> {
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(scope, { ...query, ...(cursor ? { cursor } : {}) }, null, limit);
    all.push(...page.rows.map((row) => `${row.provider}/${row.name}`));
    cursor = page.nextCursor;
  } while (cursor);
  return all;
}

describe("the catalogue", () => {
  test("has every tool once in order, whatever the page size", async () => {
    const tenant = await aTenant();
    const [one, two] = [await aGateway([tenant]), await aGateway([tenant])];
    // The same name at two gateways; only the id differs.
    for (const gateway of [one, two])
      for (const name of ["b", "a"]) await aTool(gateway, { provider: "p", name });
    await aTool(one, { provider: "o", name: "z" });
    const person = await aPerson([tenant]);
    for (const limit of [1, 2, 50])
      expect(await names(person, {}, limit)).toEqual(["o/z", "p/a", "p/a", "p/b", "p/b"]);
    expect(await names(one.scope)).toEqual(["o/z", "p/a", "p/b"]);
  });

  test("filters by provider, gateway, risk and name", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const send = await aTool(gateway, { provider: "mail", name: "send_100%", risk: "low" });
    await aTool(gateway, { provider: "mail", name: "read", risk: "low" });
    await aTool(gateway, { provider: "files", name: "unrated" });
    const person = await aPerson([tenant], "admin");
    expect(await names(person, { provider: "files" })).toEqual(["files/unrated"]);
    expect(await names(person, { gateway: gateway.name })).toHaveLength(3);
    expect(await names(person, { gateway: "none" })).toEqual([]);
    expect(await names(person, { risk: "medium" })).toEqual(["files/unrated"]);
    expect(await names(person, { q: "SEND_100%" })).toEqual(["mail/send_100%"]);
    expect(await names(person, { q: "%" })).toEqual(["mail/send_100%"]);
    await rateTool(person, {
      toolId: send.id,
      tenantId: tenant.id,
      risk: "high",
      requiresConfirmation: null,
    });
    const [row] = (await list(person, { q: "send" })).rows;
    if (!row) throw new Error("no row");
    // A tenant's override counts, but does not change the rating for all.
    expect(row).toMatchObject({ tenantOverrides: 1 });
    expect(standingRisk(row.standing)).toMatchObject({ risk: "low", source: "catalogue" });
    const [seen] = (await list(person, { q: "send" }, tenant.id)).rows;
    if (!seen) throw new Error("no row");
    expect(standingRisk(seen.standing)).toMatchObject({ risk: "high", source: "tenant_override" });
    expect((await list(person, { risk: "high" }, tenant.id)).rows.map((one) => one.name)).toEqual([
      "send_100%",
    ]);
  });

  test("shows a tool whole", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const { id } = await aTool(gateway, {
      name: "t",
      risk: "medium",
      inputSchema: '{ "properties": {"a":{}} }',
    });
    const person = await aPerson([tenant], "admin");
    await rateTool(person, { toolId: id, tenantId: tenant.id, risk: "high", requiresConfirmation: true });
    const tool = await getTool(person, id);
    expect(tool).toMatchObject({
      gateway: { name: gateway.name },
      standing: { catalogue: { risk: "medium" }, override: null, tenantOverride: null },
      tenants: [{ key: tenant.key }],
      definition: { version: 1, inputSchemaText: '{ "properties": {"a":{}} }' },
      overrides: [{ tenant: { key: tenant.key }, risk: "high", requiresConfirmation: true }],
    });
    expect(tool.overrides[0]?.ratedBy).toBe(person.actor.name);
    expect(tool.findings).toEqual({ warnings: 2, remarks: 1 });
  });

  test("shows nobody the tools of gateways that do not serve them", async () => {
    const [ours, theirs] = [await aTenant(), await aTenant()];
    const gateway = await aGateway([theirs]);
    const { id } = await aTool(gateway, { name: "canary" });
    for (const scope of [await aPerson([ours]), (await aGateway([ours])).scope]) {
      expect(await names(scope)).toEqual([]);
      for (const unknown of [id, newId(), "no id"]) {
        await expect(getTool(scope, unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
        await expect(listToolVersions(scope, unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
      }
    }
  });

  test("shows nobody the override of another tenant", async () => {
    const [ours, theirs] = [await aTenant(), await aTenant()];
    const gateway = await aGateway([ours, theirs]);
    const { id } = await aTool(gateway, { name: "t" });
    await rateTool(await aPerson([theirs], "admin"), {
      toolId: id,
      tenantId: theirs.id,
      risk: "high",
      requiresConfirmation: null,
    });
    expect((await getTool(await aPerson([ours]), id)).overrides).toEqual([]);
  });

  test("refuses what is no cursor", async () => {
    const person = await aPerson([await aTenant()]);
    await expect(listTools(person, { view: "all", cursor: "zzz" })).rejects.toMatchObject({
      details: { errors: [{ pointer: "/cursor" }] },
    });
  });

  // The rule exists in SQL for lists and in TypeScript for texts. This test compares them.
  test("puts exactly the mismatches first, then what nobody rated", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const person = await aPerson([tenant], "admin");
    for (const risk of [undefined, "low", "medium", "high", "critical"] as const)
      for (const readOnlyHint of [undefined, true, false])
        for (const destructiveHint of [undefined, true, false])
          await aTool(gateway, {
            provider: `p-${risk}`,
            name: `t-${readOnlyHint}-${destructiveHint}`,
            risk,
            annotations: JSON.stringify({ readOnlyHint, destructiveHint }),
          });
    const { rows } = await list(person, {}, null, 200);
    expect(rows).toHaveLength(45);
    const rank = rows.map((row) => {
      const mismatch = mismatchOf(standingRisk(row.standing).risk, row.hints);
      if (mismatch) return mismatch === "says_nothing" ? 1 : 0;
      return row.standing.catalogue.risk ? 3 : 2;
    });
    expect(rank).toEqual(rank.toSorted());
    expect(rank.filter((one) => one === 0)).toHaveLength(11);
    expect(rank.filter((one) => one === 1)).toHaveLength(4);
    expect(await names(person, { view: "mismatch" })).toHaveLength(15);
    expect(await names(person, { view: "unrated" })).toHaveLength(9);
    expect(await countTools(person, { view: "all" })).toEqual({
      all: 45,
      proposed: 0,
      mismatch: 15,
      unrated: 9,
      redefined: 0,
      "by-rule": 0,
      findings: 45,
      capped: false,
    });
    expect(await countTools(person, { view: "all", provider: "p-low" })).toMatchObject({
      all: 9,
      mismatch: 3,
    });
  });

  test("offers what it can be filtered by, people's category before the gateway's", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    await aTool(gateway, { provider: "mail", name: "send", category: "outbound" });
    await aTool(gateway, { provider: "files", name: "read" });
    const person = await aPerson([tenant]);
    expect(await listToolChoices(person)).toEqual({
      gateways: [gateway.name],
      providers: ["files", "mail"],
      categories: ["outbound"],
    });
    expect(await names(person, { category: "outbound" })).toEqual(["mail/send"]);
  });

  test("searches name, provider and description, all words", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    await aTool(gateway, { provider: "mail", name: "send", description: "Sends a Broadcast" });
    await aTool(gateway, { provider: "mail", name: "read", description: "Reads a broadcast" });
    const person = await aPerson([tenant]);
    expect(await names(person, { q: "broadcast send" })).toEqual(["mail/send"]);
    expect(await names(person, { q: "MAIL broad" })).toHaveLength(2);
    expect(await names(person, { q: "broadcasts" })).toEqual([]);
  });
});
