import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { extendApproval } from "@/lib/approvals/commands";
import { out } from "@/lib/approvals/testing/delegations";
import { aCallUnder, approve, undo } from "@/lib/approvals/testing/waiting";
import { runOnce as runDeadlines } from "@/lib/approvals/worker";
import { storeSetting } from "@/lib/channels/settings";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { runOnce as deliver } from "@/lib/delivery/worker";
import { closeLiveHub } from "@/lib/live/hub";
import { anAdministrator } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import {
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { compose } from "./compose";
import { noteOutcome } from "./outcomes";
import { changeChoices } from "./preferences";
import { getChannelHealth, listNotifications } from "./queries";
import {
  composed,
  composedAfter,
  linkSlack,
  notificationsOf,
  notified,
  sent,
  setUpEmail,
  toldIn,
} from "./testing/scene";

// What happens to a notification after its event: more events, extensions, votes, holds and failures.

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
  await ingest(system, (tx) =>
    tx.user.updateMany({ where: { id: admin.actor.id }, data: { role: "viewer" } }),
  );
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
  tom = await aPerson([tenant], "approver", "Tom");
});
afterEach(async () => {
  await ingest(system, (tx) => tx.$executeRaw`delete from notice_events`);
  await ingest(system, (tx) => tx.$executeRaw`delete from outbox_events`);
});

const aCall = (demands: Partial<Requirement> = {}, over: Parameters<typeof aCallUnder>[2] = {}) =>
  aCallUnder(
    { admin, tenant, gateway },
    { decideWithinSeconds: 1_000, ...demands },
    { argumentsText: `{"n":"${unique("n")}"}`, ...over },
  );

const only = (person: UserScope) => ({ deciders: { roles: [], people: [person.actor.email], groups: [] } });

