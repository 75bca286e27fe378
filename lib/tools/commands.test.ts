import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool, type TestTenant } from "@/lib/testing/factories";
import { findToolOfCall } from "@/lib/testing/tool-of-call";
import { countTools, getTool, listTools } from "./catalogue/queries";
import { confirmRating, describeTool, rateTool, rateTools } from "./commands";
import { registerTools } from "./registration";

const system = systemScope("tests");

async function aRatedTool(tenants: readonly TestTenant[]) {
  const gateway = await aGateway(tenants);
  const tool = await aTool(gateway, { name: "wipe", risk: "low" });
  const effective = (tenant: TestTenant) =>
    findToolOfCall(gateway, tenant, { provider: "files", name: "wipe" });
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
    expect(JSON.parse(row?.details ?? "")).toMatchObject({ risk: { from: null, to: "critical" } });
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

describe("rating several tools", () => {
  const rating = (risk: "low" | "high" | "critical") => ({ risk, requiresConfirmation: null });

  async function manyTools(count = 3) {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const admin = await aPerson([tenant], "admin");
    const tools: string[] = [];
    for (let n = 0; n < count; n += 1) tools.push((await aTool(gateway, { name: `t${n}`, risk: "low" })).id);
    const overrides = async () =>
      (await listTools(admin, { view: "all" }, tenant.id, 200)).rows.map(
        (row) => row.standing.tenantOverride,
      );
    return { tenant, gateway, admin, tools, overrides };
  }

  test("is one act with a row of activity for each, and taking it back restores exactly what was there", async () => {
    const { tenant, admin, tools, overrides } = await manyTools();
    const [first = ""] = tools;
    const before = { risk: "critical", requiresConfirmation: false } as const;
    await rateTool(admin, { toolId: first, tenantId: tenant.id, ...before });
    const was = await overrides();
    const changes = tools.map((toolId, n) => ({ toolId, to: rating("high"), seen: n === 0 ? before : null }));
    const rated = await rateTools(admin, { tenantId: tenant.id, changes });
    expect(rated.map(({ outcome }) => outcome)).toEqual(["rated", "rated", "rated"]);
    expect(await overrides()).toEqual([rating("high"), rating("high"), rating("high")]);
    const back = changes.map(({ toolId, to, seen }) => ({ toolId, to: seen, seen: to }));
    await rateTools(admin, { tenantId: tenant.id, changes: back, undo: true });
    expect(await overrides()).toEqual(was);
    const rows = await trail(tenant);
    expect(rows.map(({ action, seq }) => [action, Number(seq)])).toEqual(
      Array.from({ length: 7 }, (_, n) => ["tool.rated", n + 1]),
    );
    expect(new Set(rows.slice(1, 4).map(({ subjectId }) => subjectId))).toEqual(new Set(tools));
    expect(JSON.parse(rows.at(-1)?.details ?? "")).toMatchObject({ undo: true, risk: { to: null } });
  });

  test("leaves alone what somebody else rated since, and says who", async () => {
    const { tenant, admin, tools, overrides } = await manyTools(2);
    const [mine = "", theirs = ""] = tools;
    const other = await aPerson([tenant], "admin");
    await rateTool(other, {
      toolId: theirs,
      tenantId: tenant.id,
      risk: "critical",
      requiresConfirmation: null,
    });
    const changes = [mine, theirs].map((toolId) => ({ toolId, to: rating("high"), seen: null }));
    expect(await rateTools(admin, { tenantId: tenant.id, changes })).toEqual([
      { toolId: mine, outcome: "rated", override: rating("high"), by: null, was: null },
      { toolId: theirs, outcome: "stale", override: rating("critical"), by: other.actor.name, was: 1 },
    ]);
    expect(await overrides()).toEqual([rating("high"), rating("critical")]);
  });

  test("of two people who saw the same, one rates each tool", async () => {
    const { tenant, admin, tools } = await manyTools(4);
    const other = await aPerson([tenant], "admin");
    const act = (person: typeof admin, risk: "high" | "critical", order: readonly string[]) =>
      rateTools(person, {
        tenantId: tenant.id,
        changes: order.map((toolId) => ({ toolId, to: rating(risk), seen: null })),
      });
    const [a, b] = await Promise.all([act(admin, "high", tools), act(other, "critical", tools.toReversed())]);
    const done = [...a, ...b].filter(({ outcome }) => outcome === "rated");
    expect(done.map(({ toolId }) => toolId).toSorted()).toEqual(tools.toSorted());
    expect(await trail(tenant)).toHaveLength(4);
  });

  test("tells of tools that are not there or not served, and rates the others", async () => {
    const { tenant, admin, tools } = await manyTools(1);
    const foreign = await aRatedTool([await aTenant()]);
    const ids = [...tools, foreign.tool.id, newId(), "no id"];
    const changes = ids.map((toolId) => ({ toolId, to: rating("high"), seen: null }));
    const rated = await rateTools(admin, { tenantId: tenant.id, changes });
    expect(rated.map(({ outcome }) => outcome)).toEqual(["rated", "gone", "gone", "gone"]);
  });

  test("is refused whole for foreign tenants and for none", async () => {
    const { admin, tools, overrides } = await manyTools(1);
    const changes = tools.map((toolId) => ({ toolId, to: rating("high"), seen: null }));
    for (const tenantId of [(await aTenant()).id, newId(), "no id"])
      await expect(rateTools(admin, { tenantId, changes })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await overrides()).toEqual([null]);
  });

  test("of 200 tools is quick and leaves an unbroken chain", async () => {
    const { tenant, admin, tools } = await manyTools(200);
    const changes = tools.map((toolId) => ({ toolId, to: rating("high"), seen: null }));
    const rated = await rateTools(admin, { tenantId: tenant.id, changes });
    expect(rated.every(({ outcome }) => outcome === "rated")).toBe(true);
    const rows = await trail(tenant);
    expect(rows).toHaveLength(200);
    for (const [n, row] of rows.entries()) if (n > 0) expect(row.previous).toBe(rows[n - 1]?.hash);
  });
});

describe("people's words about a tool", () => {
  const everywhere = async (tenant: TestTenant, role: "admin" | "viewer" = "admin") => {
    const { actor } = await aPerson([tenant], role);
    return proveScope(actor, [tenant.id], { unlimited: true });
  };

  test("hold instead of the gateway's, and leave them to it again when empty", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const { id } = await aTool(gateway, { name: "t", impact: "theirs", category: "c1" });
    const admin = await everywhere(tenant);
    await describeTool(admin, { toolId: id, impact: "Sends real mail", category: null });
    expect(await getTool(admin, id)).toMatchObject({
      impact: "Sends real mail",
      category: "c1",
      ours: { impact: "Sends real mail", category: null },
      theirs: { impact: "theirs", category: "c1" },
    });
    await describeTool(admin, { toolId: id, impact: null, category: null });
    expect(await getTool(admin, id)).toMatchObject({ impact: "theirs" });
  });

  test("are for administrators of all tenants", async () => {
    const tenant = await aTenant();
    const { id } = await aTool(await aGateway([tenant]), { name: "t" });
    const words = { toolId: id, impact: "x", category: null };
    for (const scope of [await aPerson([tenant], "admin"), await everywhere(tenant, "viewer")])
      await expect(describeTool(scope, words)).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const toolId of [newId(), "no id"])
      await expect(describeTool(await everywhere(tenant), { ...words, toolId })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
  });
});

