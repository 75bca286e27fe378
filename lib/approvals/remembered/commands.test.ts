import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, inForce, require } from "@/lib/policies/testing/installation";
import { aCall, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { tryCall } from "../gate/try";
import { decideTogether } from "../triage/bulk";
import type { DecideApproval } from "../types";
import { restoreRule, revokeRule } from "./commands";
import { previewRule } from "./preview";
import { getRule } from "./queries";
import {
  aRule,
  argsOf,
  asked,
  expectNoRules,
  FREELY,
  held,
  here,
  moveIn,
  outcome,
  remembering,
  ruleNow,
  type SeenCall,
  updateRule,
} from "./testing/rules";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  await moveIn();
  await inForce(admin, []);
});

describe("no rule is made", () => {
  const refused = async (decision: DecideApproval, code = "CONFLICT", by = here.ines) => {
    await expect(decideApproval(by, decision)).rejects.toMatchObject({ code });
    expect((await getApprovalView(by, decision.id)).decision).toBe("pending");
    await expectNoRules();
  };

  test("for a critical call", async () => {
    const seen = { ...LOOKED, typed: "write_file" };
    await refused({ ...remembering(await held({ risk: "critical" })), seen } as DecideApproval);
    // A constraint of the database rejects it.
    await expect(aRuleOf("critical")).rejects.toThrow(/remembered_rules_risk/);
  });

  async function aRuleOf(risk: string) {
    const rule = await aRule({}, { agent: "another" });
    await ingest(
      system,
      (tx) => tx.$executeRaw`update remembered_rules set risk = ${risk}::risk where id = ${rule.id}::uuid`,
    );
  }

  test("with an edit, nor of arguments that were edited", async () => {
    const seen = await held();
    await refused({ ...remembering(seen), argumentsText: argsOf(9), reason: "Nine." } as DecideApproval);
    await ingest(
      system,
      (tx) => tx.$executeRaw`update approvals set revision = 2 where id = ${seen.id}::uuid`,
    );
    await refused(remembering({ ...seen, revision: 2 }));
  });

  test("where the policy asks for more than one person, or names who", async () => {
    for (const demands of [
      { approvals: 2 },
      { deciders: { roles: [], people: [here.ines.actor.email], groups: [] } },
      { separation: { requester: true, editor: false } },
      { reasonRequired: ["approve" as const] },
      { holdSeconds: 30 },
    ]) {
      await inForce(admin, [require({ tenants: [here.tenant.key] }, demands)]);
      const agent = JSON.stringify(demands);
      await refused({ ...remembering(await held({ agent })), reason: "Because." } as DecideApproval);
    }
  });

  test("by the person on whose behalf the call is made, though the tenant lets them approve it", async () => {
    await moveIn({ blockSelfApproval: false });
    await refused(remembering(await held({ onBehalfOf: here.ines.actor.email })));
  });

  test("of a call for which its gateway asked for a person", async () => {
    const call = aCall(here.tenant, { argumentsText: argsOf(0) });
    const request = { tenantId: here.tenant.id, key: null, bodySha256: "" };
    const { approvalId: id } = await createApproval(here.gateway.scope, call, request);
    await refused(remembering({ id, revision: 1, argumentsSha256: call.arguments.sha256 }));
  });

  test("with what does not hold for the call, without the approval either", async () => {
    const seen = await held();
    await refused(remembering(seen, { arguments: [{ path: "/bcc", is: "free" }] }), "VALIDATION_ERROR");
    await refused(
      remembering(seen, { arguments: [{ path: "/n", is: "bounded", atLeast: 1 }] }),
      "VALIDATION_ERROR",
    );
  });

  test("from a table of many, whatever is sent along", async () => {
    const seen = await held({ agent: "many" });
    const items = [{ ...seen, remember: FREELY }] as unknown as SeenCall[];
    await decideTogether(here.ines, {
      ...{ verdict: "approve", items, seen: { end: true, visible_ms: 9_000, typed: "1" } },
    } as never).catch(() => undefined);
    await expectNoRules();
  });

  test("when twenty of the tool are open", async () => {
    for (let at = 0; at < 20; at += 1) await aRule({}, { agent: `a${at}` });
    await expect(aRule({}, { agent: "one more" })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("ending a rule", () => {
  test("is for everybody who may decide, once, and can be taken back by whoever did it, for a moment", async () => {
    const rule = await aRule();
    const maya = await aPerson([here.tenant], "approver", "Maya");
    await revokeRule(maya, rule.id);
    await expect(revokeRule(here.ines, rule.id)).rejects.toThrow("Maya revoked this rule before");
    expect(await outcome(1)).toBe("wait");
    await expect(restoreRule(here.ines, rule.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await getRule(maya, rule.id)).toMatchObject({
      state: "ended",
      mayRestore: true,
      revoked: { by: "Maya" },
    });
    await restoreRule(maya, rule.id);
    expect(await outcome(2)).toBe("remembered");
    await revokeRule(maya, rule.id);
    await updateRule(rule.id, { revokedAt: new Date(Date.now() - 121_000) });
    await expect(restoreRule(maya, rule.id)).rejects.toMatchObject({ code: "CONFLICT" });
    const deeds = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: rule.approvalId }, orderBy: { seq: "asc" } }),
    );
    expect(deeds.map(({ action }) => action)).toEqual([
      "approval.approved",
      "approval.remembered",
      "approval.rule_revoked",
      "approval.rule_restored",
      "approval.rule_revoked",
    ]);
  });
});

describe("before it is made", () => {
  test("a rule shows what would pass and wait, and what would have in the past", async () => {
    const past = await Promise.all([1, 2, 30].map((n) => asked(n)));
    const [first] = past;
    if (first?.kind !== "wait") throw new Error("expected wait");
    const { id, revision, argumentsSha256 } = first.approval;
    await decideApproval(here.ines, { id, revision, argumentsSha256, verdict: "reject", reason: "No." });
    const seen = await held();
    const preview = await previewRule(here.ines, {
      id: seen.id,
      remember: { ...FREELY, arguments: [{ path: "/n", is: "bounded", atMost: 10 }] },
    });
    expect(preview).toMatchObject({
      words: ['path: exactly "/tmp/a.txt"', "n: at most 10"],
      passes: "This very call to write_file, asked again from tester, also with n at most 10",
      waits: "n over 10, for example 11",
      backtest: { days: 30, calls: 3, passed: 2, refused: 1, complete: true },
    });
    expect(preview.parts).toMatchObject([
      { path: "/path", label: "path", kind: "string", shown: '"/tmp/a.txt"', length: 10, is: "fixed" },
      { path: "/n", kind: "number", is: "bounded" },
    ]);
    await expectNoRules();
    const stranger = await aPerson([await aTenant()]);
    await expect(previewRule(stranger, { id: seen.id, remember: FREELY })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("trying a call tells of it and uses nothing", async () => {
    const rule = await aRule();
    const call = { ...aCall(here.tenant, { argumentsText: argsOf(1) }), gateway: here.gateway.name };
    expect(await tryCall(admin, { call })).toMatchObject({ outcome: "allow", step: "remembered" });
    expect((await ruleNow(rule.id)).uses).toBe(0);
  });
});
