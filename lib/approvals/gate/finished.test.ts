import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, LOOKED, unique } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { reportExecution } from "../execution/commands";
import { getWholeApproval, wireApproval } from "../queries";
import { ask as authorize } from "./ask";
import type { GateAnswer } from "./types";
import { allowBody, denyBody } from "./wire";

const system = systemScope("tests");

async function aSetting(over: Parameters<typeof aTenant>[0] = {}, callbackUrl: string | null = null) {
  const tenant = await aTenant(over);
  const gateway = await aGateway([tenant], callbackUrl);
  const person = await aPerson([tenant]);
  const ask = async (input: Parameters<typeof aCall>[1] = {}, key: string | null = null) => {
    const request = { tenantId: tenant.id, key, bodySha256: "same" };
    return (await authorize(gateway.scope, aCall(tenant, input), request)).answer;
  };
  const approve = async (answer: GateAnswer, argumentsText?: string, by = person) => {
    if (answer.kind !== "wait") throw new Error(`expected wait, got ${JSON.stringify(answer)}`);
    const { id, revision, argumentsSha256 } = answer.approval;
    await decideApproval(by, {
      id,
      verdict: "approve",
      revision,
      argumentsSha256,
      argumentsText,
      seen: LOOKED,
    });
    return id;
  };
  const finish = async (id: string) => {
    const { executionId } = await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
    const result = RawJson.parse('"wrote 5 bytes"');
    await reportExecution(gateway.scope, id, { executionId: executionId ?? "", state: "succeeded", result });
  };
  return { tenant, gateway, person, ask, approve, finish };
}

const later = (id: string) =>
  ingest(system, async (tx) => {
    await tx.$executeRaw`update executions set lease_until = clock_timestamp() - interval '1 second' where approval_id = ${id}::uuid`;
    await tx.$executeRaw`update approvals set use_by = clock_timestamp() - interval '90 days' where id = ${id}::uuid`;
  });

function told(answer: GateAnswer): string {
  if (answer.kind !== "deny") throw new Error(`expected deny, got ${JSON.stringify(answer)}`);
  return denyBody(answer.code, answer.approval, answer.received).agent_message;
}

test("a grant that two people gave says so, and one by break-glass as well", async () => {
  const { ask, approve, tenant } = await aSetting();
  const answer = await ask();
  const id = answer.kind === "wait" ? answer.approval.id : "";
  await ingest(
    system,
    (tx) => tx.$executeRaw`update approvals set approvals_required = 2 where id = ${id}::uuid`,
  );
  await approve(answer);
  await approve(answer, undefined, await aPerson([tenant]));
  const redemptionKey = "r_1";
  const said = async () => {
    const allowed = await ask({ redemptionKey });
    return allowed.kind === "allow" ? allowBody(allowed).agent_message : allowed.kind;
  };
  expect(await said()).toBe("2 people approved this call. Run it now, once.");
  await ingest(
    system,
    (tx) => tx.$executeRaw`update approvals set broke_glass = true where id = ${id}::uuid`,
  );
  expect(await said()).toBe("One person approved this call alone, by break-glass. Run it now, once.");
});

describe("a redemption key", () => {
  test("is told to run the call only while nothing is reported and the lease runs", async () => {
    const { ask, approve, finish } = await aSetting();
    const id = await approve(await ask());
    const redemptionKey = "r_1";
    expect(await ask({ redemptionKey })).toMatchObject({ kind: "allow", reason: "grant" });
    expect(await ask({ redemptionKey })).toMatchObject({ kind: "allow", reason: "grant" });
    await later(id);
    const unreported = await ask({ redemptionKey });
    expect(unreported).toMatchObject({ kind: "deny", code: "GRANT_USED" });
    expect(told(unreported)).toMatch(/already used/);
    await finish(id);
    const done = await ask({ redemptionKey });
    expect(done).toMatchObject({ kind: "deny", code: "GRANT_USED" });
    expect(told(done)).toMatch(/ran and succeeded\. Result: "wrote 5 bytes"\. Do not run it again\./);
    const other = await ask({ redemptionKey, argumentsText: '{"path":"/etc"}' });
    expect(other).toMatchObject({ kind: "deny", code: "GRANT_USED" });
  });

  test("once the call was reported, an identical call without it asks anew", async () => {
    const { ask, approve, finish } = await aSetting();
    const id = await approve(await ask());
    expect((await ask({ redemptionKey: "r_1" })).kind).toBe("allow");
    expect(await ask()).toMatchObject({ kind: "deny", code: "GRANT_USED" });
    await finish(id);
    const anew = await ask();
    expect(anew).toMatchObject({ kind: "wait", approval: { decision: "pending" } });
  });
});

