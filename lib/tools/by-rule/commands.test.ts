import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { guardSentence } from "@/components/words/rules";
import { ask as authorize } from "@/lib/approvals/gate/ask";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { countTools, getTool, listTools } from "../catalogue/queries";
import { rateTool } from "../commands";
import { mismatchOf } from "../hints";
import { standingRisk } from "../rating";
import { registerTools } from "../registration";
import type { GivenTool } from "../schema";
import { BUILT_IN_RULES } from "./built-in";
import { previewRules, saveRules } from "./commands";
import { listRuleVersions } from "./queries";
import type { RatingRule, SaveRules } from "./types";

// Rules apply to every gateway, so this file needs its own database.
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const system = systemScope("tests");
let acme: TestTenant;
let gateway: TestGateway;
let admin: UserScope;

beforeEach(async () => {
  acme = await aTenant();
  gateway = await aGateway([acme]);
  const { actor } = await aPerson([acme], "admin", "Ada");
  admin = proveScope(actor, [acme.id], { unlimited: true });
  const [newest] = await listRuleVersions(admin);
  if (newest?.active) await save({ active: false });
});

/** Saves over the current version, even if it lowers protection. */
async function save(over: Partial<SaveRules> = {}) {
  const [newest] = await listRuleVersions(admin);
  const rules = [...BUILT_IN_RULES];
  const set = { rules, active: true, ...over };
  const { lowered } = await previewRules(admin, { rules: set.rules, active: set.active });
  return saveRules(admin, { seen: newest?.version ?? null, lowered, ...set });
}

const given = (name: string, over: Partial<GivenTool> = {}): GivenTool => ({
  name,
  description: "Does what its name says.",
  inputSchema: RawJson.parse('{"type":"object","properties":{"id":{"type":"string"}}}'),
  outputSchema: null,
  annotations: null,
  risk: undefined,
  requiresConfirmation: undefined,
  impact: undefined,
  category: undefined,
  cheatsheet: false,
  ...over,
});

async function register(...tools: GivenTool[]) {
  const [first] = await registerTools(gateway.scope, { provider: "crm", cheatsheet: null, tools });
  if (!first) throw new Error("nothing was registered");
  return first;
}

async function asked(tool: string, over: Parameters<typeof aCall>[1] = {}): Promise<string> {
  const call = aCall(acme, { provider: "crm", tool, risk: undefined, agent: newId(), ...over });
  const { answer } = await authorize(gateway.scope, call, {
    tenantId: acme.id,
    key: null,
    bodySha256: newId(),
  });
  return answer.kind;
}

const only = (over: Partial<RatingRule>): RatingRule[] => [
  {
    name: "only",
    on: true,
    match: { first: ["get"], last: [], any: [], providers: [], members: [], claim: null },
    risk: "low",
    requiresConfirmation: false,
    ...over,
  },
];

