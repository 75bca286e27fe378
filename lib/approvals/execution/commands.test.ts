import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, LOOKED, type TestGateway } from "@/lib/testing/factories";
import { decideApproval, revokeApproval } from "../commands";
import { createApproval } from "../gate/testing/held";
import { messageOf } from "../messages";
import { getWholeApproval } from "../queries";
import { RESULT_BYTES_MAX } from "../types";
import { reportInAnswer, runOnce } from "../worker";
import { reportExecution } from "./commands";

const system = systemScope("tests");

async function anApproved() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  const person = await aPerson([tenant]);
  const { approvalId } = await createApproval(gateway.scope, aCall(tenant), {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  const { revision, argumentsSha256 } = await load(approvalId);
  await decideApproval(person, {
    id: approvalId,
    verdict: "approve",
    revision,
    argumentsSha256,
    seen: LOOKED,
  });
  const { executionId } = await load(approvalId);
  return { tenant, gateway, person, approvalId, executionId: executionId ?? "" };
}

const load = (id: string) =>
  read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id }, include: { executions: true } }));
const pass = (sql: string, id: string) => ingest(system, (tx) => tx.$executeRawUnsafe(sql, id));

const done = (executionId: string, text = '{"n":9007199254740993}') => ({
  executionId,
  state: "succeeded" as const,
  result: RawJson.parse(text),
  durationMs: 12,
});

const start = (gateway: TestGateway, id: string, executionId: string, key?: string) =>
  reportExecution(
    gateway.scope,
    id,
    { executionId, state: "executing" },
    key ? { key, bodySha256: "b" } : null,
  );

describe("the lease", () => {
  test("goes to one of ten processes, and to the same one again by its key", async () => {
    const { gateway, approvalId, executionId } = await anApproved();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => start(gateway, approvalId, executionId, `process-${i}`)),
    );
    const won = tries.findIndex((result) => result.status === "fulfilled");
    expect(tries.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    await expect(start(gateway, approvalId, executionId, `process-${won}`)).resolves.toEqual({
      replayed: true,
    });
    await expect(start(gateway, approvalId, executionId, "another")).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect((await load(approvalId)).execution).toBe("executing");
  });

  test("is renewed by whoever holds it, as often as its key comes again", async () => {
    const { gateway, approvalId, executionId } = await anApproved();
    await start(gateway, approvalId, executionId, "mine");
    await pass("update executions set lease_until = clock_timestamp() where id = $1::uuid", executionId);
    await expect(start(gateway, approvalId, executionId, "another")).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await start(gateway, approvalId, executionId, "mine");
    await runOnce();
    const { execution, executions } = await load(approvalId);
    expect(execution).toBe("executing");
    expect(executions[0]?.leaseUntil?.getTime()).toBeGreaterThan(Date.now() + 60_000);
    await reportExecution(gateway.scope, approvalId, done(executionId));
    await start(gateway, approvalId, executionId, "mine");
    expect((await load(approvalId)).executions[0]).toMatchObject({ state: "succeeded", leaseUntil: null });
  });

  test("is not given before approval, after use-by, for another id or to another gateway", async () => {
    const { tenant, gateway, approvalId, executionId } = await anApproved();
    await expect(start(gateway, approvalId, newId())).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(start(await aGateway([tenant]), approvalId, executionId)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await pass("update approvals set use_by = clock_timestamp() where id = $1::uuid", approvalId);
    await expect(start(gateway, approvalId, executionId)).rejects.toMatchObject({ code: "CONFLICT" });
    const held = await createApproval(gateway.scope, aCall(tenant), {
      tenantId: tenant.id,
      key: null,
      bodySha256: "x",
    });
    await expect(start(gateway, held.approvalId, newId())).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("that lapses without a report leaves the outcome unknown, and a late report still settles it", async () => {
    const { gateway, approvalId, executionId } = await anApproved();
    await start(gateway, approvalId, executionId);
    await pass("update executions set lease_until = clock_timestamp() where id = $1::uuid", executionId);
    await runOnce();
    expect((await load(approvalId)).execution).toBe("unknown");
    await reportExecution(gateway.scope, approvalId, done(executionId));
    expect((await load(approvalId)).execution).toBe("succeeded");
  });

  test("never taken lapses with the use-by time", async () => {
    const { approvalId } = await anApproved();
    await pass("update approvals set use_by = clock_timestamp() where id = $1::uuid", approvalId);
    await runOnce();
    const { execution, executions } = await load(approvalId);
    expect([execution, executions[0]?.state]).toEqual(["lapsed", "lapsed"]);
  });
});

describe("an execution that was cut off", () => {
  const cut = (executionId: string) => ({
    executionId,
    state: "unknown" as const,
    error: { code: "TIMEOUT", message: "Request timed out." },
  });

  test("has an unknown outcome at once, which says why; repeating the report changes nothing", async () => {
    const { gateway, approvalId, executionId } = await anApproved();
    await start(gateway, approvalId, executionId);
    await expect(reportExecution(gateway.scope, approvalId, cut(executionId))).resolves.toEqual({
      replayed: false,
    });
    const approval = await load(approvalId);
    expect([approval.execution, approval.executions[0]?.state]).toEqual(["unknown", "unknown"]);
    expect(messageOf(await getWholeApproval(gateway.scope, approvalId))).toContain(
      "cut off before it had answered (Request timed out): it may or may not have taken effect",
    );
    await expect(reportExecution(gateway.scope, approvalId, cut(executionId))).resolves.toEqual({
      replayed: true,
    });
    const trail = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: approvalId, action: "approval.outcome_unknown" } }),
    );
    expect(trail).toHaveLength(1);
    await runOnce();
    await reportExecution(gateway.scope, approvalId, done(executionId));
    expect((await load(approvalId)).execution).toBe("succeeded");
    await expect(reportExecution(gateway.scope, approvalId, cut(executionId))).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test("is no news about an approval that was revoked before", async () => {
    const { gateway, person, approvalId, executionId } = await anApproved();
    const { revision, argumentsSha256 } = await load(approvalId);
    await revokeApproval(person, { id: approvalId, revision, argumentsSha256, reason: "Wrong segment." });
    await expect(reportExecution(gateway.scope, approvalId, cut(executionId))).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});

describe("reports at once", () => {
  test("of the same end state are all taken, and none ends in an error of ours", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { gateway, approvalId, executionId } = await anApproved();
      const results = await Promise.allSettled([
        start(gateway, approvalId, executionId),
        reportExecution(gateway.scope, approvalId, done(executionId)),
        reportExecution(gateway.scope, approvalId, done(executionId)),
      ]);
      const [started, ...ended] = results;
      expect(ended.map((result) => result.status)).toEqual(["fulfilled", "fulfilled"]);
      if (started?.status === "rejected") expect(started.reason).toMatchObject({ code: "CONFLICT" });
      expect((await load(approvalId)).execution).toBe("succeeded");
    }
  });

  test("a report that arrives while its lease lapses settles it", async () => {
    const { gateway, approvalId, executionId } = await anApproved();
    await start(gateway, approvalId, executionId);
    await pass("update executions set lease_until = clock_timestamp() where id = $1::uuid", executionId);
    await Promise.all([runOnce(), reportExecution(gateway.scope, approvalId, done(executionId)), runOnce()]);
    expect((await load(approvalId)).execution).toBe("succeeded");
  });
});

