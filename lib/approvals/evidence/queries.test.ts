import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { cancelApproval, decideApproval, revokeApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { ask as authorize } from "../gate/ask";
import { createApproval } from "../gate/testing/held";
import { runOnce } from "../worker";
import { getEvidence } from "./queries";
import { verifyEvidence } from "./verify";
import { evidenceWire } from "./wire";

const system = systemScope("tests");

afterAll(closeDatabase);

async function aScenario(settings = {}) {
  const tenant = await aTenant(settings);
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "approver", "Maya");
  const pending = async (over: Parameters<typeof aCall>[1] = {}) => {
    const call = aCall(tenant, { argumentsText: `{"id":"${newId()}"}`, ...over });
    const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
    const { approvalId: id } = await createApproval(gateway.scope, call, request);
    return { id, revision: 1, argumentsSha256: call.arguments.sha256 };
  };
  return { tenant, gateway, person, pending };
}

const reason = "Not like this";

test("each way to decide leaves a receipt that proves itself", async () => {
  const { person, pending, gateway } = await aScenario();
  const yes = { verdict: "approve", seen: LOOKED } as const;
  const ways: [string[], (call: Awaited<ReturnType<typeof pending>>) => Promise<unknown>][] = [
    [["approval.approved"], (call) => decideApproval(person, { ...call, ...yes })],
    [["approval.rejected"], (call) => decideApproval(person, { ...call, verdict: "reject", reason })],
    [
      ["approval.changes_requested"],
      (call) => decideApproval(person, { ...call, verdict: "request_changes", reason, seen: LOOKED }),
    ],
    [
      ["approval.approved", "approval.revoked"],
      async (call) => {
        await decideApproval(person, { ...call, ...yes });
        await revokeApproval(person, { ...call, reason, seen: { visible_ms: 900 } });
      },
    ],
    [["approval.cancelled"], ({ id }) => cancelApproval(gateway.scope, id, null)],
    [
      ["approval.expired"],
      async ({ id }) => {
        await ingest(
          system,
          (tx) => tx.$executeRaw`
            update approvals set created_at = clock_timestamp() - interval '2 hours',
              decide_by = clock_timestamp() - interval '1 minute' where id = ${id}::uuid`,
        );
        await runOnce();
      },
    ],
  ];
  for (const [acts, decide] of ways) {
    const call = await pending();
    await decide(call);
    const file = await getEvidence(person, call.id);
    expect(evidenceWire.parse(JSON.parse(JSON.stringify(file)))).toEqual(JSON.parse(JSON.stringify(file)));
    expect(verifyEvidence(JSON.stringify(file))).toMatchObject({ problems: [], open: [] });
    expect(file.receipts.map(({ act }) => act)).toEqual(acts);
    for (const { facts, chain } of file.receipts) {
      expect(facts).toMatchObject({ revision: 1, arguments_sha256: call.argumentsSha256 });
      expect(chain.hash).toMatch(/^[0-9a-f]{64}$/);
    }
    const view = await getApprovalView(person, call.id);
    expect(view.receipts).toEqual(file.receipts);
  }
});

test("a call that a setting let through has a receipt without a person", async () => {
  const { tenant, gateway, person } = await aScenario({ autoApproveHighRisk: true });
  const input = aCall(tenant, { argumentsText: `{"id":"${newId()}"}`, risk: "high" });
  const { answer } = await authorize(gateway.scope, input, {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  if (answer.kind !== "allow" || answer.approvalId === null)
    throw new Error(`expected allow, got ${answer.kind}`);
  const file = await getEvidence(person, answer.approvalId);
  expect(file.receipts).toMatchObject([
    { act: "approval.auto_approved", decided_by: "tenant_setting", facts: { verdict: null, seen: null } },
  ]);
  expect(verifyEvidence(JSON.stringify(file))).toMatchObject({ problems: [], open: [] });
  const other = { ...file, decision: { ...file.decision, decided_by: "Maya" } };
  expect(verifyEvidence(JSON.stringify(other)).problems).toEqual([
    expect.stringMatching(/The signature of the whole file does not match it/),
    expect.stringMatching(/who decided differs/),
  ]);
});

test("what is still waiting says that nothing binds it", async () => {
  const { person, pending } = await aScenario();
  const { id } = await pending();
  const { problems, open } = verifyEvidence(JSON.stringify(await getEvidence(person, id)));
  expect(problems).toEqual([]);
  expect(open).toEqual([expect.stringMatching(/Nothing was decided yet/)]);
});

test("decisions from before receipts were kept say so", async () => {
  const { person, pending, tenant } = await aScenario();
  const { id } = await pending();
  await ingest(system, async (tx) => {
    await tx.$executeRaw`
      update approvals set decision = 'rejected', execution = 'blocked', decided_by = 'Maya', decided_at = clock_timestamp()
      where id = ${id}::uuid`;
    const deed = { tenant_id: tenant.id, actor_kind: "user", actor_id: person.actor.id, actor_name: "Maya" };
    const rest = { action: "approval.rejected", subject_kind: "approval", subject_id: id, details: "{}" };
    await tx.$executeRaw`select append_activity(${JSON.stringify([{ ...deed, ...rest }])}::json)`;
  });
  const file = await getEvidence(person, id);
  expect(file.receipts).toMatchObject([{ act: "approval.rejected", facts: null }]);
  const { problems, open } = verifyEvidence(JSON.stringify(file));
  expect(problems).toEqual([]);
  expect(open).toEqual([
    expect.stringMatching(/^1 of 1 decisions are from before receipts were kept/),
    expect.stringMatching(/^Row 1 of the activity log is not signed: it was decided before/),
  ]);
});

test("another tenant's call does not exist, and whoever may not decide learns no more than the page shows", async () => {
  const { person, pending, tenant } = await aScenario();
  const { id } = await pending();
  const stranger = await aPerson([await aTenant()], "admin");
  await expect(getEvidence(stranger, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(getEvidence(person, newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
  const policy = { name: "By edit", version: 1, action: "require", require: null };
  await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data: { editPolicies: [policy] } }));
  const viewer = proveScope({ ...person.actor, role: "viewer" as const }, [tenant.id]);
  expect((await getEvidence(person, id)).policies).toEqual([policy]);
  expect((await getEvidence(viewer, id)).policies).toEqual([]);
});
