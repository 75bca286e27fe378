import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { extendApproval } from "@/lib/approvals/commands";
import { aCallUnder, approve, load } from "@/lib/approvals/testing/waiting";
import { snoozeApprovals } from "@/lib/approvals/triage/snooze";
import { runOnce as runDeadlines } from "@/lib/approvals/worker";
import { storeSetting } from "@/lib/channels/settings";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
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
import { changeChoices } from "./preferences";
import { composed, linkSlack, notificationsOf, notified, sent, setUpEmail, toldIn } from "./testing/scene";
import { runOnce } from "./worker";

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
afterEach(() => ingest(system, (tx) => tx.$executeRaw`delete from notice_events`));

const aCall = (demands: Partial<Requirement> = {}, over: Parameters<typeof aCallUnder>[2] = {}) =>
  aCallUnder(
    { admin, tenant, gateway },
    { decideWithinSeconds: 1_000, ...demands },
    {
      argumentsText: `{"n":"${unique("n")}"}`,
      ...over,
    },
  );

const only = (person: UserScope) => ({ deciders: { roles: [], people: [person.actor.email], groups: [] } });

async function first() {
  const [row] = await notificationsOf(tenant.id);
  if (!row) throw new Error("nobody was notified");
  return row;
}

const stateOf = (deliveryId: string | null) =>
  read(system, (tx) => tx.delivery.findFirstOrThrow({ where: { id: deliveryId ?? newId() } }));

test("a call that begins to wait is notified once to each person who may decide it", async () => {
  await aPerson([tenant], "viewer", "Vera");
  await aPerson([await aTenant()], "approver", "Elsewhere");
  await aCall();
  await notified();
  expect(await toldIn(tenant.id)).toEqual(["Maya email waits queued", "Tom email waits queued"]);
  await notified();
  expect(await toldIn(tenant.id)).toHaveLength(2);
  const { deliveryId } = await first();
  expect(await stateOf(deliveryId)).toMatchObject({
    state: "waiting",
    channel: "email",
    recipientKind: "user",
  });
});

test("two workers at once notify nobody twice", async () => {
  await aCall();
  await aCall();
  await Promise.all([runOnce(), runOnce(), runOnce()]);
  await notified();
  expect(await toldIn(tenant.id)).toHaveLength(4);
});

test("whoever asked, snoozed it or is not named by the policy is left out", async () => {
  await aCall(only(maya));
  await aCall({}, { onBehalfOf: tom.actor.email });
  await notified();
  expect(await toldIn(tenant.id)).toEqual(["Maya email waits queued", "Maya email waits queued"]);
});

test("that nobody can be notified is in the log", async () => {
  await ingest(system, (tx) =>
    tx.user.updateMany({
      where: { memberships: { some: { tenantId: tenant.id } } },
      data: { role: "viewer" },
    }),
  );
  await aCall();
  await notified();
  expect(await notificationsOf(tenant.id)).toMatchObject([
    {
      recipientKind: "nobody",
      channel: "none",
      state: "not_sent",
      reason: expect.stringMatching(/no one to notify/),
    },
  ]);
});

