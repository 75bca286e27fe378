import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { extendApproval } from "@/lib/approvals/commands";
import { aCallUnder, approve } from "@/lib/approvals/testing/waiting";
import { createDestination } from "@/lib/channels/destinations/commands";
import { createDestinationInput } from "@/lib/channels/destinations/schema";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { type Answering, aReceiver, type Receiver, statuses } from "@/lib/delivery/testing/receiver";
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
import { aSlack, BOT_TOKEN, type SlackStandIn } from "@/lib/testing/slack";
import { countStatements } from "@/lib/testing/statements";
import { compose } from "./compose";
import { noteOutcome } from "./outcomes";
import { notified, toldIn } from "./testing/scene";

// What becomes of messages whose answer was lost, and of people who change meanwhile: with real requests.

const system = systemScope("tests");
let drop: () => Promise<void>;
let putBack: () => void;
let slack: SlackStandIn;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
const open: Receiver[] = [];

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  slack = await aSlack();
  putBack = setVariables({ SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: BOT_TOKEN });
  admin = await anAdministrator();
  await ingest(system, (tx) =>
    tx.user.updateMany({ where: { id: admin.actor.id }, data: { role: "viewer" } }),
  );
});
afterAll(async () => {
  putBack();
  await slack.close();
  await closeLiveHub();
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  slack.messages.splice(0);
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await ingest(system, (tx) => tx.$executeRaw`delete from notice_events`);
  await ingest(system, (tx) => tx.$executeRaw`delete from outbox_events`);
});

const aCall = () =>
  aCallUnder(
    { admin, tenant, gateway },
    { decideWithinSeconds: 3_000, deciders: { roles: [], people: [maya.actor.email], groups: [] } },
    { risk: "medium", argumentsText: `{"n":"${unique("n")}"}` },
  );

const link = (person: UserScope, slackUserId: string) =>
  ingest(system, async (tx) => {
    await tx.slackAccount.deleteMany({ where: { OR: [{ userId: person.actor.id }, { slackUserId }] } });
    await tx.slackAccount.create({
      data: { userId: person.actor.id, teamId: "T1", slackUserId, name: person.actor.name },
    });
  });

/** One pass over what is due, however late it is. */
async function send(): Promise<void> {
  await notified();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update deliveries set next_attempt_at = clock_timestamp() - interval '1 second' where state = 'waiting'`,
  );
  await deliver({ compose, settle: [noteOutcome] });
}

async function hook(preset: string, answer?: Answering): Promise<Receiver> {
  const receiver = await aReceiver(answer);
  open.push(receiver);
  const all = proveScope({ ...maya.actor, role: "admin" } as const, [tenant.id], { unlimited: true });
  const target = {
    channel: "webhook",
    preset,
    url: receiver.url,
    secret: "k3y",
    header: null,
    template: null,
    sendsUpdates: false,
  };
  const about = {
    tenant: tenant.key,
    name: unique("d"),
    group: null,
    events: ["waits"],
    minRisk: "low",
    target,
  };
  await createDestination(all, createDestinationInput.parse(about));
  return receiver;
}

const shownIn = () =>
  slack.messages.map(({ channel, args }) => ({
    channel,
    isOpen: !/Approved by|no longer for you/.test(JSON.stringify(args)),
  }));

test("a Slack message of which no answer came is closed with its call, and not posted again", async () => {
  await link(maya, "UMAYA");
  const id = await aCall();
  slack.answerNext("chat.postMessage", "cut");
  await send();
  expect(shownIn()).toEqual([{ channel: "DMAYA", isOpen: true }]);
  await approve(maya, id);
  await send();
  expect(shownIn()).toEqual([{ channel: "DMAYA", isOpen: false }]);
});

test("the same after an extension in between, which raised its version", async () => {
  await link(maya, "UMAYA");
  const id = await aCall();
  slack.answerNext("chat.postMessage", "cut");
  await send();
  await extendApproval(maya, id, 3_600);
  await send();
  await approve(maya, id);
  await send();
  expect(shownIn()).toEqual([{ channel: "DMAYA", isOpen: false }]);
});

test("an incident that was opened without an answer is closed", async () => {
  // The connection ends once the request was read.
  const events = await hook("pagerduty", (response, _, count) =>
    count === 1 ? response.destroy() : response.writeHead(202).end(),
  );
  const id = await aCall();
  await send();
  await approve(maya, id);
  await send();
  expect(events.received.map(({ body }) => JSON.parse(String(body)).event_action)).toEqual([
    "trigger",
    "resolve",
  ]);
});

test("a first message is sent although its call changed before, and later versions are not called sent", async () => {
  const chat = await hook("discord", statuses(500, 204));
  const id = await aCall();
  await send();
  await extendApproval(maya, id, 3_600);
  const { texts, stop } = countStatements();
  await send().finally(stop);
  expect(texts.filter((text) => /from delivery_attempts.* as made/s.test(text))).toHaveLength(1);
  expect(chat.received).toHaveLength(2);
  await approve(maya, id);
  await send();
  expect(chat.received).toHaveLength(2);
  const rows = await read(system, (tx) =>
    tx.notification.findMany({ where: { tenantId: tenant.id, channel: "webhook" } }),
  );
  expect(rows).toMatchObject([{ state: "sent", sentVersion: 2, reason: null }]);
});

test("a service that takes no updates is not asked to close what never arrived, and the decision is the reason", async () => {
  const chat = await hook("discord", statuses(500, 204));
  const id = await aCall();
  await send();
  await approve(maya, id);
  await send();
  expect(chat.received).toHaveLength(1);
  const [row] = await read(system, (tx) =>
    tx.notification.findMany({ where: { tenantId: tenant.id, channel: "webhook" } }),
  );
  expect(row).toMatchObject({ state: "withdrawn", sentVersion: 0 });
  expect(row?.reason).toMatch(/^Before this was sent: Approved by Maya/);
  expect(row?.failure).toContain("HTTP 500");
});

test("after another account was linked, the former one gets nothing but the end", async () => {
  await link(maya, "UOTHER");
  const id = await aCall();
  await send();
  await link(maya, "UMAYA");
  await extendApproval(maya, id, 3_600);
  await send();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into notice_events (tenant_id, kind, subject_kind, subject_id, details)
      values (${tenant.id}::uuid, 'reminder', 'approval', ${id}, '{"percent": 50}')`,
  );
  await send();
  expect(slack.messages.map(({ channel, args }) => [channel, args.thread_ts])).toEqual([
    ["DOTHER", undefined],
    ["DMAYA", undefined],
  ]);
  await approve(maya, id);
  await send();
  // Slack takes one message to a person at a time.
  await send();
  expect(shownIn()).toEqual([
    { channel: "DOTHER", isOpen: false },
    { channel: "DMAYA", isOpen: false },
  ]);
});