const past = (id: string, seconds: number) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set created_at = created_at - make_interval(secs => ${seconds}::int),
        decide_by = decide_by - make_interval(secs => ${seconds}::int),
        remind_at = remind_at - make_interval(secs => ${seconds}::int),
        escalate_at = escalate_at - make_interval(secs => ${seconds}::int) where id = ${id}::uuid`,
  );

const rowOf = async (kind: string, name = "Maya", channel = "email") => {
  const rows = await notificationsOf(tenant.id);
  const row = rows.findLast(
    (one) => one.kind === kind && one.recipientName === name && one.channel === channel,
  );
  if (!row) throw new Error(`${name} got no ${kind} by ${channel}`);
  return row;
};

const minute = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);

test("what breaks quiet hours does not wait for their end with what they hold", async () => {
  const quiet = { from: minute(-3_600_000), to: minute(7_200_000), except: "medium" } as const;
  await changeChoices(maya, { quiet, zone: "UTC" });
  await aCall({ ...only(maya), decideWithinSeconds: 86_400 }, { risk: "low" });
  await notified();
  const held = await rowOf("waits");
  await aCall({ ...only(maya), decideWithinSeconds: 7_000 }, { risk: "medium" });
  await notified();
  const soon = await rowOf("waits");
  expect(soon.deliveryId).not.toBe(held.deliveryId);
  const due = await read(system, (tx) =>
    tx.delivery.findFirstOrThrow({ where: { id: soon.deliveryId ?? newId() } }),
  );
  expect(due.nextAttemptAt).toEqual(soon.heldUntil);
});

test("an extended call is reminded of again", async () => {
  const id = await aCall(only(maya));
  await notified();
  await past(id, 600);
  await runDeadlines();
  await notified();
  await extendApproval(tom, id, 10_000).catch(() => extendApproval(maya, id, 10_000));
  await past(id, 8_000);
  await runDeadlines();
  await notified();
  expect((await toldIn(tenant.id)).filter((line) => line.includes("reminder"))).toHaveLength(2);
});

test("who lost the right since reads no more of the call, and who has voted sees what became of it", async () => {
  await linkSlack(maya);
  await linkSlack(tom);
  const id = await aCall({ approvals: 2 });
  await notified();
  await sent(await rowOf("waits", "Maya", "slack"), { ts: "1" });
  await sent(await rowOf("waits", "Tom", "slack"), { ts: "2" });
  await approve(maya, id);
  await ingest(system, (tx) => tx.user.update({ where: { id: tom.actor.id }, data: { role: "viewer" } }));
  await notified();
  expect(await composed(await rowOf("waits", "Maya", "slack"))).toMatchObject({
    message: { isUpdate: true, isClosed: false, call: { id, decidesHere: false } },
  });
  expect(await composed(await rowOf("waits", "Tom", "slack"))).toMatchObject({
    message: { isClosed: true, call: null, title: "This call is no longer for you" },
  });
});

test("a group's destination hears of a call when it may decide it, and once", async () => {
  const ops = { id: newId(), name: unique("ops") };
  const heads = { id: newId(), name: unique("heads") };
  await ingest(system, async (tx) => {
    for (const group of [ops, heads]) {
      await tx.group.create({ data: group });
      const place = { id: newId(), tenantId: tenant.id, channel: "webhook", address: "", sealed: "" };
      const kinds = { events: ["waits", "escalated"], createdByName: "tests" };
      await tx.destination.create({ data: { ...place, ...kinds, name: group.name, groupId: group.id } });
    }
  });
  const id = await aCall({
    deciders: { roles: [], people: [], groups: [ops.name] },
    escalate: { afterSeconds: 600, roles: [], people: [], groups: [heads.name] },
  });
  await notified();
  const webhooks = async () => (await toldIn(tenant.id)).filter((line) => line.includes("webhook"));
  expect(await webhooks()).toEqual([`${ops.name} webhook waits queued`]);
  await past(id, 700);
  await runDeadlines();
  await notified();
  expect((await webhooks()).sort()).toEqual(
    [`${heads.name} webhook escalated queued`, `${ops.name} webhook waits queued`].sort(),
  );
});

test("that a gateway was not notified is said each time, and not once it was", async () => {
  await ingest(system, (tx) => tx.user.update({ where: { id: tom.actor.id }, data: { role: "admin" } }));
  const id = await aCall({}, { risk: "high" });
  await approve(maya, id);
  const delivery = await read(system, (tx) => tx.delivery.findFirstOrThrow({ where: { approvalId: id } }));
  const die = () =>
    ingest(system, async (tx) => {
      await tx.$executeRaw`update deliveries set state = 'dead' where id = ${delivery.id}::uuid`;
      await tx.$executeRaw`
        insert into notice_events (tenant_id, kind, subject_kind, subject_id, details)
        values (${tenant.id}::uuid, 'undelivered', 'approval', ${id}, jsonb_build_object('delivery_id', ${delivery.id}::text))`;
    });
  await die();
  await notified();
  const row = await rowOf("undelivered", "Tom");
  expect(await composed(row)).toHaveProperty("message");
  await ingest(
    system,
    (tx) => tx.$executeRaw`update deliveries set state = 'waiting' where id = ${delivery.id}::uuid`,
  );
  const replayed = { withdrawn: "Before this was sent, the delivery was replayed." };
  expect(await composed(row)).toEqual(replayed);
  expect(await composedAfter(row, null)).toEqual(replayed);
  await die();
  await notified();
  expect((await toldIn(tenant.id)).filter((line) => line.includes("undelivered"))).toHaveLength(2);
  await ingest(system, (tx) => tx.user.update({ where: { id: tom.actor.id }, data: { role: "approver" } }));
  expect(await composed(await rowOf("undelivered", "Tom"))).toEqual({
    withdrawn: "The recipient no longer administers this tenant.",
  });
});

test("a deputy of somebody who has voted, or asked for the call, is not asked", async () => {
  const deputy = await aPerson([tenant], "approver", "Dora");
  const id = await aCall({ ...only(maya), approvals: 1 });
  await out(maya, deputy);
  await notified();
  expect(await toldIn(tenant.id)).toEqual(["Dora email waits queued"]);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into votes (id, tenant_id, approval_id, revision, user_id, user_name, verdict)
      select ${newId()}::uuid, tenant_id, id, revision, ${maya.actor.id}::uuid, 'Maya', 'approve'
      from approvals where id = ${id}::uuid`,
  );
  expect(await composed(await rowOf("waits", "Dora"))).toEqual({
    withdrawn: expect.stringMatching(/may no longer decide it/),
  });
  const asked = await aCall(only(maya), { onBehalfOf: maya.actor.email });
  await notified();
  const rows = (await notificationsOf(tenant.id)).filter(({ approvalId }) => approvalId === asked);
  expect(rows).toMatchObject([{ recipientKind: "nobody" }]);
});

