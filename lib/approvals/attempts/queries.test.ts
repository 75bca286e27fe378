import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { SESSION_READ_MAX } from "./types";

const system = systemScope("tests");

async function aSession() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "approver", "Ines");
  const ask = async (over: Parameters<typeof aCall>[1] = {}) => {
    const call = aCall(tenant, { sessionId: "ses_1", argumentsText: `{"n":"${newId()}"}`, ...over });
    return (
      await createApproval(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: newId() })
    ).approvalId;
  };
  const view = (id: string) => getApprovalView(person, id);
  const refuse = async (id: string, verdict: "reject" | "request_changes" = "request_changes") => {
    const { revision, argumentsSha256 } = await view(id);
    await decideApproval(person, { id, revision, argumentsSha256, verdict, reason: "Only to testers." });
  };
  return { tenant, gateway, person, ask, view, refuse };
}

test("an attempt after a request for changes shows the one before and what was said, and that one leads on", async () => {
  const { ask, view, refuse } = await aSession();
  const first = await ask({ argumentsText: '{"to":"all","n":9007199254740993}' });
  expect(await view(first)).toMatchObject({ earlierAttempt: null, nextAttempt: null });
  await refuse(first);
  const second = await ask({ argumentsText: '{"to":"testers","n":9007199254740993}' });
  expect((await view(second)).earlierAttempt).toMatchObject({
    ...{ number: 2, id: first, decision: "changes_requested", by: "Ines", reason: "Only to testers." },
    argumentsText: '{"to":"all","n":9007199254740993}',
  });
  expect((await view(first)).nextAttempt).toMatchObject({ id: second, status: "pending" });
  await refuse(second, "reject");
  const third = await ask();
  expect((await view(third)).earlierAttempt).toMatchObject({ number: 3, id: second, decision: "rejected" });
  expect(await view(second)).toMatchObject({
    earlierAttempt: { number: 2, id: first },
    nextAttempt: { id: third },
  });
  expect((await view(second)).attempts).toMatchObject([
    { id: first, status: "changes_requested", by: "Ines", reason: "Only to testers." },
    { id: second, status: "rejected" },
    { id: third, status: "pending", by: null, reason: null },
  ]);
});

test("another session, tool, provider, agent, gateway or tenant makes no attempt at it", async () => {
  const { tenant, person, ask, view, refuse } = await aSession();
  const id = await ask();
  await refuse(id);
  const others = [{ sessionId: "ses_2" }, { sessionId: undefined }, { tool: "delete_file" }];
  for (const over of [...others, { provider: "other" }, { agent: "another" }, { agent: undefined }])
    expect((await view(await ask(over))).earlierAttempt).toBeNull();
  const gateway = await aGateway([tenant]);
  const call = aCall(tenant, { sessionId: "ses_1", argumentsText: '{"g":1}' });
  const made = await createApproval(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "b" });
  expect((await getApprovalView(person, made.approvalId)).earlierAttempt).toBeNull();
  const elsewhere = await aSession();
  expect((await elsewhere.view(await elsewhere.ask())).earlierAttempt).toBeNull();
  expect((await view(id)).nextAttempt).toBeNull();
});

test("is found behind calls of other tools, as many as are looked through", async () => {
  const { ask, view, refuse } = await aSession();
  const first = await ask();
  await refuse(first);
  const other = await ask();
  const row = await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id: other } }));
  const {
    policy: _policy,
    editPolicies: _edits,
    budgets: _budgets,
    facts: _facts,
    knownOutcome: _outcome,
    preview: _preview,
    fold: _fold,
    seats: _seats,
    ...rest
  } = row;
  await ingest(system, async (tx) => {
    await tx.approval.deleteMany({ where: { id: row.id, tenantId: row.tenantId } });
    await tx.approval.createMany({
      data: Array.from({ length: SESSION_READ_MAX - 2 }, () => ({ ...rest, id: newId(), tool: "read_file" })),
    });
  });
  const second = await ask();
  expect((await view(second)).earlierAttempt?.id).toBe(first);
});