test("who unlinked Slack gets nothing that waits, and no failure is counted", async () => {
  await link(maya, "UMAYA");
  await aCall();
  await notified();
  await ingest(system, (tx) => tx.slackAccount.deleteMany({ where: { userId: maya.actor.id } }));
  await send();
  expect(slack.messages).toEqual([]);
  expect(await toldIn(tenant.id)).toEqual(["Maya slack waits withdrawn"]);
});

test("who was switched off or lost the right gets the end of what they had, without the call", async () => {
  const tom = await aPerson([tenant], "approver", "Tom");
  await link(maya, "UMAYA");
  const id = await aCall();
  await send();
  await ingest(system, (tx) => tx.membership.deleteMany({ where: { userId: maya.actor.id } }));
  await extendApproval(tom, id, 3_600).catch(() => undefined);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into notice_events (tenant_id, kind, subject_kind, subject_id)
      values (${tenant.id}::uuid, 'changed', 'approval', ${id})`,
  );
  await send();
  const [message] = slack.messages;
  expect(JSON.stringify(message?.args.blocks)).toContain("You cannot decide it any more.");
  expect(JSON.stringify(message?.args.blocks)).not.toContain("write_file");
  expect(await toldIn(tenant.id)).toEqual(["Maya slack waits sent"]);
});

test("after an update that Slack refused for good, the next one is sent all the same", async () => {
  await link(maya, "UMAYA");
  const id = await aCall();
  await send();
  slack.answerNext("chat.update", { error: "channel_not_found" });
  await extendApproval(maya, id, 3_600);
  await send();
  await approve(maya, id);
  await send();
  expect(shownIn()).toEqual([{ channel: "DMAYA", isOpen: false }]);
});

test.each([
  ["a new password", { passwordHash: "another" }],
  ["switching the account off", { disabledAt: new Date() }],
])("%s ends the link to Slack", async (_, data) => {
  await link(maya, "UMAYA");
  await ingest(system, (tx) => tx.user.update({ where: { id: maya.actor.id }, data: { name: "Maya M." } }));
  const linked = () => read(system, (tx) => tx.slackAccount.count({ where: { userId: maya.actor.id } }));
  expect(await linked()).toBe(1);
  await ingest(system, (tx) => tx.user.update({ where: { id: maya.actor.id }, data }));
  expect(await linked()).toBe(0);
});

test("a webhook of an administrator of some tenants reaches no address inside, at sending either", async () => {
  const limited = proveScope({ ...maya.actor, role: "admin" } as const, [tenant.id]);
  const target = {
    channel: "webhook",
    preset: "own",
    url: "http://127.0.0.1:9/",
    secret: "",
    header: null,
    template: '{"a":"{{title}}"}',
    sendsUpdates: false,
  };
  const about = {
    tenant: tenant.key,
    name: unique("d"),
    group: null,
    events: ["waits"],
    minRisk: "low",
    target,
  };
  await expect(createDestination(limited, createDestinationInput.parse(about))).rejects.toThrow(
    /may not be called/,
  );
});