test("a hold reads as a hold, and an undone approval ends it", async () => {
  const id = await aCall({ ...only(maya), holdSeconds: 3_600 });
  await notified();
  await approve(maya, id);
  const run = () => deliver({ compose, settle: [noteOutcome] });
  await run();
  const row = await rowOf("waits");
  expect(row).toMatchObject({
    state: "queued",
    reason: "Approved, and held before its release.",
    failure: null,
  });
  expect(row.heldUntil?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
  const { rows } = await listNotifications(maya, { view: "mine" });
  expect(rows).toMatchObject([{ reason: "Approved, and held before its release." }]);
  const lead = await aPerson([tenant], "admin", "Lead");
  const health = await getChannelHealth(lead);
  expect(health.find(({ channel }) => channel === "email")).toMatchObject({ retried: 0, lastError: null });
  await undo(maya, id);
  await notified();
  const due = await read(system, (tx) =>
    tx.delivery.findFirstOrThrow({ where: { id: row.deliveryId ?? newId() } }),
  );
  expect(due.nextAttemptAt.getTime()).toBeLessThan(Date.now() + 60_000);
});

test("what a provider answered stays with administrators, also after a decision", async () => {
  const id = await aCall({}, { risk: "high" });
  await notified();
  const run = () => deliver({ compose, settle: [noteOutcome] });
  await run();
  expect((await rowOf("waits")).failure).toMatch(/127\.0\.0\.1/);
  await approve(tom, id);
  await ingest(
    system,
    (tx) => tx.$executeRaw`update deliveries set next_attempt_at = clock_timestamp() where state = 'waiting'`,
  );
  await notified();
  await run();
  const { rows } = await listNotifications(maya, { view: "mine" });
  const [mine] = rows.filter(({ kind }) => kind === "waits");
  expect(mine?.reason).toMatch(/^It could not be sent\. An administrator sees why\. Before this was sent/);
  const lead = await aPerson([tenant], "admin", "Lead");
  const all = await listNotifications(lead, { view: "all" });
  const [seen] = all.rows.filter(({ kind, recipient }) => kind === "waits" && recipient === "Maya");
  expect(seen?.reason).toMatch(/127\.0\.0\.1.*Before this was sent: Approved by Tom/);
});

test("a decision does not show the call again to who lost the right before", async () => {
  await linkSlack(tom);
  const id = await aCall({}, { risk: "high" });
  await notified();
  await sent(await rowOf("waits", "Tom", "slack"), { ts: "2" });
  await ingest(system, (tx) => tx.user.update({ where: { id: tom.actor.id }, data: { role: "viewer" } }));
  await approve(maya, id);
  await notified();
  expect(await composed(await rowOf("waits", "Tom", "slack"))).toMatchObject({
    message: { isClosed: true, call: null, title: "This call is no longer for you" },
  });
});

/** Two calls in one message of Slack, which was sent. */
async function aSentList(): Promise<string[]> {
  await linkSlack(maya);
  await changeChoices(maya, { channels: { waits: ["slack"], reminder: ["slack"] } });
  const quiet = { from: minute(-3_600_000), to: minute(7_200_000), except: "critical" } as const;
  await changeChoices(maya, { quiet, zone: "UTC" });
  const ids = [await aCall(only(maya)), await aCall(only(maya))];
  await notified();
  await changeChoices(maya, { quiet: null });
  await sent(await rowOf("waits", "Maya", "slack"), { ts: "1" });
  return ids;
}

test("a list that was sent stays one, and is closed with its last call", async () => {
  const [first = "", second = ""] = await aSentList();
  const row = await rowOf("waits", "Maya", "slack");
  const list = { kind: "digest", key: row.deliveryId };
  await extendApproval(maya, first, 3_600);
  await notified();
  expect(await composed(row)).toMatchObject({ message: { ...list, isClosed: false } });
  // The second call is for Tom alone now.
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set policy = replace(policy::text, ${maya.actor.email}, ${tom.actor.email})::jsonb where id = ${second}::uuid`,
  );
  expect(await composed(row)).toMatchObject({
    message: { ...list, items: [{}], title: `1 notification from ${tenant.key}` },
  });
  expect((await notificationsOf(tenant.id)).map(({ state }) => state)).toEqual(["sent", "sent"]);
  await ingest(system, (tx) => tx.user.update({ where: { id: maya.actor.id }, data: { role: "viewer" } }));
  expect(await composed(row)).toMatchObject({
    message: { key: row.deliveryId, isClosed: true, items: [], title: "These calls are no longer for you" },
  });
});

test("an earlier message gives way to none that its recipient does not want", async () => {
  const id = await aCall(only(maya), { risk: "high" });
  await notified();
  await past(id, 600);
  await runDeadlines();
  await notified();
  await changeChoices(maya, { channels: { reminder: [] } });
  expect(await composed(await rowOf("waits"))).toMatchObject({ message: { kind: "waits" } });
  expect(await composed(await rowOf("reminder"))).toHaveProperty("withdrawn");
});