describe("rules", () => {
  test("hold for nothing before they are saved, and for nothing once they are switched off", async () => {
    await register(given("get_deal"));
    expect(await asked("get_deal")).toBe("wait");
    await save();
    expect(await asked("get_deal")).toBe("allow");
    await save({ active: false });
    expect(await asked("get_deal")).toBe("wait");
  });

  test("rate what is there and what comes", async () => {
    const before = await register(given("get_deal"), given("delete_deal"), given("update_deal"));
    expect(before).toMatchObject({ risk: "medium", requiresConfirmation: true, lessGuarded: false });
    await save();
    const risks = async () =>
      (await listTools(admin, { view: "all", gateway: gateway.name })).rows
        .map(({ name, standing }) => ({ name, ...standingRisk(standing) }))
        .map(
          ({ name, risk, requiresConfirmation, source }) =>
            `${name} ${risk} ${requiresConfirmation} ${source}`,
        )
        .sort();
    expect(await risks()).toEqual([
      "delete_deal high true rule",
      "get_deal low false rule",
      "update_deal medium true rule",
    ]);
    expect(await register(given("list_deals"))).toMatchObject({ risk: "low", lessGuarded: true });
    expect(await asked("list_deals")).toBe("allow");
    expect(await countTools(admin, { view: "all", gateway: gateway.name })).toMatchObject({
      "by-rule": 4,
      unrated: 0,
    });
    expect((await listTools(admin, { view: "by-rule", gateway: gateway.name })).rows).toHaveLength(4);
  });

  test("ask for a person on low tools too, and the gate keeps to it", async () => {
    await register(given("get_deal"));
    await save({ rules: only({ requiresConfirmation: true }) });
    expect(await asked("get_deal")).toBe("wait");
    await save({ rules: only({}) });
    expect(await asked("get_deal")).toBe("allow");
  });

  test("are behind people's rating and the gateway's", async () => {
    const { id } = await register(given("get_deal"));
    await register(given("get_mail", { risk: "high" }));
    await save();
    expect(await asked("get_mail")).toBe("wait");
    await rateTool(admin, { toolId: id, tenantId: null, risk: "high", requiresConfirmation: null });
    expect(await asked("get_deal")).toBe("wait");
    await rateTool(admin, { toolId: id, tenantId: null, risk: null, requiresConfirmation: null });
    await rateTool(admin, { toolId: id, tenantId: acme.id, risk: null, requiresConfirmation: true });
    expect(await asked("get_deal")).toBe("wait");
  });

  test("a call cannot claim less than a rule says, and may claim more", async () => {
    await register(given("delete_deal"), given("get_deal"));
    await save();
    expect(await asked("delete_deal", { risk: "low" })).toBe("wait");
    expect(await asked("get_deal", { risk: "high" })).toBe("wait");
  });

  test("raise a name that no catalogue has, and never lower it", async () => {
    await save({ rules: only({}) });
    expect(await asked("get_unknown")).toBe("wait");
    expect(await asked("delete_unknown", { risk: "low" })).toBe("allow");
    await save();
    expect(await asked("get_unknown")).toBe("wait");
    expect(await asked("delete_unknown", { risk: "low" })).toBe("wait");
    await save({ active: false });
    expect(await asked("delete_unknown", { risk: "low" })).toBe("allow");
  });

  test("the list puts mismatches first by the rule's risk as well", async () => {
    const reads = RawJson.parse('{"readOnlyHint":true}');
    await register(given("delete_deal", { annotations: reads }), given("update_deal"), given("get_deal"));
    await save();
    const { rows } = await listTools(admin, { view: "mismatch", gateway: gateway.name });
    expect(rows.map(({ name }) => name)).toEqual(["delete_deal"]);
    expect(rows.map(({ standing, hints }) => mismatchOf(standingRisk(standing).risk, hints))).toEqual([
      "says_read_only",
    ]);
  });
});

describe("calls that claim to be harmless", () => {
  const withId = { first: [], last: [], any: [], providers: [], members: ["id"], claim: null };
  const rules = only({ match: withId, risk: "medium", requiresConfirmation: true });

  test("would run without a rule that holds them: the preview says so, and nobody saves it unseen", async () => {
    await register(given("update_deal"));
    await save({ rules });
    expect(await asked("update_deal", { risk: "low" })).toBe("wait");
    const preview = await previewRules(admin, { rules: [], active: true });
    const held = { name: "update_deal", guard: "less", freed: true };
    expect(preview.tools).toContainEqual(expect.objectContaining(held));
    const [newest] = await listRuleVersions(admin);
    const { lowered } = await previewRules(admin, { rules, active: true });
    await expect(
      saveRules(admin, { rules: [], active: true, seen: newest?.version ?? null, lowered }),
    ).rejects.toMatchObject({ code: "STALE_VIEW" });
  });

  test("do not run because their server takes away what the rule asks for", async () => {
    await register(given("update_deal"));
    await save({ rules });
    await register(given("update_deal", { inputSchema: RawJson.parse('{"type":"object"}') }));
    expect(await asked("update_deal", { risk: "low" })).toBe("wait");
  });
});

test("a rule may be called as any object's member is, and is counted all the same", async () => {
  await register(given("get_deal"));
  const { byRule } = await previewRules(admin, { rules: only({ name: "constructor" }), active: true });
  expect(byRule).toEqual({ constructor: expect.any(Number) });
});

