import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { extendApproval } from "@/lib/approvals/commands";
import { aCallUnder, approve } from "@/lib/approvals/testing/waiting";
import { runOnce as runDeadlines } from "@/lib/approvals/worker";
import { openSession } from "@/lib/auth/sessions/commands";
import { addDevice, preparePush } from "@/lib/channels/push/commands";
import { closeDatabase, ingest } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import {
  aBrowserAt,
  aPushService,
  type PushService,
  type TestBrowser,
} from "@/lib/delivery/channels/push/testing/push-service";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { runOnce as deliverOnce } from "@/lib/delivery/worker";
import { Prisma } from "@/lib/generated/prisma/client";
import { closeLiveHub } from "@/lib/live/hub";
import { anAdministrator } from "@/lib/policies/testing/installation";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { compose } from "./compose";
import { getExpired } from "./expired/queries";
import { noteOutcome } from "./outcomes";
import { changeChoices } from "./preferences";
import { notificationsOf, notified } from "./testing/scene";
import { weeklyLines } from "./weekly-lines";

// From the held call to the phone, by the workers' own steps.

const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let ines: UserScope;
let maya: UserScope;
let service: PushService;
let phone: TestBrowser;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
  Object.assign(env(), { pushAllowCidrs: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  service = await aPushService();
  tenant = await aTenant();
  gateway = await aGateway([tenant], null);
  ines = await aPerson([tenant], "approver", "Ines");
  maya = await aPerson([tenant], "approver", "Maya");
  const credentialId = await openSession(ines.actor.id, { provider: "credentials" });
  const inApp = proveScope({ ...ines.actor, credentialId }, [...ines.tenants]);
  phone = aBrowserAt(service, `/${credentialId}`);
  const { publicKey } = await preparePush(inApp);
  await addDevice(inApp, { subscription: phone.subscription, publicKey });
});
afterEach(() => service.close());

const nobody = { roles: [], people: [], groups: [] } as const;

const aCall = (people: readonly UserScope[], over: Parameters<typeof aCallUnder>[2] = {}) =>
  aCallUnder(
    { admin, tenant, gateway },
    { decideWithinSeconds: 3_600, deciders: { ...nobody, people: people.map(({ actor }) => actor.email) } },
    { summary: "Mail the secret list", argumentsText: '{"list":"secret"}', ...over },
  );

async function delivered(): Promise<void> {
  await notified();
  while ((await deliverOnce({ compose, settle: [noteOutcome] })) > 0);
}

const shown = () => service.taken.splice(0).map(({ body }) => phone.read(body));

test("a held call reaches the phone, and the phone learns that another person decided it", async () => {
  const id = await aCall([ines, maya]);
  await delivered();
  const [first, ...others] = shown();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    title: "High risk: files · write_file waits for you",
    path: `/approvals/${id}`,
    closed: false,
    until: expect.any(Number),
  });
  expect(JSON.stringify(first)).not.toContain("secret");
  await approve(maya, id);
  await delivered();
  const [update, ...more] = shown();
  expect(more).toEqual([]);
  expect(update).toMatchObject({
    ...{ title: "files · write_file", closed: true, until: null, tag: (first as { tag: string }).tag },
    body: expect.stringContaining("Maya"),
  });
});

/** Another browser of the person, on the service with the answers. */
async function alsoAt(person: UserScope, at: PushService, path: string): Promise<void> {
  const credentialId = await openSession(person.actor.id, { provider: "credentials" });
  const inApp = proveScope({ ...person.actor, credentialId }, [...person.tenants]);
  const { publicKey } = await preparePush(inApp);
  await addDevice(inApp, { subscription: aBrowserAt(at, path).subscription, publicKey });
}

async function repeated(): Promise<void> {
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update deliveries set next_attempt_at = clock_timestamp() - interval '1 second' where state = 'waiting'`,
  );
  await delivered();
}

test("a device that missed an update hears of the end, and the others hear of it once", async () => {
  // A service that failed is asked once more within an attempt.
  const ill = await aPushService({ "/tablet": [201, 503, 503, 503, 503, 201] });
  await alsoAt(ines, ill, "/tablet");
  const id = await aCall([ines, maya]);
  await delivered();
  expect([shown().length, ill.taken.length]).toEqual([1, 1]);
  await extendApproval(maya, id, 7_200);
  await delivered();
  expect([shown().length, ill.taken.length]).toEqual([1, 3]);
  await approve(maya, id);
  await delivered();
  expect(shown()).toMatchObject([{ closed: true }]);
  expect(ill.taken).toHaveLength(5);
  const [row] = await notificationsOf(tenant.id);
  expect(row).toMatchObject({ state: "sent", failure: expect.stringContaining("Not every device took it") });
  await repeated();
  await repeated();
  expect([shown().length, ill.taken.length]).toEqual([0, 6]);
  const [after] = await notificationsOf(tenant.id);
  expect(after).toMatchObject({ state: "sent", failure: null, sentVersion: row?.version });
  await ill.close();
});

test("what another person decided before it was sent is never sent", async () => {
  const id = await aCall([ines, maya]);
  await notified();
  await approve(maya, id);
  await delivered();
  expect(shown()).toEqual([]);
  expect(await notificationsOf(tenant.id)).toMatchObject([{ state: "withdrawn" }, {}]);
});

test.each([
  ["signed out", Prisma.sql`delete from push_devices`, "has no device"],
  [
    "was switched off",
    Prisma.sql`update users set disabled_at = clock_timestamp() where name = 'Ines'`,
    "is switched off",
  ],
])("that a person %s withdraws what waits, and is no failure of the channel", async (_, change, reason) => {
  await aCall([ines]);
  await notified();
  await ingest(system, (tx) => tx.$executeRaw`${change}`);
  await delivered();
  expect(shown()).toEqual([]);
  const rows = await notificationsOf(tenant.id);
  expect(rows).toMatchObject([
    { channel: "push", state: "withdrawn", reason: expect.stringContaining(reason), failure: null },
  ]);
});

test("a call that quiet hours held back until it expired is reported so, also in the week", async () => {
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  await changeChoices(ines, { quiet: { from: clock(-1), to: clock(5), except: "none" }, zone: "UTC" });
  const id = await aCall([ines]);
  await delivered();
  expect(shown()).toEqual([]);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set created_at = created_at - interval '1 hour', decide_by = clock_timestamp() - interval '1 second'
      where id = ${id}::uuid`,
  );
  await runDeadlines();
  await delivered();
  const now = new Date(Date.now() + 1_000);
  const report = await getExpired(ines, {}, now);
  expect(report.calls).toMatchObject([{ id, sent: 0, reasons: ["held_back"] }]);
  const lines = await ingest(system, (tx) => weeklyLines(tx, tenant.id, { until: now, tenant: "Acme" }));
  expect(lines).toEqual(
    expect.arrayContaining([
      "1 call expired undecided.",
      "Every notification was held back: 1 call. Let this risk through quiet hours and digests.",
    ]),
  );
});