test("the same request about a finished call of mode callback is answered by its end, not by a wait", async () => {
  const { ask, approve, finish } = await aSetting({}, "http://127.0.0.1:9/hook");
  const key = unique("call");
  const id = await approve(await ask({}, key));
  expect((await ask({}, key)).kind).toBe("wait");
  await finish(id);
  const done = await ask({}, key);
  expect(done).toMatchObject({ kind: "deny", code: "GRANT_USED" });
  expect(told(done)).toMatch(/approved call to write_file ran and succeeded/);
  if (done.kind !== "deny") return;
  expect(denyBody(done.code, done.approval)).toMatchObject({
    status: "succeeded",
    outcome: { status: "succeeded" },
  });
});

test("the answer about a finished call that a person had edited holds what ran", async () => {
  const { ask, approve, finish } = await aSetting({}, "http://127.0.0.1:9/hook");
  const key = unique("call");
  const argumentsText = '{"path":"/tmp/b","n":9007199254740993}';
  const id = await approve(await ask({}, key), argumentsText);
  await finish(id);
  const done = await ask({}, key);
  expect(told(done)).toMatch(/write_file ran with arguments that a person had changed and succeeded/);
  if (done.kind !== "deny") return;
  expect(denyBody(done.code, done.approval)).toMatchObject({
    code: "GRANT_USED",
    arguments_text: argumentsText,
  });
});

describe("a call that no person approved", () => {
  test.each([
    [
      "auto_approved",
      { autoApproveHighRisk: true },
      /without a person, as this tenant’s setting allows,? and succeeded/,
    ],
    [
      "confirmed",
      { confirmMode: "accept" },
      /on the caller’s own confirmation, which this tenant accepts,? and succeeded/,
    ],
  ])("(%s) is never said to be approved by one", async (reason, settings, ran) => {
    const { gateway, person, ask, finish } = await aSetting(settings);
    const key = unique("call");
    const allowed = await ask({ confirm: true }, key);
    expect(allowed).toMatchObject({ kind: "allow", reason });
    if (allowed.kind !== "allow" || !allowed.approvalId) throw new Error("expected a recorded allow");
    const id = allowed.approvalId;
    const read = async () => wireApproval(gateway.scope, await getWholeApproval(gateway.scope, id));
    const running = (await read()).agent_message;
    expect(running).not.toMatch(/person approved|approved call/i);
    expect(running).toMatch(/running now/);
    expect(await ask({ confirm: true }, key)).toMatchObject({ kind: "allow", reason });
    await finish(id);
    expect((await read()).agent_message).toMatch(ran);
    expect((await read()).agent_message).not.toMatch(/person approved|approved call/i);
    expect((await getApprovalView(person, id)).agentMessage).toMatch(ran);
    expect(await ask({ confirm: true }, key)).toMatchObject({ kind: "deny", code: "GRANT_USED" });
  });

  test("does not count as approved in the agent's record, nor as the last approved call", async () => {
    const { gateway, tenant, person, ask } = await aSetting({ autoApproveHighRisk: true });
    await ask();
    await ingest(system, (tx) =>
      tx.tenantSettings.update({ where: { tenantId: tenant.id }, data: { autoApproveHighRisk: false } }),
    );
    const held = await ask({ argumentsText: '{"path":"/tmp/b"}' });
    if (held.kind !== "wait") throw new Error("expected wait");
    const view = await getApprovalView(person, held.approval.id);
    expect(view.trackRecord).toEqual({ approved: 0, rejected: 0 });
    expect(view.lastApproved).toBeNull();
    expect(gateway.id).toBeTruthy();
  });
});

describe("mode reissue", () => {
  test("tells the agent the approved arguments and until when, and the page that the agent repeats the call", async () => {
    const { gateway, person, ask, approve } = await aSetting();
    const edited = '{"path":"/tmp/b","n":9007199254740993}';
    const held = await ask({ argumentsText: '{"path":"/tmp/a","n":1}' });
    if (held.kind !== "wait") throw new Error("expected wait");
    const before = await getApprovalView(person, held.approval.id);
    expect(before.startsHow).toMatch(/agent has to repeat/);
    const id = await approve(held, edited);
    const wired = await wireApproval(gateway.scope, await getWholeApproval(gateway.scope, id));
    expect(wired.agent_message).toContain(`with exactly these arguments: ${edited}`);
    expect(wired.agent_message).toMatch(/with changed arguments\. Before 20\S+Z, repeat it once, with/);
    const mismatch = await ask({ argumentsText: '{"path":"/tmp/a","n":1}' });
    expect(mismatch).toMatchObject({ kind: "deny", code: "ARGUMENTS_MISMATCH" });
    expect(told(mismatch)).toContain(edited);
    if (mismatch.kind === "deny")
      expect(denyBody(mismatch.code, mismatch.approval, mismatch.received).arguments_text).toBe(edited);
    expect((await getApprovalView(person, id)).agentMessage).not.toContain("/tmp/b");
  });

  test("says of a grant whose time is over that it can no longer run, before any worker passed", async () => {
    const { ask, approve } = await aSetting();
    const id = await approve(await ask({}, "k"));
    await later(id);
    const over = await ask({}, "k");
    expect(over).toMatchObject({ kind: "deny", code: "EXPIRED" });
    expect(told(over)).toMatch(/not run in time/);
  });
});
