import { describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool } from "@/lib/testing/factories";
import { rateTool } from "../commands";
import { listToolsQuery } from "../schema";
import { getTool, listTools, listToolVersions } from "./queries";

const list = (scope: Scope, query: Record<string, string> = {}) =>
  listTools(scope, listToolsQuery.parse(query));

async function names(scope: Scope, query: Record<string, string> = {}): Promise<string[]> {
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(scope, { ...query, ...(cursor ? { cursor } : {}) });
    all.push(...page.rows.map((row) => `${row.provider}/${row.name}`));
    cursor = page.nextCursor;
  } while (cursor);
  return all;
}

describe("the catalogue", () => {
  test("has every tool once in order, whatever the page size", async () => {
    const tenant = await aTenant();
    const [one, two] = [await aGateway([tenant]), await aGateway([tenant])];
    // The same name at two gateways: only the id tells them apart.
    for (const gateway of [one, two])
      for (const name of ["b", "a"]) await aTool(gateway, { provider: "p", name });
    await aTool(one, { provider: "o", name: "z" });
    const person = await aPerson([tenant]);
    for (const limit of ["1", "2", "50"])
      expect(await names(person, { limit })).toEqual(["o/z", "p/a", "p/a", "p/b", "p/b"]);
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
    expect(await names(person, { risk: "med" })).toEqual(["files/unrated"]);
    expect(await names(person, { q: "SEND_100%" })).toEqual(["mail/send_100%"]);
    expect(await names(person, { q: "%" })).toEqual(["mail/send_100%"]);
    await rateTool(person, {
      toolId: send.id,
      tenantId: tenant.id,
      risk: "high",
      requiresConfirmation: null,
    });
    const [row] = (await list(person, { q: "send" })).rows;
    // A tenant's own override is counted, but does not change what holds for all.
    expect(row).toMatchObject({ risk: "low", riskSource: "catalogue", tenantOverrides: 1 });
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
      risk: "medium",
      definition: { version: 1, inputSchemaText: '{ "properties": {"a":{}} }' },
      overrides: [{ tenant: { key: tenant.key }, risk: "high", requiresConfirmation: true }],
    });
    expect(tool.overrides[0]?.ratedBy).toBe(person.actor.name);
    expect(tool.findings.map((finding) => finding.code)).toContain("missing_type");
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
    await expect(list(await aPerson([await aTenant()]), { cursor: "zzz" })).rejects.toMatchObject({
      details: { errors: [{ pointer: "/cursor" }] },
    });
  });
});
