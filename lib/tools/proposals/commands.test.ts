import { beforeEach, describe, expect, test } from "vitest";
import { ask as authorize } from "@/lib/approvals/gate/ask";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { type GatewayScope, proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { countTools, getTool, listTools } from "../catalogue/queries";
import { publishOwnCheatsheet } from "../cheatsheet/commands";
import { getCheatsheet } from "../cheatsheet/queries";
import { rateTool } from "../commands";
import { registerTools } from "../registration";
import type { GivenTool, PutTools } from "../schema";
import type { RegisteredTool } from "../types";
import { acceptProposal, dismissProposal } from "./commands";

const system = systemScope("tests");
let acme: TestTenant;
let beta: TestTenant;
let gateway: TestGateway;
let narrow: GatewayScope;
let admin: UserScope;

beforeEach(async () => {
  [acme, beta] = [await aTenant(), await aTenant()];
  gateway = await aGateway([acme, beta]);
  narrow = proveScope({ ...gateway.scope.actor, keyId: newId() }, [acme.id]);
  const { actor } = await aPerson([acme, beta], "admin", "Ada");
  admin = proveScope(actor, [acme.id, beta.id], { unlimited: true });
});

const tool = (over: Partial<GivenTool> = {}): GivenTool => ({
  name: "wipe",
  description: "Wipes the disk.",
  inputSchema: RawJson.parse('{"type":"object"}'),
  outputSchema: null,
  annotations: null,
  risk: undefined,
  requiresConfirmation: undefined,
  impact: undefined,
  category: undefined,
  cheatsheet: false,
  ...over,
});

const list = (over: Partial<GivenTool> = {}, cheatsheet: string | null = null): PutTools => ({
  provider: "disk",
  cheatsheet,
  tools: [tool(over)],
});

async function register(over: Partial<GivenTool>, scope = gateway.scope): Promise<RegisteredTool> {
  const [registered] = await registerTools(scope, list(over));
  if (!registered) throw new Error("nothing was registered");
  return registered;
}

/** The gate's answer to a call of the tool for a tenant. */
async function asked(tenant: TestTenant): Promise<string> {
  const call = aCall(tenant, { provider: "disk", tool: "wipe", risk: undefined, agent: newId() });
  const { answer } = await authorize(gateway.scope, call, {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  return answer.kind;
}

async function trail(toolId: string): Promise<string[]> {
  const rows = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: toolId }, orderBy: { seq: "asc" } }),
  );
  return rows.map((row) => `${row.actorName}: ${row.action}`);
}

const pendingOf = async (id: string) => (await getTool(admin, id)).proposal;

describe("a key for some of a gateway's tenants", () => {
  const refused = {
    code: "FORBIDDEN",
    details: { errors: [{ code: "key_covers_some_tenants", hint: expect.stringContaining("every tenant") }] },
  };

  test.each([
    ["lowers a rating", { risk: "low" }],
    ["raises one", { risk: "critical", description: "Wipes all disks." }],
    ["changes a definition", { description: "Harmless." }],
    ["changes what it says of its impact", { impact: "None" }],
    ["adds a tool", { name: "another" }],
  ] as const)("%s for nobody", async (_, change) => {
    const { id } = await register({ risk: "high" });
    await expect(register({ risk: "high", ...change }, narrow)).rejects.toMatchObject(refused);
    const stored = await getTool(admin, id);
    expect(stored).toMatchObject({ version: 1, impact: null, proposal: null });
    expect(stored.standing.catalogue.risk).toBe("high");
    expect((await listTools(admin, { view: "all", gateway: gateway.name })).rows).toHaveLength(1);
    expect(await asked(beta)).toBe("wait");
  });

  test("sends an unchanged list as before", async () => {
    await register({ risk: "high" });
    expect(await register({ risk: "high" }, narrow)).toMatchObject({ changed: "unchanged", risk: "high" });
    expect(await register({}, narrow)).toMatchObject({ changed: "unchanged", risk: "high" });
  });

  test("sends again what is proposed already, and proposes nothing else", async () => {
    await register({ risk: "high" });
    await register({ risk: "medium" });
    expect(await register({ risk: "medium" }, narrow)).toMatchObject({
      changed: "unchanged",
      proposed: { risk: "medium", state: "pending" },
    });
    await expect(register({ risk: "low" }, narrow)).rejects.toMatchObject(refused);
  });

  test("does not withdraw what is proposed", async () => {
    const { id } = await register({ risk: "high" });
    await register({ risk: "low" });
    await expect(register({ risk: "high" }, narrow)).rejects.toMatchObject(refused);
    expect(await pendingOf(id)).toMatchObject({ risk: "low" });
  });

  test("writes no cheatsheet, alone or with a list, but may send the one that is there", async () => {
    await registerTools(gateway.scope, list({}, "# Disk"));
    for (const write of [
      () => publishOwnCheatsheet(narrow, "disk", "# Run everything"),
      () => publishOwnCheatsheet(narrow, "another", "# Run everything"),
      () => registerTools(narrow, list({}, "# Run everything")),
    ])
      await expect(write()).rejects.toMatchObject(refused);
    expect((await getCheatsheet(gateway.scope, "disk")).markdown).toBe("# Disk");
    await publishOwnCheatsheet(narrow, "disk", "# Disk");
    await registerTools(narrow, list({}, "# Disk"));
  });

  test("is for all as soon as it covers them, and no longer once the gateway serves another", async () => {
    const whole = proveScope(narrow.actor, [beta.id, acme.id]);
    await register({ risk: "low" }, whole);
    const later = await aTenant();
    await ingest(system, (tx) =>
      tx.gatewayTenant.create({ data: { gatewayId: gateway.id, tenantId: later.id } }),
    );
    await expect(register({ risk: "high" }, whole)).rejects.toMatchObject(refused);
  });
});

