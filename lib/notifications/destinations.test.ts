import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { aCallUnder, approve } from "@/lib/approvals/testing/waiting";
import { createDestination } from "@/lib/channels/destinations/commands";
import { createDestinationInput } from "@/lib/channels/destinations/schema";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aMailServer, reply } from "@/lib/delivery/testing/mail-server";
import { type Answering, aReceiver, status } from "@/lib/delivery/testing/receiver";
import { runOnce as deliver } from "@/lib/delivery/worker";
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
import { setVariables } from "@/lib/testing/settings";
import { compose } from "./compose";
import { listLastSent } from "./last-sent";
import { noteOutcome } from "./outcomes";
import { notified, toldIn } from "./testing/scene";

// From a waiting call to what arrives over SMTP and HTTP: engine, outbox, worker and channels as they run together.

const system = systemScope("tests");
const open: { close: () => Promise<void> }[] = [];
const kept: (() => void)[] = [];
let drop: () => Promise<void>;
let admin: UserScope;
let owner: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  await ingest(system, (tx) =>
    tx.user.updateMany({ where: { id: admin.actor.id }, data: { role: "viewer" } }),
  );
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
  owner = await aPerson([tenant], "admin", "Olga");
  await ingest(system, (tx) =>
    tx.user.update({ where: { id: owner.actor.id }, data: { disabledAt: new Date() } }),
  );
});
afterEach(async () => {
  for (const putBack of kept.splice(0)) putBack();
  await Promise.all(open.splice(0).map((one) => one.close()));
  await ingest(system, (tx) => tx.$executeRaw`delete from notice_events`);
  await ingest(system, (tx) => tx.$executeRaw`delete from outbox_events`);
});

const aCall = (risk: "high" | "low" = "high") =>
  aCallUnder(
    { admin, tenant, gateway },
    { decideWithinSeconds: 1_000, deciders: { roles: [], people: [maya.actor.email], groups: [] } },
    { risk, argumentsText: `{"n":"${unique("n")}"}` },
  );

/** All that is due, until nothing more is. */
async function sendAll(): Promise<void> {
  await notified();
  while ((await deliver({ compose, settle: [noteOutcome] })) > 0) await notified();
}