describe("right before it is sent", () => {
  test("the message says what is so now, without arguments in its title", async () => {
    const id = await aCall({}, { agent: "mailer" });
    await notified();
    const now = await composed(await first());
    expect(now).toMatchObject({
      message: {
        kind: "waits",
        title: "High risk: files · write_file is waiting",
        why: expect.stringMatching(/may decide calls of/),
        isClosed: false,
        call: { id, risk: "high", outcome: null, agent: "mailer", decidesHere: false },
        links: {
          open: expect.stringContaining(`/approvals/${id}`),
          stop: expect.stringContaining("/notifications/stop?token="),
        },
      },
    });
  });

  test("a decision withdraws it, and says whose", async () => {
    const id = await aCall();
    await notified();
    const row = await first();
    await approve(tom, id);
    expect(await composed(row)).toEqual({
      withdrawn: expect.stringMatching(/^Before this was sent: Approved by Tom at /),
    });
  });

  test.each([
    ["their role was taken", () => ({ role: "viewer" as const }), /may no longer decide it/],
    ["their account was closed", () => ({ disabledAt: new Date() }), /can no longer sign in/],
  ])("it is withdrawn if %s", async (_, change, reason) => {
    await aCall(only(maya));
    await notified();
    await ingest(system, (tx) => tx.user.update({ where: { id: maya.actor.id }, data: change() }));
    expect(await composed(await first())).toEqual({ withdrawn: expect.stringMatching(reason) });
  });

  test("it is withdrawn if they left the tenant, snoozed it, or turned the channel off", async () => {
    const id = await aCall(only(maya));
    await notified();
    const row = await first();
    await snoozeApprovals(maya, { ids: [id], until: new Date(Date.now() + 600_000), pastDeadline: false });
    expect(await composed(row)).toEqual({ withdrawn: expect.stringMatching(/snoozed/) });
    await ingest(system, (tx) => tx.$executeRaw`delete from approval_snoozes`);
    expect(await composed(row)).toHaveProperty("message");
    await changeChoices(maya, { channels: { waits: ["push"] } });
    expect(await composed(row)).toEqual({ withdrawn: expect.stringMatching(/turned this kind off/) });
    await ingest(system, (tx) => tx.membership.deleteMany({ where: { userId: maya.actor.id } }));
    expect(await composed(row)).toEqual({ withdrawn: expect.stringMatching(/see this tenant/) });
  });

  test("quiet hours that they set meanwhile hold it", async () => {
    await aCall(only(maya));
    await notified();
    const minute = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);
    const quiet = { from: minute(-3_600_000), to: minute(3_600_000), except: "critical" } as const;
    await changeChoices(maya, { quiet, zone: "UTC" });
    const now = await composed(await first());
    if (!("heldMs" in now)) throw new Error("it was not held");
    expect(now.heldMs).toBeGreaterThan(3_000_000);
    await changeChoices(maya, { quiet: null });
    expect(await composed(await first())).toHaveProperty("message");
  });
});

describe("what was sent is updated", () => {
  beforeEach(async () => {
    await ingest(system, (tx) => tx.channelSetting.deleteMany({ where: { channel: "email" } }));
    await ingest(system, (tx) => storeSetting(tx, "slack", { botToken: "xoxb-1" }, "tests"));
  });
  afterEach(() => setUpEmail());

  test("after a decision, with the reference of what was sent, and once", async () => {
    await linkSlack(maya);
    const id = await aCall(only(maya));
    await notified();
    const row = await first();
    expect(row).toMatchObject({ channel: "slack", version: 1 });
    await sent(row, { channel: "D1", ts: "1.2" });
    await approve(maya, id);
    await notified();
    expect(await stateOf(row.deliveryId)).toMatchObject({ state: "waiting", attempts: 0 });
    const now = await sent(await first());
    expect(now).toMatchObject({
      message: {
        version: 2,
        isClosed: true,
        title: "High risk: files · write_file was approved",
        remote: { channel: "D1", ts: "1.2" },
        call: { outcome: expect.stringMatching(/^Approved by Maya at /) },
      },
    });
    expect(await stateOf(row.deliveryId)).toMatchObject({ state: "delivered" });
    expect(await first()).toMatchObject({
      state: "sent",
      sentVersion: 2,
      remote: { channel: "D1", ts: "1.2" },
    });
  });

  test("after a decision that came while it was being sent", async () => {
    await linkSlack(maya);
    const id = await aCall(only(maya));
    await notified();
    const row = await first();
    const before = await composed(row);
    await ingest(
      system,
      (tx) => tx.$executeRaw`update deliveries set state = 'sending' where id = ${row.deliveryId}::uuid`,
    );
    await approve(maya, id);
    await notified();
    // The worker composed before the decision, and notes the outcome after it.
    await ingest(system, async (tx) => {
      const { noteOutcome } = await import("./outcomes");
      await tx.$executeRaw`update deliveries set state = 'delivered' where id = ${row.deliveryId}::uuid`;
      if (!("message" in before) || row.deliveryId === null) throw new Error("nothing was composed");
      const ids = { deliveryId: row.deliveryId, tenantId: tenant.id, recipientId: row.recipientId };
      const facts = {
        ...ids,
        eventId: newId(),
        approvalId: id,
        answerBody: null,
        heldMs: null,
        error: null,
        remote: { ts: "1" },
      };
      await noteOutcome.follow(tx, [{ ...facts, outcome: "delivered", message: before.message }]);
    });
    expect(await stateOf(row.deliveryId)).toMatchObject({ state: "waiting" });
    expect(await composed(await first())).toMatchObject({ message: { version: 2, isClosed: true } });
  });

  test("when its deadline moves", async () => {
    await linkSlack(maya);
    const id = await aCall(only(maya));
    await notified();
    await sent(await first(), { ts: "1" });
    await extendApproval(maya, id, 3_600);
    await notified();
    const { decideBy } = await load(id);
    expect(await composed(await first())).toMatchObject({
      message: { version: 2, isClosed: false, call: { decideBy } },
    });
  });
});

