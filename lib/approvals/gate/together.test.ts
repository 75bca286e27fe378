import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { holdBack, watchStatements } from "@/lib/testing/watch";
import type { Authorize } from "../schema";
import { ask as authorize } from "./ask";
import { lockKey } from "./queries";
import { createApproval } from "./testing/held";
import type { GateResult } from "./types";

// Concurrent calls of one key: what they share, and what they must not share.

const system = systemScope("tests");

type Setting = { tenant: TestTenant; gateway: TestGateway };

/** A tenant that already has its first row. */
async function aSetting(tenants = 1): Promise<Setting & { tenants: TestTenant[] }> {
  const all = await Promise.all(Array.from({ length: tenants }, () => aTenant()));
  const gateway = await aGateway(all);
  for (const tenant of all) await ask({ tenant, gateway }, { argumentsText: '{"first":true}' });
  const [tenant] = all;
  if (!tenant) throw new Error("a setting has a tenant");
  return { tenant, gateway, tenants: all };
}

type Over = Parameters<typeof aCall>[1];

function ask({ tenant, gateway }: Setting, over: Over, key: string | null = null): Promise<GateResult> {
  const input: Authorize = aCall(tenant, over);
  const bodySha256 = JSON.stringify([input.arguments.text, input.risk]);
  return authorize(gateway.scope, input, { tenantId: tenant.id, key, bodySha256 });
}

const high = (n: unknown): Over => ({ risk: "high", argumentsText: JSON.stringify({ n }) });
const low = (n: unknown): Over => ({ risk: "low", argumentsText: JSON.stringify({ n }) });

const idOf = ({ answer }: GateResult) =>
  answer.kind === "wait" ? answer.approval.id : `${answer.kind} ${JSON.stringify(answer)}`;

const rowsOf = (tenant: TestTenant) =>
  read(system, (tx) =>
    tx.approval.findMany({ where: { tenantId: tenant.id }, include: { revisions: true } }),
  );

async function counted<T>(work: () => Promise<T>): Promise<{ result: T; begun: number; statements: number }> {
  let [begun, statements] = [0, 0];
  const stop = watchStatements((_, statement) => {
    if (/^begin\b/i.test(statement)) begun += 1;
    else if (!/^(commit|rollback)\b/i.test(statement)) statements += 1;
    return undefined;
  });
  const result = await work().finally(stop);
  return { result, begun, statements };
}

test("an allowed call takes one statement, one that is held three, one with an id three, and a hundred no more", async () => {
  const setting = await aSetting();
  const cost = async (work: () => Promise<unknown>) => (await counted(work)).statements;
  expect(await cost(() => ask(setting, low("a")))).toBe(1);
  expect(await cost(() => ask(setting, high("a")))).toBe(3);
  expect(await cost(() => ask(setting, low("b"), newId()))).toBe(3);
  const many = await counted(() =>
    Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        ask(setting, n % 2 ? high(`n${n}`) : low(`n${n}`), n % 3 ? null : `key ${n}`),
      ),
    ),
  );
  expect([many.begun, many.statements]).toEqual([1, 3]);
  expect(await rowsOf(setting.tenant)).toHaveLength(52);
});

test("each gets its own answer, and its own row is what it asked", async () => {
  const { gateway, tenants } = await aSetting(3);
  const asked = Array.from({ length: 60 }, (_, n) => ({ n, tenant: tenants[n % 3] as TestTenant }));
  const told = await Promise.all(
    asked.map(({ n, tenant }) =>
      ask(
        { tenant, gateway },
        { ...high(n), summary: `number ${n}`, agent: n % 2 ? "one" : undefined },
        `k${n}`,
      ),
    ),
  );
  const stored = new Map((await Promise.all(tenants.map(rowsOf))).flat().map((row) => [row.id, row]));
  for (const [index, result] of told.entries()) {
    const { n, tenant } = asked[index] ?? {};
    expect(result).toMatchObject({ replayed: false, warning: null, answer: { kind: "wait" } });
    expect(stored.get(idOf(result))).toMatchObject({
      tenantId: tenant?.id,
      summary: `number ${n}`,
      argumentsText: `{"n":${n}}`,
      agent: n && n % 2 ? "one" : null,
      externalId: null,
      heldBecause: "risk",
      revisions: [{ revision: 1, argumentsText: `{"n":${n}}` }],
    });
  }
});

