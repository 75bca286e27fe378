import { expect, test } from "vitest";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { recordCalls } from "@/lib/calls/commands";
import { submitCorrection } from "@/lib/calls/corrections";
import type { ToolCallInput } from "@/lib/calls/schema";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { proveScope, systemScope } from "@/lib/core/scope";
import { getIssueView } from "@/lib/feedback/inbox/queries";
import { listReports } from "@/lib/feedback/inbox/reports";
import { getFeedback } from "@/lib/feedback/queries";
import { aReported } from "@/lib/feedback/triage/testing/issues";
import { aCall, aPerson, aTool, unique } from "@/lib/testing/factories";
import { publishCheatsheet, publishOwnCheatsheet } from "@/lib/tools/cheatsheet/commands";
import { getIssueEvidence } from "./queries";
import { findReportLinks } from "./report-links";
import { metSchema, signalOf } from "./rules";

const SCHEMA =
  '{"type":"object","properties":{"name":{"type":"string"},"stage":{"enum":["a","b"]}},"required":["name"]}';

const system = systemScope("tests");

async function aSetting() {
  const setting = await aReported();
  const tool = await aTool(setting.gateway, { provider: "files", name: "crm", inputSchema: SCHEMA });
  const record = (over: Partial<ToolCallInput> = {}) => {
    const input: ToolCallInput = {
      tenant: setting.tenant.key,
      tool: "crm",
      rationale: "Because the tests need it.",
      outcome: "validation_error",
      sessionId: "s1",
      model: "opus",
      occurredAt: new Date(Date.now() - 60_000).toISOString(),
      arguments: RawJson.parse('{"stage":"c","password":"hunter2"}'),
      ...over,
    };
    return recordCalls(setting.gateway.scope, [{ index: 0, input, key: null, bodySha256: newId() }]);
  };
  const evidenceOf = async (id: string) => {
    const issue = await getIssueView(setting.person, id);
    const { rows } = await listReports(setting.person, id);
    const links = rows[0] && (await findReportLinks(setting.person, rows[0]));
    return getIssueEvidence(setting.person, issue, links?.call ?? null, new Date());
  };
  return { ...setting, tool, record, evidenceOf };
}

test("the call is the last of the tool in the session before the report, with the definition it met", async () => {
  const { report, record, evidenceOf, tool } = await aSetting();
  await record({ occurredAt: new Date(Date.now() - 120_000).toISOString() });
  await record({
    validation: [
      { path: "/stage", message: "must be a or b" },
      { path: "/stage", message: "once more" },
      { path: "/extra/0", message: "is not known" },
    ],
  });
  await record({ tool: "other", occurredAt: new Date(Date.now() - 30_000).toISOString() });
  const { issue } = await report("crm", { sessionId: "s1", agent: "cursor" });
  await record({ occurredAt: new Date(Date.now() + 60_000).toISOString() });
  const { call, schema, models, agents } = await evidenceOf(issue.id);
  expect(call).toMatchObject({ tool: "crm", outcome: "validation_error" });
  expect(call?.validation).toHaveLength(3);
  expect(schema).toMatchObject({
    toolId: tool.id,
    version: 1,
    judge: "gateway",
    wrong: [
      { name: "stage", message: "must be a or b" },
      { name: "extra", message: "is not known" },
    ],
  });
  expect(schema?.parameters.map(({ name }) => name)).toEqual(["name", "stage"]);
  expect(agents).toEqual([{ name: "cursor", reports: 1 }]);
  expect(models).toEqual([{ name: "opus", calls: 3 }]);
});

test("the cheatsheet is the one that agents of the call's gateway get, and says what it does not name", async () => {
  const { report, record, evidenceOf, gateway, tenant } = await aSetting();
  const provider = unique("provider");
  const validation = ["/stage", "/lead-score"].map((path) => ({ path, message: "is wrong" }));
  await aTool(gateway, { provider, name: "crm", inputSchema: SCHEMA });
  await record({ provider, validation });
  const { issue } = await report("crm", { sessionId: "s1", provider });
  const sheet = async () => (await evidenceOf(issue.id)).cheatsheet;
  expect(await sheet()).toEqual({ provider, published: null });
  const { actor } = await aPerson([tenant], "admin");
  const admin = proveScope(actor, [tenant.id], { unlimited: true });
  await publishCheatsheet(admin, provider, "`stage` is `a` or `b`. The score of a lead is nowhere.", null);
  expect((await sheet())?.published).toMatchObject({
    gateway: null,
    names: ["stage"],
    silentAbout: ["lead-score"],
  });
  await publishOwnCheatsheet(gateway.scope, provider, "The _lead-score_ is a number.");
  expect((await sheet())?.published).toMatchObject({
    gateway: gateway.scope.actor.name,
    names: ["lead-score"],
    silentAbout: ["stage"],
  });
});

test("where the gateway says nothing, our own check of the arguments does", async () => {
  const { report, record, evidenceOf } = await aSetting();
  await record();
  const { issue } = await report("crm", { sessionId: "s1" });
  const { schema } = await evidenceOf(issue.id);
  expect(schema?.judge).toBe("check");
  expect(schema?.wrong.map(({ name }) => name).toSorted()).toEqual(["name", "stage"]);
});