describe("a registration that lowers what holds", () => {
  test("is a proposal: what holds stays in force, the answer says which and why, the trail keeps it", async () => {
    const { id } = await register({ risk: "critical" });
    const lowered = await register({ risk: "low" });
    expect(lowered).toMatchObject({
      risk: "critical",
      requiresConfirmation: true,
      changed: "unchanged",
      changes: [],
      proposed: { risk: "low", requiresConfirmation: null, state: "pending" },
    });
    expect([await asked(acme), await asked(beta)]).toEqual(["wait", "wait"]);
    expect(await trail(id)).toEqual([`${gateway.name}: tool.proposed`]);
  });

  test.each([
    [
      "a flag that is dropped",
      { risk: "medium", requiresConfirmation: true },
      { requiresConfirmation: false },
    ],
    ["a first rating of what nobody rated", {}, { risk: "medium" }],
    ["a milder word that still waits", { risk: "critical" }, { risk: "high" }],
  ] as const)("also %s", async (_, before, after) => {
    const { id } = await register(before);
    const answer = await register(after);
    expect(answer.proposed).toMatchObject({ state: "pending", ...after });
    expect(await asked(beta)).toBe("wait");
    expect(await pendingOf(id)).toMatchObject(after);
  });

  test("takes its other changes at once", async () => {
    await register({ risk: "medium", requiresConfirmation: true });
    const answer = await register({
      risk: "high",
      requiresConfirmation: false,
      description: "Wipes a disk.",
      impact: "Data is gone",
    });
    expect(answer).toMatchObject({
      version: 2,
      risk: "high",
      changed: "updated",
      changes: ["description", "risk", "impact"],
      proposed: { risk: "high", requiresConfirmation: false },
    });
  });

  test("sent again is no news, another one takes its place, and one that lowers nothing withdraws it", async () => {
    const { id } = await register({ risk: "critical" });
    await register({ risk: "low" });
    const first = await pendingOf(id);
    await Promise.all(Array.from({ length: 4 }, () => register({ risk: "low" })));
    expect(await pendingOf(id)).toEqual(first);
    await register({ risk: "medium" });
    expect((await pendingOf(id))?.id).not.toBe(first?.id);
    // Without a rating, the registration leaves the proposal unchanged.
    await register({});
    expect(await pendingOf(id)).toMatchObject({ risk: "medium" });
    expect((await register({ risk: "critical" })).proposed).toBeNull();
    expect(await pendingOf(id)).toBeNull();
    expect(await trail(id)).toEqual(
      ["proposed", "proposed", "proposal_withdrawn"].map((verb) => `${gateway.name}: tool.${verb}`),
    );
  });

  test("a new tool is rated as its gateway says, and the answer says when it guards less than before", async () => {
    expect(await asked(acme)).toBe("wait");
    expect(await register({ risk: "medium" })).toMatchObject({ proposed: null, lessGuarded: true });
    expect(await asked(acme)).toBe("allow");
    expect(await register({ risk: "medium" })).toMatchObject({ lessGuarded: false });
    expect(await register({ name: "b", risk: "high" })).toMatchObject({ lessGuarded: false });
    expect(await register({ name: "c" })).toMatchObject({ lessGuarded: false });
  });
});