describe("a definition that changes after a person rated the tool", () => {
  async function aRedefinedTool() {
    const tenant = await aTenant();
    const { gateway, tool } = await aRatedTool([tenant]);
    const { actor } = await aPerson([tenant], "admin", "Ada");
    const admin = proveScope(actor, [tenant.id], { unlimited: true });
    const rate = (tenantId: string | null, risk: "high" | "low" | null) =>
      rateTool(admin, { toolId: tool.id, tenantId, risk, requiresConfirmation: null });
    const redefine = (description: string) => {
      const given = { name: "wipe", description, inputSchema: RawJson.parse('{"type":"object"}') };
      const silent = {
        outputSchema: null,
        annotations: null,
        risk: undefined,
        requiresConfirmation: undefined,
      };
      const rest = { impact: undefined, category: undefined, cheatsheet: false };
      const tools = [{ ...given, ...silent, ...rest }];
      return registerTools(gateway.scope, { provider: "files", cheatsheet: null, tools });
    };
    const view = () => getTool(admin, tool.id);
    const marked = async (tenantId: string | null = null) =>
      (await listTools(admin, { view: "redefined", gateway: gateway.name }, tenantId)).rows.length === 1;
    return { tenant, gateway, tool, admin, rate, redefine, view, marked };
  }

  test("asks for a new look, until a person confirms the rating, and again when that is taken back", async () => {
    const { tenant, gateway, tool, admin, rate, redefine, view, marked } = await aRedefinedTool();
    await redefine("Wipes a disk.");
    await rate(null, "high");
    expect(await marked()).toBe(false);
    await redefine("Wipes every disk.");
    expect([await marked(), await marked(tenant.id), (await view()).redefined]).toEqual([true, true, true]);
    expect(await countTools(admin, { view: "all", gateway: gateway.name })).toMatchObject({ redefined: 1 });
    const [override] = (await view()).overrides;
    const about = { toolId: tool.id, tenantId: null };
    const [from, version] = [override?.version ?? 0, (await view()).version];
    expect(version).toBe(from + 1);
    await confirmRating(admin, { ...about, from, version });
    expect(await marked()).toBe(false);
    await confirmRating(admin, { ...about, from: version, version: from, undo: true });
    expect(await marked()).toBe(true);
    const rows = await read(system, (tx) =>
      tx.activity.findMany({
        where: { subjectId: tool.id, action: "tool.rating_confirmed" },
        orderBy: { seq: "asc" },
      }),
    );
    expect(rows.map((row) => JSON.parse(row.details ?? "{}"))).toMatchObject([
      { version: { from, to: version } },
      { version: { from: version, to: from }, undo: true },
    ]);
  });

  test("a confirmation is for the definition and the rating that were seen", async () => {
    const { tool, admin, rate, redefine } = await aRedefinedTool();
    await rate(null, "high");
    await redefine("Wipes a disk.");
    await redefine("Wipes every disk.");
    const about = { toolId: tool.id, tenantId: null };
    const stale = { code: "STALE_VIEW" };
    await expect(confirmRating(admin, { ...about, from: 1, version: 2 })).rejects.toMatchObject(stale);
    await expect(confirmRating(admin, { ...about, from: 2, version: 3 })).rejects.toMatchObject(stale);
    const twice = { ...about, from: 1, version: 3 };
    const both = await Promise.allSettled([confirmRating(admin, twice), confirmRating(admin, twice)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("rating it anew is a new look; taking that back asks again", async () => {
    const { tool, admin, rate, redefine, marked } = await aRedefinedTool();
    await rate(null, "high");
    await redefine("Wipes a disk.");
    const high = { risk: "high", requiresConfirmation: null } as const;
    const low = { risk: "low", requiresConfirmation: null } as const;
    const change = (to: typeof high | typeof low, version?: number) =>
      rateTools(admin, {
        tenantId: null,
        changes: [{ toolId: tool.id, to, version }],
        undo: version !== undefined,
      });
    const [rated] = await change(low);
    expect([await marked(), rated?.was]).toEqual([false, 1]);
    await change(high, rated?.was ?? undefined);
    expect(await marked()).toBe(true);
  });

  test("a tenant's own rating is that tenant's to look at", async () => {
    const { tenant, rate, redefine, marked } = await aRedefinedTool();
    const other = await aTenant();
    await rate(tenant.id, "high");
    await redefine("Wipes a disk.");
    expect([await marked(tenant.id), await marked(other.id)]).toEqual([true, false]);
  });
});