test("the call that a report names by its id goes before the last one, and needs no session", async () => {
  const { report, record, evidenceOf, person } = await aSetting();
  const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
  await record({ callId: "toolu_1", occurredAt: at(90), rationale: "The one it is about." });
  await record({ callId: "toolu_2", occurredAt: at(30), rationale: "Another one, later." });
  const { issue, id } = await report("crm", { sessionId: "s1", callId: "toolu_1" });
  expect((await evidenceOf(issue.id)).call?.callId).toBe("toolu_1");
  const reported = await getFeedback(person, id);
  const links = (over: object) => findReportLinks(person, { ...reported, ...over });
  expect(await links({})).toMatchObject({ callNamed: true, call: { callId: "toolu_1" } });
  expect(await links({ sessionId: null })).toMatchObject({ callNamed: true, call: { callId: "toolu_1" } });
  const unknown = { callNamed: false, call: { callId: "toolu_2" } };
  expect(await links({ callId: "toolu_9" })).toMatchObject(unknown);
  const none = { callNamed: false, call: null };
  expect(await links({ sessionId: null, gateway: "another" })).toMatchObject(none);
  expect(await links({ sessionId: "s2", toolCalled: null })).toMatchObject(none);
});

test("a report without a session has no call, and says so by none", async () => {
  const { report, record, evidenceOf } = await aSetting();
  await record();
  const { issue } = await report("crm");
  expect(await evidenceOf(issue.id)).toMatchObject({ call: null, schema: null, models: [] });
});

test("weeks hold reports and the versions that appeared, twelve of them, the present one last", async () => {
  const { report, evidenceOf } = await aSetting();
  const { issue } = await report("crm");
  await report("crm");
  const { weeks } = await evidenceOf(issue.id);
  expect(weeks).toHaveLength(12);
  expect(weeks.at(-1)).toMatchObject({ reports: 2, versions: [1] });
  expect(weeks.slice(0, -1).every((week) => week.reports === 0 && week.versions.length === 0)).toBe(true);
});

test("corrections, rejections with their reasons and edits of the tool weigh three reports each", async () => {
  const { report, evidenceOf, gateway, tenant, person } = await aSetting();
  const { issue } = await report("crm");
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const said = { tenant: tenant.key, tool: "crm", utterance: "No, the other deal." };
  await submitCorrection(gateway.scope, said, request);
  await submitCorrection(gateway.scope, { ...said, tool: "other" }, request);
  const ask = () =>
    createApproval(gateway.scope, aCall(tenant, { tool: "crm", sessionId: newId() }), {
      tenantId: tenant.id,
      key: null,
      bodySha256: newId(),
    });
  await ask();
  await ask();
  await ingest(system, async (tx) => {
    const [first, second] = await tx.approval.findMany({ where: { tenantId: tenant.id } });
    if (!first || !second) throw new Error("no approvals");
    await tx.approval.updateMany({
      where: { tenantId: tenant.id, id: first.id },
      data: { decision: "rejected", execution: "blocked", decidedAt: new Date() },
    });
    await tx.vote.create({
      data: {
        id: newId(),
        tenantId: tenant.id,
        approvalId: first.id,
        revision: 1,
        userId: person.actor.id,
        userName: "Ines",
        verdict: "reject",
        reason: "Wrong list",
      },
    });
    await tx.approvalRevision.create({
      data: {
        tenantId: tenant.id,
        approvalId: second.id,
        revision: 2,
        argumentsText: "{}",
        argumentsSha256: "a".repeat(64),
        editedBy: person.actor.id,
      },
    });
  });
  const { signal, rejections, edits, corrections } = await evidenceOf(issue.id);
  expect(signal).toEqual({ reports: 1, corrections: 1, rejections: 1, edits: 1, total: 10 });
  expect(rejections).toMatchObject([{ by: "Ines", reason: "Wrong list" }]);
  expect(edits).toMatchObject([{ by: person.actor.name, reason: null }]);
  expect(corrections).toMatchObject([{ utterance: "No, the other deal." }]);
});

test.each([
  [{ reports: 4, corrections: 0, rejections: 0, edits: 0 }, 4],
  [{ reports: 0, corrections: 1, rejections: 2, edits: 3 }, 18],
])("%j is a signal of %i", (parts, total) => expect(signalOf(parts).total).toBe(total));

test("a definition that cannot be read, or a call without arguments, is said to be unchecked", () => {
  const met = (inputSchema: string, text: string | null) =>
    metSchema(
      { arguments: text === null ? null : RawJson.parse(text), validation: null },
      { toolId: newId(), version: 1, inputSchema },
    );
  expect(met("nonsense", "{}")).toMatchObject({ parameters: [], unchecked: expect.any(String), wrong: [] });
  expect(met(SCHEMA, null)).toMatchObject({ unchecked: "the gateway reported no arguments" });
});