describe("a server that defines a tool anew", () => {
  const destroys = RawJson.parse('{"destructiveHint":true}');

  test("may raise what a rule says of it, never lower it, until the rules are saved again", async () => {
    await save();
    const { id } = await register(given("get_deal"));
    const ruleOf = async () => (await getTool(admin, id)).standing.rule?.name;
    expect(await ruleOf()).toBe("Only reads");
    await register(given("get_deal", { annotations: destroys }));
    expect(await ruleOf()).toBe("Its server says it destroys");
    expect(await register(given("get_deal"))).toMatchObject({ version: 3, risk: "high" });
    expect(await ruleOf()).toBe("Its server says it destroys");
    expect(await asked("get_deal")).toBe("wait");
    const [newest] = await listRuleVersions(admin);
    expect((await previewRules(admin, newest ?? { rules: [], active: true })).less).toBeGreaterThanOrEqual(1);
    await save();
    expect(await ruleOf()).toBe("Only reads");
  });

  test("goes back to waiting where no rule fits any more", async () => {
    const amount = RawJson.parse('{"type":"object","properties":{"amount":{"type":"number"}}}');
    const match = { first: [], last: [], any: [], providers: [], members: ["amount"], claim: null };
    await save({ rules: only({ match }) });
    const { id } = await register(given("count_deals", { inputSchema: amount }));
    expect((await getTool(admin, id)).standing.rule?.risk).toBe("low");
    await register(given("count_deals"));
    expect((await getTool(admin, id)).standing.rule).toBeNull();
  });
});

describe("a preview", () => {
  test("counts what nobody rated by what becomes of it, and says what is guarded less, without changing anything", async () => {
    await register(
      given("get_deal"),
      given("delete_deal"),
      given("frobnicate"),
      given("list_mail", { risk: "low" }),
    );
    const before = await previewRules(admin, { rules: [], active: true });
    const preview = await previewRules(admin, { rules: BUILT_IN_RULES, active: true });
    const own = preview.tools.filter((tool) => tool.gateway === gateway.name);
    expect(own).toMatchObject([
      { name: "get_deal", rule: "Only reads", risk: "low", guard: "less", freed: true },
      { name: "delete_deal", risk: "high", guard: "more", freed: false },
      { name: "frobnicate", rule: null, risk: "medium", guard: "same", freed: false },
    ]);
    expect(preview.unrated).toBe(before.unrated);
    expect(preview.byRisk.low + preview.byRisk.medium + preview.byRisk.high + preview.none).toBe(
      preview.unrated,
    );
    expect(preview.byRule["Only reads"]).toBe(preview.byRisk.low);
    expect(preview.freed).toBe(preview.byRisk.low);
    expect(preview.rated).toBeGreaterThanOrEqual(1);
    expect(await asked("get_deal")).toBe("wait");
  });

  test("says what switching off would guard more", async () => {
    await register(given("get_deal"));
    await save();
    const preview = await previewRules(admin, { rules: BUILT_IN_RULES, active: false });
    expect(preview.more).toBeGreaterThanOrEqual(1);
    // Tools that a rule rated high are less protected without it.
    expect(preview.none).toBe(preview.unrated);
  });
});

