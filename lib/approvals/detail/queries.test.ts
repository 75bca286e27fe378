import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, aTool, LOOKED } from "@/lib/testing/factories";
import { rateTool } from "@/lib/tools/commands";
import { decideApproval, extendApproval } from "../commands";
import { reportExecution } from "../execution/commands";
import { createApproval } from "../gate/testing/held";
import { assignApproval } from "../triage/assign";
import { getApprovalView } from "./queries";

const system = systemScope("tests");

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  const person = await aPerson([tenant], "approver", "Ines");
  const ask = async (over: Parameters<typeof aCall>[1]) =>
    (
      await createApproval(gateway.scope, aCall(tenant, over), {
        tenantId: tenant.id,
        key: null,
        bodySha256: newId(),
      })
    ).approvalId;
  const approve = async (id: string) => {
    const { revision, argumentsSha256 } = await read(system, (tx) =>
      tx.approval.findFirstOrThrow({ where: { id } }),
    );
    const { confirmation } = await getApprovalView(person, id);
    return decideApproval(person, {
      seen: { ...LOOKED, typed: confirmation.kind === "type" ? confirmation.expected : undefined },
      id,
      verdict: "approve",
      revision,
      argumentsSha256,
      reason: "Looks right",
    });
  };
  return { tenant, gateway, person, ask, approve };
}

test("a call is shown against the last approved one of the same agent", async () => {
  const { gateway, person, ask, approve } = await aScenario();
  await aTool(gateway, { name: "write_file", risk: "critical" });
  const before = await ask({ facts: { how_many: 402, to_whom: "Beta" }, argumentsText: '{"to":"beta"}' });
  await approve(before);
  const other = await ask({ agent: "another", facts: { how_many: 1 } });
  await approve(other);
  const id = await ask({
    facts: { how_many: 10_412, to_whom: "All" },
    summary: "Send to 10,412 contacts",
    sessionId: "s1",
  });
  const view = await getApprovalView(person, id);
  expect(view.lastApproved).toMatchObject({
    id: before,
    by: "Ines",
    argumentsText: '{"to":"beta"}',
    sameAgent: true,
  });
  expect(view.facts.howMany).toEqual({ claim: "10,412", note: "26× the last approved (402)", unusual: true });
  expect(view.facts.toWhom.unusual).toBe(true);
  expect(view.headline.find((part) => part.risky)?.text).toBe("10,412 contacts");
  expect(view.confirmation).toEqual({ kind: "type", expected: "10412", what: "count" });
  expect(view.server).toMatchObject({ known: true, catalogueRisk: "critical" });
  expect(view.trackRecord).toEqual({ approved: 1, rejected: 0 });
  expect(view.sessionRecord).toEqual({ calls: 1, rejected: 0 });
  expect(view.verbs).toContain("approve");
});

test("says what of the tool's definition changed since the last approved call", async () => {
  const { gateway, person, ask, approve } = await aScenario();
  const tool = await aTool(gateway, { name: "write_file", risk: "high", description: "Writes a file." });
  const before = await ask({});
  expect((await getApprovalView(person, before)).server.changedSinceLastApproval).toBeNull();
  await approve(before);
  const same = await ask({ argumentsText: '{"to":"b"}' });
  expect((await getApprovalView(person, same)).server.changedSinceLastApproval).toBeNull();
  await ingest(system, async (tx) => {
    const first = await tx.toolVersion.findFirstOrThrow({ where: { toolId: tool.id } });
    const inputSchema = '{"type":"object","properties":{"bcc":{"type":"string"}}}';
    const made = { description: "Writes a file and mails it.", inputSchema, definitionSha256: newId() };
    await tx.toolVersion.create({ data: { ...first, ...made, version: 2 } });
    await tx.tool.update({ where: { id: tool.id }, data: { version: 2 } });
  });
  const after = await ask({ argumentsText: '{"to":"c"}' });
  const { server } = await getApprovalView(person, after);
  expect(server.changedSinceLastApproval).toMatchObject({ toolId: tool.id, from: 1 });
  expect(server.changedSinceLastApproval?.changes).toContainEqual(
    expect.objectContaining({ part: "parameter", kind: "added", name: "bcc" }),
  );
  expect(server.changedSinceLastApproval?.changes).toContainEqual(
    expect.objectContaining({ part: "description", before: null, after: null }),
  );
});

