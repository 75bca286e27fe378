import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, aTool, LOOKED } from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { reportExecution } from "../execution/commands";
import { recordOutcome } from "../execution/known-outcome";
import { getWholeApproval, wireApproval } from "../queries";
import { listQueue } from "../queue/queries";
import { trailOf } from "../testing/waiting";
import { listBulkItems } from "../triage/bulk";
import { runOnce } from "../worker";
import { ask as authorize } from "./ask";
import type { GateAnswer } from "./types";

const system = systemScope("tests");

const SAME = { risk: "high", argumentsText: '{"to":"all"}', agent: "mailer", tool: "send" } as const;

async function aSetting(over: Parameters<typeof aTenant>[0] = {}, mode: "callback" | "reissue" = "callback") {
  const tenant = await aTenant(over);
  const gateway = await aGateway([tenant], mode === "callback" ? "http://127.0.0.1:9/hook" : null);
  await aTool(gateway, { name: "send", risk: "low", requiresConfirmation: false });
  const person = await aPerson([tenant], "approver", "Ines");
  const ask = async (input: Parameters<typeof aCall>[1] = {}) => {
    const call = aCall(tenant, { ...SAME, risk: "low", ...input });
    return (await authorize(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "" })).answer;
  };
  /** Held although its tool is low: asked for as a person's decision. */
  const held = async () => {
    const call = aCall(tenant, { ...SAME });
    const request = { tenantId: tenant.id, key: null, bodySha256: "" };
    const { answer } = await authorize(gateway.scope, call, request, { wants: "person" });
    return waitingIn(answer);
  };
  const decide = async (id: string, by: UserScope = person) => {
    const { revision, argumentsSha256 } = await load(id);
    await decideApproval(by, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
  };
  const report = async (id: string, state: "unknown" | "succeeded") => {
    const { executionId } = await load(id);
    await reportExecution(gateway.scope, id, { executionId: executionId ?? "", state });
  };
  /** An approved call that its gateway lost. */
  const lost = async () => {
    const id = await held();
    await decide(id);
    await report(id, "unknown");
    return id;
  };
  return { tenant, gateway, person, ask, held, decide, report, lost };
}

const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));