test("mails are collected, and what was decided meanwhile falls out", async () => {
  const slow = { ...only(maya), decideWithinSeconds: 7_200 };
  const ids = [await aCall(slow, { risk: "medium" }), await aCall(slow, { risk: "medium" })];
  await notified();
  const rows = await notificationsOf(tenant.id);
  expect(new Set(rows.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  expect(rows.every(({ heldUntil }) => heldUntil !== null)).toBe(true);
  expect(await composed(await first())).toMatchObject({
    message: {
      kind: "digest",
      title: `2 notifications from ${tenant.key}`,
      items: [{ risk: "medium" }, { risk: "medium" }],
    },
  });
  await approve(maya, ids[0] ?? "");
  expect(await composed(await first())).toMatchObject({ message: { kind: "waits", call: { id: ids[1] } } });
  expect((await notificationsOf(tenant.id)).map(({ state }) => state).sort()).toEqual([
    "queued",
    "withdrawn",
  ]);
});

const past = (id: string, seconds: number) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set created_at = created_at - make_interval(secs => ${seconds}::int),
        decide_by = decide_by - make_interval(secs => ${seconds}::int), remind_at = remind_at - make_interval(secs => ${seconds}::int),
        escalate_at = escalate_at - make_interval(secs => ${seconds}::int) where id = ${id}::uuid`,
  );

test("reminders go to who may still decide; an escalation only to those it adds", async () => {
  const id = await aCall({
    ...only(maya),
    escalate: { afterSeconds: 600, roles: [], people: [tom.actor.email], groups: [] },
  });
  await notified();
  expect(await toldIn(tenant.id)).toEqual(["Maya email waits queued"]);
  await past(id, 700);
  await runDeadlines();
  await notified();
  expect(await toldIn(tenant.id)).toEqual([
    "Maya email reminder queued",
    "Maya email waits queued",
    "Tom email escalated queued",
    "Tom email reminder queued",
  ]);
  const rows = await notificationsOf(tenant.id);
  const reminder = rows.find(({ kind, recipientName }) => kind === "reminder" && recipientName === "Tom");
  expect(reminder && (await composed(reminder))).toMatchObject({
    message: { title: expect.stringMatching(/expires in 4 minutes|expires in 5 minutes/) },
  });
});

test("a call that expires is told to those who were asked, and to the destinations of its tenant", async () => {
  const place = {
    id: newId(),
    tenantId: tenant.id,
    channel: "webhook",
    name: "pager",
    address: "pager",
    sealed: "",
  };
  await ingest(system, (tx) =>
    tx.destination.create({ data: { ...place, events: ["expired", "decided"], createdByName: "tests" } }),
  );
  const id = await aCall(only(maya));
  await notified();
  await past(id, 2_000);
  await runDeadlines();
  await notified();
  expect(await toldIn(tenant.id)).toEqual([
    "Maya email expired queued",
    "Maya email waits withdrawn",
    "pager webhook expired queued",
  ]);
  const rows = await notificationsOf(tenant.id);
  const expired = rows.find(({ kind, channel }) => kind === "expired" && channel === "webhook");
  expect(expired && (await composed(expired))).toMatchObject({
    message: { call: { outcome: expect.stringMatching(/^Expired at .* without a decision/) } },
  });
});

test("where nothing is set up, events are done with and the log stays empty", async () => {
  await ingest(system, (tx) => tx.channelSetting.deleteMany());
  await aCall();
  await notified();
  expect(await notificationsOf(tenant.id)).toEqual([]);
  expect(await read(system, (tx) => tx.noticeEvent.count({ where: { tenantId: tenant.id } }))).toBe(0);
  await setUpEmail();
});