describe("saving", () => {
  test("is refused where other tools would be guarded less than the person was shown, as many or not, and then changes nothing", async () => {
    const { id } = await register(given("get_deal"));
    const { less, lowered } = await previewRules(admin, { rules: BUILT_IN_RULES, active: true });
    await register(given("get_mail"));
    await expect(save({ lowered })).rejects.toMatchObject({ code: "STALE_VIEW" });
    // One tool drops out and another comes in, so the number matches the preview.
    await rateTool(admin, { toolId: id, tenantId: null, risk: "high", requiresConfirmation: null });
    expect((await previewRules(admin, { rules: BUILT_IN_RULES, active: true })).less).toBe(less);
    await expect(save({ lowered })).rejects.toMatchObject({ code: "STALE_VIEW" });
    expect(await asked("get_mail")).toBe("wait");
    expect(await save()).toMatchObject({ less });
    expect(await asked("get_mail")).toBe("allow");
  });

  test("is refused where the person was not shown that a rule raises fewer names in no catalogue", async () => {
    await save();
    const without = BUILT_IN_RULES.filter(({ name }) => name !== "Destroys or takes away");
    expect(await asked("delete_unlisted", { risk: "low" })).toBe("wait");
    const same = await previewRules(admin, { rules: BUILT_IN_RULES, active: true });
    expect(same).toMatchObject({ less: 0, weaker: [] });
    const rules = without;
    const preview = await previewRules(admin, { rules, active: true });
    expect(preview.weaker).toEqual(["Destroys or takes away"]);
    expect(guardSentence(preview).unlisted).toContain(
      "Calls of tools that are in no catalogue may be guarded less: by these rules, “Destroys or takes away”",
    );
    await expect(save({ rules, lowered: same.lowered })).rejects.toMatchObject({ code: "STALE_VIEW" });
    expect(await asked("delete_unlisted", { risk: "low" })).toBe("wait");
    await save({ rules, lowered: preview.lowered });
    expect(await asked("delete_unlisted", { risk: "low" })).toBe("allow");
  });

  test("says what taking it back would lower, so that it can be taken back at once", async () => {
    await register(given("get_deal"), given("delete_deal"));
    await save({ rules: only({}) });
    const { undoLowers } = await save();
    await save({ rules: only({}), lowered: undoLowers, undo: true });
    expect(await asked("get_deal")).toBe("allow");
  });

  test("is refused over a version that was not seen; of two at once one wins", async () => {
    const [newest] = await listRuleVersions(admin);
    const seen = newest?.version ?? null;
    const both = await Promise.allSettled([save({ seen }), save({ seen })]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "STALE_VIEW" },
    });
  });

  test("what is registered at the same moment is rated by the rules of before or after, and then by those of after", async () => {
    // Disabling lowers protection of new tools too, so the person has to confirm again.
    const rules = only({ risk: "medium", requiresConfirmation: true });
    const saveOrLookAgain = (active: boolean) =>
      save({ rules, active }).catch((error) => {
        expect(error).toMatchObject({ code: "STALE_VIEW" });
        return save({ rules, active });
      });
    for (let round = 0; round < 5; round += 1) {
      const name = `get_round_${round}`;
      const active = round % 2 === 0;
      await Promise.all([register(given(name)), saveOrLookAgain(active)]);
      const { rows } = await listTools(admin, { view: "all", gateway: gateway.name, q: name });
      expect(rows[0]?.standing.rule?.risk ?? null).toBe(active ? "medium" : null);
    }
  });

  test("keeps every version and tells the trail what changed; undo is saving the one before", async () => {
    const zeroth = await save({ rules: only({}) });
    const first = await save({ rules: only({}) });
    expect(first.version).toBe(zeroth.version + 1);
    const second = await save({ rules: [...only({ risk: "medium" }), ...BUILT_IN_RULES] });
    await save({ rules: only({}), undo: true });
    const [undone, changed, begun] = await listRuleVersions(admin);
    expect([begun?.version, changed?.version]).toEqual([first.version, second.version]);
    expect(undone?.rules).toEqual(begun?.rules);
    const rows = await read(system, (tx) =>
      tx.activity.findMany({ where: { action: "tool_rules.saved" }, orderBy: { seq: "desc" }, take: 3 }),
    );
    const [undo, change, same] = rows.map((row) => JSON.parse(row.details ?? "{}"));
    expect(change).toMatchObject({
      version: second.version,
      changed: ["only"],
      removed: [],
      rules: BUILT_IN_RULES.length + 1,
    });
    expect(same).toMatchObject({ changed: [], added: [], removed: [], reordered: false });
    expect(change.added).toContain("Only reads");
    expect(undo).toMatchObject({
      undo: true,
      changed: ["only"],
      added: [],
      removed: expect.arrayContaining(["Only reads"]),
    });
  });

  test("is for administrators of all tenants", async () => {
    for (const person of [await aPerson([acme], "admin"), await aPerson([acme], "approver")]) {
      const set = { rules: [...BUILT_IN_RULES], active: true };
      await expect(async () => previewRules(person, set)).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(async () =>
        saveRules(person, { ...set, seen: null, lowered: "0".repeat(64) }),
      ).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
    const row = { version: 1_000_000, rules: [], active: true, savedBy: "gateway" };
    const write = ingest(gateway.scope, (tx) => tx.toolRuleVersion.create({ data: row }));
    await expect(write).rejects.toThrow(/row-level security/);
    const viewer = await aPerson([acme], "viewer");
    expect((await listRuleVersions(viewer)).length).toBeGreaterThan(0);
  });
});