test.concurrent("a request whose key another process holds is told so, and holds up none of its neighbours", async () => {
  const setting = await aSetting();
  const { tenant, gateway } = setting;
  await ingest(system, async (tx) => {
    await lockKey(tx, {
      tenantId: tenant.id,
      gatewayId: gateway.id,
      kind: "authorize",
      key: "held",
      bodySha256: "",
    });
    const equal = ask(setting, high("equal"), "held").catch((error: unknown) => error);
    const others = [ask(setting, high("x")), ask(setting, low("y")), ask(setting, low("z"), "another")];
    expect((await Promise.all(others)).map(({ answer }) => answer.kind)).toEqual(["wait", "allow", "allow"]);
    expect(await equal).toMatchObject({ code: "IN_FLIGHT", details: { retryable: true, retryAfter: 1 } });
  });
});

test.concurrent("twenty keys, each asked ten times at once: twenty rows, and everybody is told of theirs", async () => {
  const setting = await aSetting();
  const asked = Array.from({ length: 200 }, (_, n) => n % 20);
  const told = await Promise.all(asked.map((n) => ask(setting, high(n), `key ${n}`)));
  expect(await rowsOf(setting.tenant)).toHaveLength(21);
  expect(new Set(told.map(idOf)).size).toBe(20);
  expect(told.filter(({ replayed }) => !replayed)).toHaveLength(20);
  const allowed = await Promise.all(asked.map((n) => ask(setting, low(`low ${n}`), `low ${n}`)));
  const ids = allowed.map(({ answer }) =>
    answer.kind === "stored"
      ? (JSON.parse(answer.body) as { execution_id: string }).execution_id
      : answer.kind === "allow" && answer.executionId,
  );
  expect(new Set(ids).size).toBe(20);
});

test.concurrent("equal calls at once are one approval, whether they have a key or not", async () => {
  const setting = await aSetting();
  const told = await Promise.all(
    Array.from({ length: 60 }, (_, n) => ask(setting, high("same"), n % 2 ? `key ${n}` : null)),
  );
  expect(new Set(told.map(idOf)).size).toBe(1);
  expect(await rowsOf(setting.tenant)).toHaveLength(2);
});

test("one key with two bodies: the first holds, the other is refused, and its neighbours get their answers", async () => {
  const setting = await aSetting();
  const told = await Promise.allSettled([
    ask(setting, high("x"), "twice"),
    ask(setting, high("y"), "twice"),
    ask(setting, high("z")),
    ask(setting, { ...high("short"), rationale: "no" }),
  ]);
  expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(told[1]).toMatchObject({ reason: { code: "IDEMPOTENCY_CONFLICT" } });
  expect(told[3]).toMatchObject({ value: { warning: { code: "RATIONALE_MISSING" } } });
  const again = await ask(setting, high("x"), "twice");
  expect([again.replayed, idOf(again)]).toEqual([
    true,
    told[0]?.status === "fulfilled" && idOf(told[0].value),
  ]);
});

test("a call that another process is judging holds nobody up, and is the same approval after all", async () => {
  const setting = await aSetting();
  const held = holdBack("insert into approvals");
  const input = aCall(setting.tenant, high("shared"));
  const first = createApprovalUnderLock(setting, input);
  await held.reached;
  let over = false;
  const same = ask(setting, high("shared")).finally(() => {
    over = true;
  });
  expect((await ask(setting, high("another"))).answer.kind).toBe("wait");
  expect(over).toBe(false);
  held.release();
  await first;
  expect(idOf(await same)).toBe(await first);
});