function waitingIn(answer: GateAnswer): string {
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${JSON.stringify(answer)}`);
  return answer.approval.id;
}

const kind = async (answer: Promise<GateAnswer>) => (await answer).kind;

describe("after an unknown outcome", () => {
  test("the same call of the same agent waits, and its page and the agent learn why; others pass", async () => {
    const { ask, lost, tenant, person, gateway } = await aSetting();
    expect(await kind(ask())).toBe("allow");
    const before = await lost();
    const id = waitingIn(await ask());
    expect(await load(id)).toMatchObject({ heldBecause: "outcome_unknown", unknownOf: before, risk: "low" });
    expect(await getApprovalView(person, id)).toMatchObject({
      heldWhy: "It is not known how the same call ended before.",
      unknownBefore: { id: before, isUnknown: true, known: null },
      agentMessage: expect.stringMatching(
        /because it is not known whether the same call, made before, took effect/,
      ),
    });
    expect(await wireApproval(gateway.scope, await getWholeApproval(gateway.scope, id))).toMatchObject({
      unknown_of: before,
      known_outcome: null,
    });
    expect((await getApprovalView(person, id)).precedent?.notices[0]).toMatchObject({
      ...{ kind: "may_have_run", id: before },
    });
    expect((await getApprovalView(person, id)).verbs).not.toContain("remember");
    const { items } = await listBulkItems(person, [id]);
    expect(items).toMatchObject([
      { alone: expect.stringMatching(/^It is not known how the same call ended/) },
    ]);
    // An equal call joins the one that waits; other arguments, agents and tenants have nothing to do with it.
    expect(waitingIn(await ask())).toBe(id);
    expect(await kind(ask({ argumentsText: '{"to":"none"}' }))).toBe("allow");
    expect(await kind(ask({ agent: "another" }))).toBe("allow");
    // A requester and a model make no difference to what may have happened.
    expect(waitingIn(await ask({ onBehalfOf: "maya@example.com" }))).not.toBe(id);
    expect(tenant.id).toBe((await load(id)).tenantId);
  });

  test("a setting of the tenant and a confirmation do not let it through", async () => {
    const { ask, lost } = await aSetting({ autoApproveHighRisk: true, confirmMode: "accept" });
    expect(await kind(ask({ risk: "high" }))).toBe("allow");
    await lost();
    expect(await kind(ask({ risk: "high", confirm: true }))).toBe("wait");
  });

  test("a lease that ran out counts as unknown, and a late report ends that", async () => {
    const { ask, held, decide, report, gateway } = await aSetting();
    const id = await held();
    await decide(id);
    const { executionId } = await load(id);
    await reportExecution(gateway.scope, id, { executionId: executionId ?? "", state: "executing" });
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update executions set lease_until = clock_timestamp() - interval '1 second' where approval_id = ${id}::uuid`,
    );
    await runOnce();
    expect(await load(id)).toMatchObject({ execution: "unknown" });
    const waits = waitingIn(await ask());
    await report(id, "succeeded");
    expect(await kind(ask())).toBe("wait"); // It joins what waits already.
    await decide(waits);
    await report(waits, "succeeded");
    expect(await kind(ask())).toBe("allow");
  });

  test("a person's decision about the same call answers it", async () => {
    const { ask, lost, decide, report } = await aSetting();
    await lost();
    const id = waitingIn(await ask());
    await decide(id);
    await report(id, "succeeded");
    expect(await kind(ask())).toBe("allow");
  });

  test("a call that no person approved counts where its gateway says that it lost it, and not where it never reports", async () => {
    const { ask, report } = await aSetting({ autoApproveHighRisk: true });
    const passed = async () => {
      const answer = await ask({ risk: "high" });
      if (answer.kind !== "allow" || answer.approvalId === null) throw new Error("expected a recorded allow");
      return answer.approvalId;
    };
    const silent = await passed();
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update executions set lease_until = clock_timestamp() - interval '1 second' where approval_id = ${silent}::uuid`,
    );
    await runOnce();
    expect(await load(silent)).toMatchObject({ execution: "unknown" });
    const said = await passed();
    await report(said, "unknown");
    expect(await kind(ask({ risk: "high" }))).toBe("wait");
  });

  test("of many equal calls at once one waits, and the others join it", async () => {
    for (let round = trials(2, 10); round > 0; round -= 1) {
      const { ask, lost } = await aSetting();
      await lost();
      const ids = await Promise.all(Array.from({ length: 8 }, async () => waitingIn(await ask())));
      expect(new Set(ids).size).toBe(1);
    }
  });
});

describe("what a person found out", () => {
  const found = { ran: true, note: "The mail is in Sent." };

  test("is shown, told to the agent, kept in the trail, and lets the same call pass again", async () => {
    const { ask, lost, person, gateway } = await aSetting();
    const id = await lost();
    expect((await listQueue(person, { view: "attention" })).rows.map((row) => row.id)).toContain(id);
    expect(await recordOutcome(person, { id, ...found, replaces: null })).toMatchObject({
      ...found,
      by: "Ines",
    });
    const view = await getApprovalView(person, id);
    expect(view).toMatchObject({ execution: "unknown", knownOutcome: { ...found, by: "Ines" } });
    expect(view.timeline.map(({ title }) => title)).toContain("Found out: the call ran");
    expect(view.agentMessage).toMatch(/a person found out that it ran: The mail is in Sent\./);
    expect(await wireApproval(gateway.scope, await getWholeApproval(gateway.scope, id))).toMatchObject({
      known_outcome: { ...found, by: "Ines" },
    });
    expect((await listQueue(person, { view: "attention" })).rows.map((row) => row.id)).not.toContain(id);
    expect((await trailOf(id)).at(-1)).toBe("approval.outcome_recorded by Ines");
    expect(await kind(ask())).toBe("allow");
    const waits = await lost().then(async () => waitingIn(await ask()));
    const { unknownBefore } = await getApprovalView(person, waits);
    await recordOutcome(person, { id: unknownBefore?.id ?? "", ...found, replaces: null });
    const { precedent } = await getApprovalView(person, waits);
    expect(precedent?.notices.map((notice) => notice.kind)).not.toContain("may_have_run");
  });

  test("is corrected by who has read it, and by nobody who has not", async () => {
    const { tenant, lost, person } = await aSetting();
    const id = await lost();
    const { at } = await recordOutcome(person, { id, ...found, replaces: null });
    const maya = await aPerson([tenant], "approver", "Maya");
    const other = { id, ran: false, note: "It was a draft." };
    await expect(recordOutcome(maya, { ...other, replaces: null })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^Ines recorded at .* that it ran\./),
    });
    await recordOutcome(maya, { ...other, replaces: at });
    expect((await getApprovalView(person, id)).knownOutcome).toMatchObject({ ran: false, by: "Maya" });
    const said = await read(system, (tx) =>
      tx.activity.findMany({
        where: { subjectId: id, action: "approval.outcome_recorded" },
        orderBy: { seq: "asc" },
      }),
    );
    expect(said.map(({ details }) => JSON.parse(details))).toMatchObject([
      { ran: true },
      { ran: false, before: { ran: true, by: "Ines" } },
    ]);
  });

  test("of several at once is one record", async () => {
    const { tenant, lost } = await aSetting();
    const id = await lost();
    const people = await Promise.all(Array.from({ length: 4 }, () => aPerson([tenant])));
    const results = await Promise.allSettled(
      people.map((scope) => recordOutcome(scope, { id, ...found, replaces: null })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("stays beside what the gateway reports later, and cannot be said of a known end", async () => {
    const { lost, person, report } = await aSetting();
    const id = await lost();
    await recordOutcome(person, { id, ran: false, note: "No mail in Sent.", replaces: null });
    await report(id, "succeeded");
    const view = await getApprovalView(person, id);
    expect(view).toMatchObject({ execution: "succeeded", knownOutcome: { ran: false } });
    expect(view.agentMessage).toMatch(/ran and succeeded/);
    await expect(recordOutcome(person, { id, ...found, replaces: null })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Nothing is unknown about this call: it is succeeded. Nothing was recorded.",
    });
  });

  test("a call that failed to be told needs attention for that as well", async () => {
    const { lost, person } = await aSetting();
    const id = await lost();
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update approvals set delivery = 'dead', acknowledged_at = null where id = ${id}::uuid`,
    );
    await recordOutcome(person, { id, ...found, replaces: null });
    expect(await getWholeApproval(person, id)).toMatchObject({ acknowledgedAt: null });
  });
});
