import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aReceiver, status } from "@/lib/delivery/testing/receiver";
import { aScenario, type Scenario, system, until } from "@/lib/delivery/testing/scene";
import { runOnce as deliver } from "@/lib/delivery/worker";
import type { Approval } from "@/lib/generated/prisma/client";
import { Prisma } from "@/lib/generated/prisma/client";
import { closeLiveHub } from "@/lib/live/hub";
import { aCall, LOOKED } from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { holdBack } from "@/lib/testing/watch";
import { LAPSED } from "./callbacks";
import { decideApproval } from "./commands";
import { createApproval } from "./gate/testing/held";
import { deadlines, reportInAnswer, runOnce, showDelivery } from "./worker";

let drop: () => Promise<void>;
let asOwner: (statements: readonly string[]) => Promise<void>;

beforeAll(async () => {
  ({ drop, asOwner } = await useOwnDatabase());
});
afterEach(async () => {
  await ingest(system, async (tx) => {
    await tx.$executeRaw`delete from approvals`;
    await tx.$executeRaw`delete from outbox_events`;
  });
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

async function pending(scenario: Scenario, over: Parameters<typeof aCall>[1] = {}): Promise<Approval> {
  const call = aCall(scenario.tenant, { argumentsText: `{"n":"${newId()}"}`, ...over });
  const request = { tenantId: scenario.tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(scenario.gateway, call, request);
  return read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
}

async function manyDue(one: Approval, count: number): Promise<void> {
  await ingest(system, async (tx) => {
    await tx.approval.createMany({
      data: Array.from({ length: count - 1 }, () => ({
        ...one,
        id: newId(),
        facts: undefined,
        preview: undefined,
        policy: undefined,
        editPolicies: undefined,
        budgets: undefined,
        knownOutcome: undefined,
        ...{ fold: undefined, seats: undefined },
      })),
    });
    await tx.$executeRaw`
      update approvals set decide_by = clock_timestamp() - interval '1 second' where tenant_id = ${one.tenantId}::uuid and decision = 'pending'`;
  });
}

const decide = (scenario: Scenario, { id, revision, argumentsSha256 }: Approval) =>
  decideApproval(scenario.person, { id, revision, argumentsSha256, verdict: "reject", reason: "No" });

const approve = (scenario: Scenario, { id, revision, argumentsSha256 }: Approval) =>
  decideApproval(scenario.person, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });

async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const { texts, stop } = countStatements();
  const result = await work().finally(stop);
  return { result, statements: texts.length };
}

const tally = (tenantId: string) =>
  read(system, async (tx) => ({
    expired: await tx.approval.count({ where: { tenantId, decision: "expired", delivery: "owed" } }),
    told: await tx.delivery.count({ where: { tenantId, event: { type: "approval.expired" } } }),
    trail: await tx.activity.count({ where: { tenantId, action: "approval.expired" } }),
  }));

test("300 undecided approvals expire with their callbacks and their rows of the trail in four statements", async () => {
  const scenario = await aScenario("http://127.0.0.1:9/hook");
  await manyDue(await pending(scenario), 300);
  const { result, statements } = await statementsOf(() => runOnce(Number.POSITIVE_INFINITY));
  expect(result).toBe(300);
  // The lookup, the change, its callbacks, the trail.
  expect(statements).toBe(4);
  expect(await tally(scenario.tenant.id)).toEqual({ expired: 300, told: 300, trail: 300 });
});

test("more than one transaction takes expire in one pass", async () => {
  const scenario = await aScenario("http://127.0.0.1:9/hook");
  await manyDue(await pending(scenario), 1_100);
  const { result, statements } = await statementsOf(() => runOnce(Number.POSITIVE_INFINITY));
  expect(result).toBe(1_100);
  expect(statements).toBe(1 + 3 * 3);
  expect(await tally(scenario.tenant.id)).toEqual({ expired: 1_100, told: 1_100, trail: 1_100 });
});

test("each callback of many that expire together is about its own call, and says what one alone would", async () => {
  const scenario = await aScenario("http://127.0.0.1:9/hook");
  const calls = [await pending(scenario), await pending(scenario, { id: "its own", correlation: undefined })];
  await ingest(
    system,
    (tx) => tx.$executeRaw`update approvals set decide_by = clock_timestamp() - interval '1 second'`,
  );
  await runOnce();
  const events = await read(system, (tx) => tx.outboxEvent.findMany());
  const told = new Map(events.map(({ approvalId, body }) => [approvalId, JSON.parse(body)]));
  for (const { id, argumentsText, externalId } of calls)
    expect(told.get(id)).toMatchObject({
      type: "approval.expired",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: {
        approval_id: id,
        external_id: externalId,
        tenant: scenario.tenant.key,
        decision: "expired",
        arguments_text: argumentsText,
        decided_by: [],
      },
    });
});

test("a decision made while many expire waits for none of it", async () => {
  const scenario = await aScenario("http://127.0.0.1:9/hook");
  const one = await pending(scenario);
  await manyDue(one, 50);
  const open = await pending(scenario);
  const held = holdBack("append_activity");
  const pass = runOnce();
  await held.reached;
  await decide(scenario, open);
  expect(await tally(scenario.tenant.id)).toMatchObject({ expired: 0 });
  held.release();
  expect(await pass).toBe(50);
  expect(await tally(scenario.tenant.id)).toMatchObject({ expired: 50, trail: 50 });
});

test("a call that somebody decides at this moment is left to them, and the others expire", async () => {
  const scenario = await aScenario("http://127.0.0.1:9/hook");
  const [mine, other] = [await pending(scenario), await pending(scenario)];
  const held = holdBack("insert into votes");
  const decided = decide(scenario, mine);
  await held.reached;
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update approvals set decide_by = clock_timestamp() - interval '1 second' where id = ${other.id}::uuid`,
  );
  expect(await runOnce()).toBe(1);
  held.release();
  await expect(decided).resolves.toMatchObject({ decision: "rejected" });
});

test("a batch ends at so many bytes of arguments, but takes one call at the least", async () => {
  const scenario = await aScenario("http://127.0.0.1:9/hook");
  const big = await pending(scenario, { argumentsText: JSON.stringify({ text: "x".repeat(200_000) }) });
  await manyDue(big, 60);
  const whole = () => runOnce(Number.POSITIVE_INFINITY);
  const passes = [await whole(), await whole(), await whole()];
  expect(passes.reduce((sum, moved) => sum + moved)).toBe(60);
  expect(passes[0]).toBeGreaterThan(1);
  expect(passes[0]).toBeLessThan(60);
});

test("unused approvals lapse and unreported executions become unknown, however many, in three statements each", async () => {
  const scenario = await aScenario("http://127.0.0.1:9/hook");
  const calls = await Promise.all(Array.from({ length: 12 }, () => pending(scenario)));
  for (const call of calls) await approve(scenario, call);
  const half = calls.slice(0, 6).map(({ id }) => id);
  await ingest(system, async (tx) => {
    await tx.$executeRaw`update approvals set use_by = clock_timestamp() - interval '1 second'`;
    await tx.$executeRaw`update approvals set execution = 'executing' where id = any(${half}::uuid[])`;
    await tx.$executeRaw`
      update executions set state = 'executing', started_at = clock_timestamp(), lease_until = clock_timestamp() - interval '1 second'
      where approval_id = any(${half}::uuid[])`;
  });
  const { result, statements } = await statementsOf(() => runOnce(Number.POSITIVE_INFINITY));
  expect(result).toBe(12);
  expect(statements).toBe(5);
  const rows = await read(system, (tx) =>
    tx.approval.findMany({ include: { executions: true }, orderBy: { id: "asc" } }),
  );
  for (const { id, execution, executions } of rows) {
    expect(execution).toBe(half.includes(id) ? "unknown" : "lapsed");
    expect(executions.map(({ state }) => state)).toEqual([execution]);
  }
});

test("what fails of one tenant keeps nobody else's calls from expiring, and is tried again", async () => {
  const scenarios = await Promise.all([1, 2, 3].map(() => aScenario("http://127.0.0.1:9/hook")));
  for (const scenario of scenarios) await manyDue(await pending(scenario), 2);
  const [broken] = scenarios;
  await asOwner([
    `create function refuse_one() returns trigger language plpgsql as $$ begin
       if new.tenant_id = '${broken?.tenant.id}' then raise exception 'broken'; end if; return new; end $$`,
    "create trigger refuse_one before insert on outbox_events for each row execute function refuse_one()",
  ]);
  expect(await runOnce()).toBe(4);
  await asOwner(["drop trigger refuse_one on outbox_events"]);
  expect(await runOnce()).toBe(2);
});

test.each([
  ["an acknowledgement", "", 4],
  ["a report", '{"execution":{"state":"succeeded","result":{"n":1}}}', 8],
])("a callback answered with %s, as in %j, takes %i statements", async (_, answer, most) => {
  const receiver = await aReceiver(status(200, {}, answer));
  const scenario = await aScenario(receiver.url);
  const call = await pending(scenario);
  await approve(scenario, call);
  const settle = [showDelivery, reportInAnswer];
  const { result, statements } = await statementsOf(() => deliver({ lapsed: LAPSED, settle }));
  await receiver.close();
  expect(result).toBe(1);
  expect(statements).toBe(most);
  expect(await read(system, (tx) => tx.approval.findFirst({ where: { id: call.id } }))).toMatchObject({
    delivery: "delivered",
    execution: answer === "" ? "awaiting" : "succeeded",
  });
});

test("the job rests until the next deadline, and looks again soon after it found one", async () => {
  const scenario = await aScenario("http://127.0.0.1:9/hook");
  const job = deadlines();
  const rest = async () => {
    await job.runOnce(new AbortController().signal);
    return typeof job.ms === "function" ? job.ms() : job.ms;
  };
  let rung = 0;
  const silence = await job.wake?.(() => {
    rung += 1;
  });
  // Read before and after, by the database's clock: the remaining time during the job's run is
  // between the two.
  const left = async (column: "decide_by" | "escalate_at") => {
    const [row] = await ingest(
      system,
      (tx) => tx.$queryRaw<{ ms: number }[]>`
        select (extract(epoch from ${Prisma.raw(column)} - clock_timestamp()) * 1000)::float8 as ms
        from approvals where id = ${call.id}::uuid`,
    );
    return row?.ms ?? Number.NaN;
  };
  const restsUntil = async (column: "decide_by" | "escalate_at") => {
    const before = await left(column);
    const ahead = await rest();
    expect(ahead).toBeLessThanOrEqual(before + 1);
    expect(ahead).toBeGreaterThanOrEqual((await left(column)) - 1);
  };
  expect(await rest()).toBeGreaterThan(9_000);
  const call = await pending(scenario);
  await until("the new call's deadline is news to it", () => rung > 0);
  const soon = (seconds: number) =>
    ingest(
      system,
      (tx) => tx.$executeRaw`
        update approvals set decide_by = clock_timestamp() + make_interval(secs => ${seconds}::int) where id = ${call.id}::uuid`,
    );
  await soon(9);
  await restsUntil("decide_by");
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set release_at = clock_timestamp() + interval '9 seconds', escalate_at = clock_timestamp() + interval '8 seconds'
      where id = ${call.id}::uuid`,
  );
  await restsUntil("escalate_at");
  await ingest(system, (tx) => tx.$executeRaw`update approvals set release_at = null, escalate_at = null`);
  await soon(0);
  expect(await rest()).toBeLessThanOrEqual(1_000);
  silence?.();
});