describe("an outcome", () => {
  test("is kept as sent, may be repeated, and cannot be changed", async () => {
    const { gateway, approvalId, executionId } = await anApproved();
    await start(gateway, approvalId, executionId);
    await reportExecution(gateway.scope, approvalId, done(executionId));
    await reportExecution(gateway.scope, approvalId, { ...done(executionId), durationMs: 99 });
    await expect(
      reportExecution(gateway.scope, approvalId, done(executionId, '{"n":1}')),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(
      reportExecution(gateway.scope, approvalId, { executionId, state: "failed", error: { message: "no" } }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    const { executions } = await load(approvalId);
    expect(executions[0]).toMatchObject({
      state: "succeeded",
      resultText: '{"n":9007199254740993}',
      durationMs: 12,
    });
    const rows = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: approvalId }, orderBy: { seq: "asc" } }),
    );
    expect(rows.map((row) => row.action)).toEqual([
      "approval.approved",
      "approval.executing",
      "approval.succeeded",
    ]);
  });

  test("over 64 KiB is cut to its head, which says so", async () => {
    const { gateway, approvalId, executionId } = await anApproved();
    await reportExecution(
      gateway.scope,
      approvalId,
      done(executionId, JSON.stringify("é".repeat(RESULT_BYTES_MAX))),
    );
    const { executions } = await load(approvalId);
    expect(executions[0]?.resultTruncated).toBe(true);
    expect(Buffer.byteLength(executions[0]?.resultText ?? "")).toBeLessThanOrEqual(RESULT_BYTES_MAX);
    expect(executions[0]?.resultText).not.toContain("\ufffd");
  });

  test("of a failed call keeps the real error", async () => {
    const { gateway, approvalId, executionId } = await anApproved();
    await reportExecution(gateway.scope, approvalId, {
      executionId,
      state: "failed",
      error: { code: "EACCES", message: "permission denied" },
    });
    expect((await load(approvalId)).executions[0]).toMatchObject({
      state: "failed",
      errorCode: "EACCES",
      errorMessage: "permission denied",
    });
  });

  test("may arrive in the answer to the callback", async () => {
    const { tenant, gateway, approvalId } = await anApproved();
    const settled = {
      approvalId,
      tenantId: tenant.id,
      recipientId: gateway.id,
      outcome: "delivered" as const,
      eventId: newId(),
      deliveryId: newId(),
      ...{ error: null, heldMs: null, message: null, remote: undefined },
    };
    const settle = (answerBody: string) =>
      ingest(system, (tx) => reportInAnswer.follow(tx, [{ ...settled, answerBody }]));
    await settle("ok");
    await settle('{"execution":{"state":"nonsense"}}');
    expect((await load(approvalId)).execution).toBe("awaiting");
    await settle('{"execution":{"state":"succeeded","result":{"big":1e400}}}');
    expect((await load(approvalId)).executions[0]).toMatchObject({
      state: "succeeded",
      resultText: '{"big":1e400}',
    });
  });
});

test("expiry closes what nobody decided, tells the gateway, and happens once with two workers", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      createApproval(gateway.scope, aCall(tenant, { argumentsText: `{"i":${i}}` }), {
        tenantId: tenant.id,
        key: null,
        bodySha256: `${i}`,
      }),
    ),
  );
  await pass("update approvals set decide_by = clock_timestamp() where tenant_id = $1::uuid", tenant.id);
  await Promise.all([runOnce(), runOnce(), runOnce()]);
  const rows = await read(system, async (tx) => ({
    approvals: await tx.approval.findMany({ where: { tenantId: tenant.id } }),
    activity: await tx.activity.count({ where: { tenantId: tenant.id, action: "approval.expired" } }),
    events: await tx.outboxEvent.count({ where: { tenantId: tenant.id, type: "approval.expired" } }),
  }));
  expect(rows.approvals.every((row) => row.decision === "expired" && row.execution === "blocked")).toBe(true);
  expect([rows.activity, rows.events]).toEqual([made.length, made.length]);
});
