import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { aCallUnder } from "@/lib/approvals/testing/waiting";
import { runOnce as runDeadlines } from "@/lib/approvals/worker";
import { storeSetting } from "@/lib/channels/settings";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { leaseDue } from "@/lib/delivery/lease";
import { NEVER_DOUBTED, NEVER_LAPSED } from "@/lib/delivery/news";
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
import {
  composed,
  composedAfter,
  linkSlack,
  notificationsOf,
  notified,
  setUpEmail,
  toldIn,
} from "./testing/scene";

// Much at once: floods, outages, and more people than fit one statement.

const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
  await setUpEmail();
  await ingest(system, (tx) => storeSetting(tx, "slack", { botToken: "xoxb-1" }, "tests"));
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  maya = await aPerson([tenant], "approver", "Maya");
});
afterEach(() => ingest(system, (tx) => tx.$executeRaw`delete from notice_events`));

const aCall = (over: Parameters<typeof aCallUnder>[2] = {}) =>
  aCallUnder(
    { admin, tenant, gateway },
    {
      decideWithinSeconds: 1_000,
      deciders: { roles: [], people: [maya.actor.email], groups: [] },
    },
    { argumentsText: `{"n":"${unique("n")}"}`, ...over },
  );

const take = (room: number, peopleRoom: number) =>
  leaseDue(system, {
    ...{ lapsed: NEVER_LAPSED, doubted: NEVER_DOUBTED },
    ...{ room, peopleRoom, perRecipient: 2, leaseMs: 30_000 },
  });

test("a critical call is sent before a flood of lesser ones, and leaves the share of others alone", async () => {
  await linkSlack(maya);
  const low: string[] = [];
  for (let n = 0; n < 5; n += 1) low.push(await aCall({ risk: "low" }));
  const high = await aCall({ risk: "high" });
  const critical = await aCall({ risk: "critical" });
  await notified();
  const order: (string | null)[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { leased } = await (n % 2 === 0 ? take(10, 1) : take(1, 10));
    expect(leased).toHaveLength(1);
    const [{ id, approvalId, channel } = { id: newId(), approvalId: null, channel: "" }] = leased;
    order.push(`${channel} ${approvalId}`);
    await ingest(system, (tx) => tx.delivery.updateMany({ where: { id }, data: { state: "delivered" } }));
  }
  expect(order.slice(0, 2).sort()).toEqual([`email ${critical}`, `slack ${critical}`]);
  expect(order.slice(2).sort()).toEqual([`email ${high}`, `slack ${high}`]);
  const { leased } = await take(10, 1);
  expect(leased).toMatchObject([{ approvalId: low[0] }]);
});

test("of several notifications about one call that an outage kept back, the newest is sent", async () => {
  const id = await aCall({ risk: "high" });
  await notified();
  for (const seconds of [600, 320]) {
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        update approvals set created_at = created_at - make_interval(secs => ${seconds}::int),
          decide_by = decide_by - make_interval(secs => ${seconds}::int),
          remind_at = remind_at - make_interval(secs => ${seconds}::int) where id = ${id}::uuid`,
    );
    await runDeadlines();
    await notified();
  }
  const rows = await notificationsOf(tenant.id);
  expect(rows.map(({ kind, occurrence }) => `${kind} ${occurrence}`.slice(0, 11).trim())).toEqual([
    "waits",
    "reminder 50",
    "reminder 90",
  ]);
  const said = await Promise.all(rows.map(composed));
  const later = "A later notification about this call is sent instead.";
  expect(said).toMatchObject([{ withdrawn: later }, { withdrawn: later }, { message: { kind: "reminder" } }]);
  // Nor are those of which an attempt failed.
  const [first] = rows;
  for (const status of [451, null])
    expect(first && (await composedAfter(first, status))).toEqual({ withdrawn: later });
  // One that quiet hours hold does not stand for what may be sent now.
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update notifications set held_until = clock_timestamp() + interval '1 hour'
      where tenant_id = ${tenant.id}::uuid and occurrence like '90 %'`,
  );
  const again = await Promise.all(rows.map(composed));
  expect(again.slice(0, 2)).toMatchObject([{ withdrawn: later }, { message: { kind: "reminder" } }]);
});

test("everyone is notified, however many may decide", async () => {
  const many = Array.from({ length: 1_203 }, () => newId());
  await ingest(system, async (tx) => {
    await tx.$executeRaw`
      insert into users (id, email, name, role)
      select id, id || '@example.test', 'One of many', 'approver' from unnest(${many}::uuid[]) id`;
    await tx.$executeRaw`
      insert into memberships (user_id, tenant_id) select id, ${tenant.id}::uuid from unnest(${many}::uuid[]) id`;
  });
  await aCallUnder(
    { admin, tenant, gateway },
    { decideWithinSeconds: 1_000 },
    { argumentsText: `{"n":"${unique("n")}"}`, risk: "high" },
  );
  await notified();
  expect(await toldIn(tenant.id)).toHaveLength(many.length + 1);
  const waiting = await read(system, (tx) =>
    tx.delivery.count({ where: { tenantId: tenant.id, recipientKind: "user" } }),
  );
  expect(waiting).toBe(many.length + 1);
});