/** Works like another process: first the call's lock, then its row. */
async function createApprovalUnderLock({ tenant, gateway }: Setting, input: Authorize): Promise<string> {
  const identity = [tenant.id, gateway.id, input.provider ?? null, input.tool, input.agent ?? null];
  const lock = `call:${JSON.stringify([...identity, input.arguments.sha256])}`;
  return ingest(system, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    const request = { tenantId: tenant.id, key: null, bodySha256: "" };
    const { approvalId } = await createApproval(gateway.scope, input, request);
    return approvalId;
  });
}

test("what was committed while a group waited to lock its calls is seen", async () => {
  const setting = await aSetting();
  const held = holdBack("pg_try_advisory_xact_lock");
  const late = ask(setting, high("late"));
  await held.reached;
  const { gateway, tenant } = setting;
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  const { approvalId } = await createApproval(gateway.scope, aCall(tenant, high("late")), request);
  held.release();
  expect(idOf(await late)).toBe(approvalId);
});

test("of a group in which one tenant is deleted meanwhile, only its calls are refused", async () => {
  const { gateway, tenants } = await aSetting(2);
  const [gone, there] = tenants as [TestTenant, TestTenant];
  const held = holdBack("pg_try_advisory_xact_lock");
  const asked = [gone, there].map((tenant) =>
    ask({ tenant, gateway }, high("x")).catch((error: unknown) => error),
  );
  await held.reached;
  await ingest(system, (tx) => tx.$executeRaw`delete from tenants where id = ${gone.id}::uuid`);
  held.release();
  const [refused, taken] = await Promise.all(asked);
  expect(refused).toMatchObject({ code: "FORBIDDEN" });
  expect(refused).toBeInstanceOf(DomainError);
  expect(taken).toMatchObject({ answer: { kind: "wait" } });
  expect(await rowsOf(gone)).toHaveLength(1);
});

test("a tenant of a call that is being stored cannot be deleted before it is", async () => {
  const setting = await aSetting();
  const held = holdBack("with given as materialized");
  const call = ask(setting, high("kept"));
  await held.reached;
  const deleting = ingest(system, async (tx) => {
    await tx.$executeRaw`select set_config('lock_timeout', '100ms', true)`;
    await tx.$executeRaw`select 1 from tenants where id = ${setting.tenant.id}::uuid for update`;
  });
  await expect(deleting).rejects.toMatchObject({ code: "55P03" });
  held.release();
  expect((await call).answer.kind).toBe("wait");
});

test("while one tenant is being changed, the calls of others are answered", async () => {
  const { gateway, tenants } = await aSetting(2);
  const [changed, other] = tenants as [TestTenant, TestTenant];
  let late: Promise<GateResult> | undefined;
  await ingest(system, async (tx) => {
    await tx.$executeRaw`select 1 from tenants where id = ${changed.id}::uuid for update`;
    late = ask({ tenant: changed, gateway }, high("late"));
    const asked = [
      ask({ tenant: other, gateway }, high("x")),
      ask({ tenant: other, gateway }, low("y"), "y"),
    ];
    expect((await Promise.all(asked)).map(({ answer }) => answer.kind)).toEqual(["wait", "allow"]);
  });
  expect((await late)?.answer.kind).toBe("wait");
});

test("a tenant's first call begins its grace period, whatever becomes of it", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const began = () => read(system, (tx) => tx.tenant.findUniqueOrThrow({ where: { id: tenant.id } }));
  expect((await began()).firstRowAt).toBeNull();
  expect((await ask({ tenant, gateway }, low("first"))).answer.kind).toBe("allow");
  expect((await began()).firstRowAt).toBeInstanceOf(Date);
});

test("a row that the database refuses takes none of its neighbours along", async () => {
  const setting = await aSetting();
  const told = await Promise.allSettled([
    ask(setting, high("good")),
    // Exceeds the integer column; no schema accepts it.
    ask(setting, { ...high("bad"), ttlSeconds: Number.MAX_SAFE_INTEGER }),
    ask(setting, high("as good")),
  ]);
  expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await rowsOf(setting.tenant)).toHaveLength(3);
});