async function mailServer(...given: Parameters<typeof aMailServer>) {
  const mails = await aMailServer(...given);
  open.push(mails);
  kept.push(
    setVariables({ SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=off`, SMTP_FROM: "c@acme.example" }),
  );
  return mails;
}

async function aDestination(target: object, over: object = {}) {
  const given = {
    tenant: tenant.key,
    name: unique("d"),
    group: null,
    events: ["waits"],
    minRisk: "low",
    target,
  };
  // Only administrators of all tenants make webhooks that reach this machine.
  const all = proveScope(owner.actor, owner.tenants, { unlimited: true });
  return createDestination(all, createDestinationInput.parse({ ...given, ...over }));
}

async function aWebhook(preset: string, answer: Answering = status(202), over: object = {}) {
  const receiver = await aReceiver(answer);
  open.push(receiver);
  const own = { header: null, template: null, sendsUpdates: false };
  const target = { channel: "webhook", preset, url: receiver.url, secret: "k3y", ...own };
  const { id } = await aDestination(target, over);
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
  return { id, bodies };
}

const stored = (id: string) =>
  read(system, (tx) =>
    tx.destination.findUniqueOrThrow({ where: { tenantId_id: { tenantId: tenant.id, id } } }),
  );

test("a waiting call reaches its decider by mail, in one thread with what comes later", async () => {
  const mails = await mailServer();
  const id = await aCall();
  await sendAll();
  expect(mails.received).toMatchObject([{ to: [maya.actor.email] }]);
  const raw = mails.received[0]?.raw ?? "";
  expect(raw).toContain(`References: <call.${id}@acme.example>`);
  expect(raw).toMatch(/List-Unsubscribe:\s+<http:\/\/localhost:\d+\/api\/notifications\/stop\?token=/);
  expect(await toldIn(tenant.id)).toContain("Maya email waits sent");
});

test("an incident is opened for a call and closed when it is decided", async () => {
  const { bodies } = await aWebhook("pagerduty");
  const call = await aCall();
  await sendAll();
  expect(bodies()).toMatchObject([{ event_action: "trigger", dedup_key: `countersign-${call}` }]);
  await approve(maya, call);
  await sendAll();
  expect(bodies()).toMatchObject([
    { event_action: "trigger" },
    { event_action: "resolve", dedup_key: `countersign-${call}` },
  ]);
});

test("a destination of before that took decisions opens no incident for one", async () => {
  const { id, bodies } = await aWebhook("pagerduty");
  await ingest(system, (tx) =>
    tx.destination.updateMany({ where: { id }, data: { events: ["waits", "decided", "expired"] } }),
  );
  const call = await aCall();
  await sendAll();
  await approve(maya, call);
  await sendAll();
  expect(bodies().map(({ event_action: action }) => action)).toEqual(["trigger", "resolve"]);
  expect(await toldIn(tenant.id)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/ webhook decided withdrawn$/),
      expect.stringMatching(/ webhook waits sent$/),
    ]),
  );
});

test("a chat is told once, and calls below the least risk are not sent", async () => {
  const { id, bodies } = await aWebhook("discord", status(204), { minRisk: "high" });
  await aCall("low");
  const call = await aCall();
  await sendAll();
  await approve(maya, call);
  await sendAll();
  expect(bodies()).toHaveLength(1);
  const last = await listLastSent(owner, [tenant.id]);
  expect(last.get(id)).toMatchObject({ state: "sent", reason: null });
});

test("a decided call is never announced by a webhook that comes late", async () => {
  const { bodies } = await aWebhook("gotify");
  const call = await aCall();
  await notified();
  await approve(maya, call);
  await sendAll();
  expect(bodies()).toEqual([]);
});

test.each([200, 400])(
  "what a service repeats of a message in its answer, %i, is not stored",
  async (code) => {
    const { bodies } = await aWebhook("ntfy", (response, { body }) =>
      response.writeHead(code).end(body.repeat(9)),
    );
    const id = await aCall();
    await sendAll();
    expect(bodies()).toMatchObject([{ topic: "hooks" }]);
    const attempts = await read(system, (tx) =>
      tx.deliveryAttempt.findMany({ where: { tenantId: tenant.id, delivery: { approvalId: id } } }),
    );
    expect(attempts).toMatchObject([{ status: code, responseBody: null }]);
  },
);

test("a service that is gone switches its destination off, with the reason", async () => {
  const { id, bodies } = await aWebhook("mattermost", status(410));
  await aCall();
  await sendAll();
  expect(await stored(id)).toMatchObject({
    offAt: expect.any(Date),
    offReason: expect.stringContaining("410 Gone"),
  });
  await aCall();
  await sendAll();
  expect(bodies()).toHaveLength(1);
});

test("a mailing list that is refused is switched off, one refused mail is not the end of it", async () => {
  let refusal: ReturnType<typeof reply> | undefined;
  await mailServer({
    onMail: () => refusal,
    onRcptTo: ({ address }, _, done) =>
      done(address === "gone@acme.example" ? reply(550, "no such user") : null),
  });
  const gone = await aDestination({ channel: "email", to: "gone@acme.example" });
  const list = await aDestination({ channel: "email", to: "list@acme.example" });
  refusal = reply(554, "looks like spam");
  await aCall();
  await sendAll();
  expect(await stored(gone.id)).toMatchObject({
    offReason: expect.stringContaining("refused the recipient"),
  });
  expect(await stored(list.id)).toMatchObject({ offAt: null });
  const states = (await toldIn(tenant.id)).map((one) => one.split(" ").at(-1));
  expect(new Set(states)).toEqual(new Set(["failed"]));
});
