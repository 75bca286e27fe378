import { afterAll, beforeAll, expect, test } from "vitest";
import { aCallUnder, approve } from "@/lib/approvals/testing/waiting";
import { openSession } from "@/lib/auth/sessions/commands";
import { addDevice, preparePush } from "@/lib/channels/push/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import {
  aBrowserAt,
  aPushService,
  type PushService,
  type TestBrowser,
} from "@/lib/delivery/channels/push/testing/push-service";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aMailServer, type MailReceiver } from "@/lib/delivery/testing/mail-server";
import { aProcess, itsFirstMessage, type TestProcess } from "@/lib/delivery/testing/processes";
import { until } from "@/lib/delivery/testing/scene";
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
import { randomOf } from "@/lib/testing/random";
import { setVariables } from "@/lib/testing/settings";
import { APP_TOKEN, aSlack, BOT_TOKEN, SIGNING_SECRET, type SlackStandIn } from "@/lib/testing/slack";
import { timeForTrials, trials } from "@/lib/testing/trials";
import { changeChoices } from "./preferences";
import { linkSlack } from "./testing/scene";

// A night with real receivers on loopback, and workers that are killed at any moment.

const system = systemScope("tests");
const KILLS = trials(10, 100);
const CHILD = "lib/notifications/testing/worker-process.ts";