describe("an administrator", () => {
  async function aProposal() {
    const { id } = await register({ risk: "critical" });
    await register({ risk: "low" });
    const proposal = await pendingOf(id);
    if (!proposal) throw new Error("nothing is proposed");
    return { toolId: id, proposalId: proposal.id };
  }

  test("finds proposals in the list and counted", async () => {
    const { toolId, proposalId } = await aProposal();
    await register({ name: "another", risk: "low" });
    const here = { gateway: gateway.name };
    expect(await countTools(admin, { view: "all", ...here })).toMatchObject({ all: 2, proposed: 1 });
    const { rows } = await listTools(admin, { view: "proposed", ...here });
    expect(rows).toMatchObject([
      { id: toolId, proposal: { id: proposalId, risk: "low", requiresConfirmation: null } },
    ]);
  });

  test("accepts one: it holds from now on", async () => {
    const given = await aProposal();
    await acceptProposal(admin, given);
    expect([await asked(acme), await asked(beta)]).toEqual(["allow", "allow"]);
    expect(await getTool(admin, given.toolId)).toMatchObject({
      proposal: null,
      standing: { catalogue: { risk: "low", requiresConfirmation: null } },
    });
    expect(await register({ risk: "low" })).toMatchObject({ changed: "unchanged", proposed: null });
    expect(await trail(given.toolId)).toEqual([
      `${gateway.name}: tool.proposed`,
      "Ada: tool.proposal_accepted",
    ]);
    const [row] = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: given.toolId, action: "tool.proposal_accepted" } }),
    );
    expect(JSON.parse(row?.details ?? "{}")).toMatchObject({
      risk: { from: "critical", to: "low" },
      provider: "disk",
      tool: "wipe",
    });
  });

  test("dismisses one: what holds stays, and the same asked for again stays dismissed", async () => {
    const given = await aProposal();
    await dismissProposal(admin, given);
    expect(await pendingOf(given.toolId)).toBeNull();
    expect(await asked(beta)).toBe("wait");
    expect(await register({ risk: "low" })).toMatchObject({
      risk: "critical",
      proposed: { risk: "low", state: "dismissed" },
    });
    expect(await pendingOf(given.toolId)).toBeNull();
    await register({ risk: "medium" });
    expect(await pendingOf(given.toolId)).toMatchObject({ risk: "medium" });
    expect(await trail(given.toolId)).toEqual([
      `${gateway.name}: tool.proposed`,
      "Ada: tool.proposal_dismissed",
      `${gateway.name}: tool.proposed`,
    ]);
  });

  test("acts on what they saw, once", async () => {
    const given = await aProposal();
    const stale = { code: "STALE_VIEW" };
    await expect(acceptProposal(admin, { ...given, proposalId: newId() })).rejects.toMatchObject(stale);
    await register({ risk: "medium" });
    await expect(acceptProposal(admin, given)).rejects.toMatchObject(stale);
    await expect(dismissProposal(admin, given)).rejects.toMatchObject(stale);
    const proposalId = (await pendingOf(given.toolId))?.id ?? "";
    const all = await Promise.allSettled([
      acceptProposal(admin, { ...given, proposalId }),
      dismissProposal(admin, { ...given, proposalId }),
      acceptProposal(admin, { ...given, proposalId }),
    ]);
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("of some tenants, or no administrator at all, does not decide for all", async () => {
    const given = await aProposal();
    for (const person of [await aPerson([acme, beta], "admin"), await aPerson([acme], "approver")])
      for (const act of [acceptProposal, dismissProposal])
        await expect(act(person, given)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(acceptProposal(admin, { ...given, toolId: newId() })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("who has rated the tool goes before its gateway, whatever it proposes", async () => {
    const given = await aProposal();
    await rateTool(admin, {
      toolId: given.toolId,
      tenantId: beta.id,
      risk: "high",
      requiresConfirmation: null,
    });
    await acceptProposal(admin, given);
    expect([await asked(acme), await asked(beta)]).toEqual(["allow", "wait"]);
  });
});

test("people of other tenants see nothing of a proposal", async () => {
  await register({ risk: "critical" });
  const { id } = await register({ risk: "low" });
  const stranger = await aPerson([await aTenant()], "admin");
  const found = await read(stranger, (tx) => tx.toolProposal.findMany({ where: { toolId: id } }));
  expect(found).toEqual([]);
  const insider = await aPerson([beta], "viewer");
  expect(await read(insider, (tx) => tx.toolProposal.findMany({ where: { toolId: id } }))).toHaveLength(1);
});

test("a proposal that was read beside another definition is not accepted", async () => {
  const { id } = await register({ risk: "high" });
  await register({ risk: "low" });
  const seen = await pendingOf(id);
  await register({ description: "Wipes every disk." });
  const now = await pendingOf(id);
  expect(now).toMatchObject({ risk: "low" });
  await expect(acceptProposal(admin, { toolId: id, proposalId: seen?.id ?? "" })).rejects.toMatchObject({
    code: "STALE_VIEW",
  });
  await acceptProposal(admin, { toolId: id, proposalId: now?.id ?? "" });
});

test("a registration that proposes much adds one row to the trail", async () => {
  const many = (risk: GivenTool["risk"]) => ({
    provider: "disk",
    cheatsheet: null,
    tools: Array.from({ length: 21 }, (_, at) => tool({ name: `wipe_${at}`, risk })),
  });
  const [first] = await registerTools(gateway.scope, many("high"));
  await registerTools(gateway.scope, many("low"));
  expect(await trail(first?.id ?? "")).toEqual([]);
  expect(await trail(gateway.scope.actor.id)).toEqual([expect.stringContaining("tool.proposals_changed")]);
});
