import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { closeLiveHub } from "@/lib/live/hub";
import { anAdministrator } from "@/lib/policies/testing/installation";
import {
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { extendApproval } from "./commands";
import { getApprovalView } from "./detail/queries";
import { listWaiting } from "./queue/waiting";
import { aCallUnder, approve, load, trailOf } from "./testing/waiting";
import { runOnce } from "./worker";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let tom: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterEach(() => ingest(system, (tx) => tx.$executeRaw`delete from approvals`));
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  maya = await aPerson([tenant], "approver", "Maya");
  tom = await aPerson([tenant], "approver", "Tom");
});

const aCall = (over: Parameters<typeof aCallUnder>[1] = {}) =>
  aCallUnder(
    { admin, tenant, gateway },
    {
      decideWithinSeconds: 1_000,
      deciders: { roles: [], people: [maya.actor.email], groups: [] },
      ...over,
    },
    { argumentsText: `{"n":"${unique("n")}"}` },
  );

const later = (id: string, seconds: number) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set created_at = created_at - make_interval(secs => ${seconds}::int),
        decide_by = decide_by - make_interval(secs => ${seconds}::int),
        remind_at = remind_at - make_interval(secs => ${seconds}::int) where id = ${id}::uuid`,
  );

const REMINDED = "approval.reminded by reminders";

test("people who may decide are reminded after half of the time and after nine tenths, each once", async () => {
  const id = await aCall();
  expect((await load(id)).remindAt).toEqual(new Date((await load(id)).createdAt.getTime() + 500_000));
  await later(id, 499);
  expect(await runOnce()).toBe(0);
  expect(await listWaiting(maya)).toMatchObject({ reminded: [] });

  await later(id, 1);
  const moved = await Promise.all([runOnce(), runOnce(), runOnce()]);
  expect(moved.reduce((sum, one) => sum + one)).toBe(1);
  expect(await runOnce()).toBe(0);
  expect(await trailOf(id)).toEqual([REMINDED]);
  const { reminded } = await listWaiting(maya);
  expect(reminded).toMatchObject([{ id, remindedAt: expect.any(Date) }]);
  // Tom may not decide it.
  expect(await listWaiting(tom)).toMatchObject({ reminded: [] });

  await later(id, 400);
  expect(await runOnce()).toBe(1);
  expect((await load(id)).remindAt).toBeNull();
  expect((await listWaiting(maya)).reminded[0]?.remindedAt?.getTime()).toBeGreaterThan(
    reminded[0]?.remindedAt?.getTime() ?? 0,
  );
  const told = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: id, action: "approval.reminded" }, orderBy: { seq: "asc" } }),
  );
  expect(told.map(({ details }) => JSON.parse(details))).toMatchObject([{ percent: 50 }, { percent: 90 }]);
  expect((await getApprovalView(maya, id)).timeline.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      "Reminder: half of the time to decide is over",
      "Reminder: a tenth of the time to decide is left",
    ]),
  );
  await later(id, 100);
  await runOnce();
  expect(await trailOf(id)).toEqual([REMINDED, REMINDED, "approval.expired by expiry"]);
  expect(await listWaiting(maya)).toMatchObject({ reminded: [] });
});

test("a worker that was away reminds once, of the last that is due", async () => {
  const id = await aCall();
  await later(id, 950);
  expect(await runOnce()).toBe(1);
  expect(await runOnce()).toBe(0);
  expect(await trailOf(id)).toEqual([REMINDED]);
  expect((await getApprovalView(maya, id)).timeline.map(({ title }) => title)).toContain(
    "Reminder: a tenth of the time to decide is left",
  );
});

test("an extended deadline is reminded of anew, after its own half", async () => {
  const id = await aCall();
  await later(id, 400);
  await extendApproval(maya, id, 600);
  const { remindAt, createdAt } = await load(id);
  expect(remindAt).toEqual(new Date(createdAt.getTime() + 800_000));
  await later(id, 399);
  expect(await runOnce()).toBe(0);
  await later(id, 1);
  expect(await runOnce()).toBe(1);
  await later(id, 640);
  expect(await runOnce()).toBe(1);
  await extendApproval(maya, id, 4_000);
  expect((await load(id)).remindAt).toEqual(new Date((await load(id)).createdAt.getTime() + 2_800_000));
});

test("a held or decided call is reminded of by nobody, and one that waits again by its own time", async () => {
  const id = await aCall({ holdSeconds: 300 });
  await approve(maya, id);
  await later(id, 600);
  expect(await runOnce()).toBe(0);
  // The hold has moved the deadline to 1,300 s: half of that is not over yet.
  await ingest(system, (tx) => tx.$executeRaw`update approvals set release_at = null where id = ${id}::uuid`);
  expect(await runOnce()).toBe(1);
  expect((await trailOf(id)).filter((one) => one === REMINDED)).toEqual([]);
  await later(id, 50);
  expect(await runOnce()).toBe(1);
  expect((await trailOf(id)).filter((one) => one === REMINDED)).toEqual([REMINDED]);

  const other = await aCall({ holdSeconds: 0 });
  await approve(maya, other);
  await later(other, 600);
  expect(await runOnce()).toBe(0);
});