let drop: () => Promise<void>;
let putBack: () => void;
let slack: SlackStandIn;
let mail: MailReceiver;
let phones: PushService;
let variables: Record<string, string>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  [slack, mail, phones] = await Promise.all([aSlack(), aMailServer(), aPushService()]);
  variables = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_APP_TOKEN: APP_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
    SMTP_FROM: "countersign@example.test",
    PUSH_ALLOW_CIDRS: "127.0.0.0/8",
    LOG_LEVEL: "silent",
  };
  putBack = setVariables(variables);
  admin = await anAdministrator();
  await ingest(system, (tx) =>
    tx.user.updateMany({ where: { id: admin.actor.id }, data: { role: "viewer" } }),
  );
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
});
afterAll(async () => {
  putBack();
  await Promise.all([slack.close(), mail.close(), phones.close()]);
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

/** Registers a phone of a person, signed in on it. */
async function aPhone(person: UserScope): Promise<TestBrowser> {
  const browser = aBrowserAt(phones, `/${person.actor.id}`);
  const credentialId = await openSession(person.actor.id, { provider: "credentials", userAgent: "Android" });
  const scope = proveScope({ ...person.actor, credentialId }, [...person.tenants]);
  const { publicKey } = await preparePush(scope);
  await addDevice(scope, { subscription: browser.subscription, publicKey });
  return browser;
}

async function aWorker(): Promise<TestProcess> {
  const worker = aProcess(CHILD, variables);
  await itsFirstMessage(worker);
  return worker;
}

async function kill(worker: TestProcess): Promise<void> {
  worker.child.kill("SIGKILL");
  await worker.ended;
}

const past = (ids: readonly string[], seconds: number) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set created_at = created_at - make_interval(secs => ${seconds}::int),
        decide_by = decide_by - make_interval(secs => ${seconds}::int), remind_at = remind_at - make_interval(secs => ${seconds}::int),
        escalate_at = escalate_at - make_interval(secs => ${seconds}::int)
      where id = any(${[...ids]}::uuid[]) and decision = 'pending'`,
  );

const rows = () => read(system, (tx) => tx.notification.findMany({ where: { tenantId: tenant.id } }));

const mailIds = () => mail.received.map(({ raw }) => /^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? "");

/** Nothing is left to be read or sent; what quiet hours hold stays. */
async function isQuiet(): Promise<boolean> {
  const [left] = await read(
    system,
    (tx) => tx.$queryRaw<{ count: number }[]>`
      select (select count(*) from notice_events)::int + (select count(*) from deliveries d
        where d.channel <> 'callback' and d.state in ('waiting', 'sending') and d.next_attempt_at < clock_timestamp() + interval '1 hour')::int as count`,
  );
  return left?.count === 0;
}

test(
  "workers killed at random: every message arrives, none is doubled beyond its id, and every one ends up to date",
  async () => {
    const random = randomOf(3);
    const maya = await aPerson([tenant], "approver", "Maya");
    const tom = await aPerson([tenant], "approver", "Tom");
    const ines = await aPerson([tenant], "approver", "Ines");
    for (const person of [maya, ines]) await linkSlack(person);
    const phone = await aPhone(tom);
    const allDay = { from: "00:00", to: "23:59", except: "none" } as const;
    // Two nights of the year lie between 23:59 and midnight in both zones.
    const zone = new Date().toISOString().slice(11, 16) >= "23:00" ? "Asia/Tokyo" : "UTC";
    await changeChoices(ines, { quiet: allDay, zone });
    const named = (...people: UserScope[]) => people.map(({ actor }) => actor.email);
    const demands = {
      decideWithinSeconds: 7_200,
      deciders: { roles: [], people: named(maya, ines), groups: [] },
      escalate: { afterSeconds: 1_800, roles: [], people: named(tom), groups: [] },
    };
    const aCall = () =>
      aCallUnder({ admin, tenant, gateway }, demands, {
        risk: "high",
        argumentsText: `{"n":"${unique("n")}"}`,
      });
    const waiting: string[] = [];
    const decided = new Set<string>();
    const late = new Set<string>();
    for (let count = 0; count < KILLS; count += 1) {
      const worker = await aWorker();
      waiting.push(await aCall());
      await new Promise((resolve) => setTimeout(resolve, random() * 300));
      const [first] = waiting;
      if (first && random() < 0.4) {
        await approve(random() < 0.5 ? maya : ines, first);
        decided.add(first);
        waiting.shift();
      } else if (random() < 0.3) {
        // Each only once, so that none expires.
        await past(
          waiting.filter((id) => !late.has(id)),
          2_000,
        );
        for (const id of waiting) late.add(id);
      }
      await kill(worker);
    }
    // All that is left is escalated and reminded, then decided.
    const worker = await aWorker();
    await past(waiting, 4_000);
    await until("all was notified", isQuiet, timeForTrials(60_000));
    for (const id of waiting) decided.add(id);
    await Promise.all(waiting.map((id) => approve(maya, id)));
    await until("all was updated", isQuiet, timeForTrials(60_000));
    await kill(worker);

    const all = await rows();
    const sent = all.filter(({ state }) => state === "sent");
    const others = all.filter(({ state }) => state !== "sent" && state !== "withdrawn");
    expect(
      others.map(({ kind, channel, recipientName, state, reason }) => ({
        kind,
        channel,
        recipientName,
        state,
        reason,
      })),
    ).toEqual([]);
    expect(all.filter(({ recipientName, state }) => recipientName === "Ines" && state === "sent")).toEqual(
      [],
    );
    expect(sent.every(({ version, sentVersion }) => version === sentVersion)).toBe(true);

    // Mails: one Message-ID per notification, no matter which worker sent it and how often.
    const mailed = sent
      .filter(({ channel }) => channel === "email")
      .map(({ deliveryId }) => `${deliveryId}.1`);
    expect([...new Set(mailIds())].sort()).toEqual(mailed.sort());

    // Slack: one message per notification, which shows the outcome at the end.
    const posted = sent.filter(({ channel }) => channel === "slack");
    expect(slack.messages).toHaveLength(posted.length);
    for (const { args } of slack.messages) expect(JSON.stringify(args)).toMatch(/Approved by (Maya|Ines)/);

    // Phones: the calls that were escalated, and each withdrawn by its decision.
    const seen = phones.taken.map(({ body }) => phone.read(body) as { tag: string });
    const pushed = new Set(
      sent.filter(({ channel }) => channel === "push").map(({ approvalId }) => approvalId),
    );
    expect(pushed.size).toBeGreaterThan(0);
    expect(new Set(seen.map(({ tag }) => tag))).toEqual(pushed);
    const last = new Map(seen.map((one) => [one.tag, JSON.stringify(one)]));
    for (const one of last.values()) expect(one).toMatch(/Approved by (Maya|Ines)/);
    expect(decided.size).toBe(KILLS);
  },
  timeForTrials(240_000),
);