test("a tenant that says only whether a person must look leaves the rating for all in force", async () => {
  const { tenant, gateway, person, ask } = await aScenario();
  const tool = await aTool(gateway, { name: "write_file", risk: "low" });
  const { actor } = await aPerson([tenant], "admin");
  const admin = proveScope(actor, [tenant.id], { unlimited: true });
  await rateTool(admin, { toolId: tool.id, tenantId: null, risk: "high", requiresConfirmation: null });
  await rateTool(admin, { toolId: tool.id, tenantId: tenant.id, risk: null, requiresConfirmation: true });
  const view = await getApprovalView(person, await ask({ risk: undefined }));
  expect(view.risk).toBe("high");
  expect(view.server).toMatchObject({ catalogueRisk: "low", overrideRisk: "high" });
});

test("what nobody said stays unknown", async () => {
  const { person, ask } = await aScenario();
  const view = await getApprovalView(
    person,
    await ask({ agent: undefined, facts: undefined, summary: undefined, risk: undefined }),
  );
  expect(view).toMatchObject({
    agent: null,
    trackRecord: null,
    sessionRecord: null,
    lastApproved: null,
    headlineIsOurs: true,
    risk: "medium",
  });
  expect(view.facts.howMany.claim).toBeNull();
  expect(view.server.known).toBe(false);
});

test("the timeline goes from the request to the gateway's result", async () => {
  const { gateway, person, ask, approve } = await aScenario();
  const id = await ask({});
  await approve(id);
  const { executionId } = await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
  const report = { executionId: executionId ?? "" };
  await reportExecution(gateway.scope, id, { ...report, state: "executing" });
  await reportExecution(gateway.scope, id, {
    ...report,
    state: "failed",
    error: { message: "permission denied" },
  });
  const view = await getApprovalView(person, id);
  expect(view.timeline.map((item) => item.kind)).toEqual([
    "requested",
    "notified",
    "decided",
    "dispatched",
    "started",
    "finished",
  ]);
  expect(view.timeline[2]).toMatchObject({ by: "Ines", detail: "Looks right" });
  expect(view.outcome).toMatchObject({ state: "failed", error: { message: "permission denied" } });
  expect(view.agentMessage).toContain("permission denied");
  expect(view.deliveries).toHaveLength(1);
  expect(view.verbs).toEqual([]);
});

test.each(["policy", "auto_approved", "confirmed", "policy_denied"])(
  "what nobody was asked about (%s) was in nobody's queue",
  async (heldBecause) => {
    const { person, ask, approve } = await aScenario();
    const id = await ask({});
    await approve(id);
    const kinds = async () => (await getApprovalView(person, id)).timeline.map(({ kind }) => kind);
    expect(await kinds()).toContain("notified");
    await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data: { heldBecause } }));
    expect(await kinds()).not.toContain("notified");
  },
);

test("who gave a vote, more time or the decision has something recorded, and who only took the call does not", async () => {
  const { tenant, person, ask, approve } = await aScenario();
  const id = await ask({});
  await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data: { approvalsRequired: 2 } }));
  const [decider, extender, holder] = [
    await aPerson([tenant]),
    await aPerson([tenant]),
    await aPerson([tenant]),
  ];
  const acted = async () =>
    Promise.all(
      [person, decider, extender, holder].map(async (one) => (await getApprovalView(one, id)).viewerActed),
    );
  expect(await acted()).toEqual([false, false, false, false]);
  await assignApproval(holder, { id });
  await extendApproval(extender, id, 900);
  await approve(id);
  expect(await acted()).toEqual([true, false, true, false]);
  const { revision, argumentsSha256 } = await getApprovalView(decider, id);
  await decideApproval(decider, { id, revision, argumentsSha256, verdict: "reject", reason: "Not now" });
  expect(await acted()).toEqual([true, true, true, false]);
});

test("outside the scope there is nothing", async () => {
  const { ask } = await aScenario();
  const id = await ask({});
  const stranger = await aPerson([await aTenant()], "admin");
  await expect(getApprovalView(stranger, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(getApprovalView(stranger, "nonsense")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
