import { afterAll, afterEach, expect, test } from "vitest";
import { createDestination, switchDestination } from "@/lib/channels/destinations/commands";
import { createDestinationInput } from "@/lib/channels/destinations/schema";
import { closeDatabase, read } from "@/lib/core/db";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { setVariables } from "@/lib/testing/settings";
import { aMailServer, reply } from "../testing/mail-server";
import { type Answering, aReceiver, status } from "../testing/receiver";
import { sendTestMail, testDestination } from "./test-messages";

const open: { close: () => Promise<void> }[] = [];
const kept: (() => void)[] = [];

afterEach(async () => {
  for (const putBack of kept.splice(0)) putBack();
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(closeDatabase);

const viewer = async () => aPerson([await aTenant()], "viewer");

async function mailServer(...given: Parameters<typeof aMailServer>) {
  const mails = await aMailServer(...given);
  open.push(mails);
  kept.push(
    setVariables({ SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=off`, SMTP_FROM: "c@acme.example" }),
  );
  return mails;
}

test("a test mail goes to the person’s own address, and only so often", async () => {
  const mails = await mailServer();
  const person = await viewer();
  const { email } = person.actor;
  expect(await sendTestMail(person)).toEqual({ to: email, reply: expect.stringMatching(/^250 /) });
  expect(mails.received).toMatchObject([{ to: [email], from: "c@acme.example" }]);
  await expect(sendTestMail(person)).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("what the mail server says is what the person reads", async () => {
  await mailServer({ onRcptTo: (_, __, done) => done(reply(550, "No such mailbox")) });
  await expect(sendTestMail(await viewer())).rejects.toMatchObject({
    code: "CONFLICT",
    message: "The mail server refused the recipient. It answered: 550 No such mailbox",
  });
});

test("without a mail server the test says so", async () => {
  await expect(sendTestMail(await viewer())).rejects.toMatchObject({
    message: expect.stringContaining("No mail server is set up"),
  });
});

async function aDestination(answer: Answering, target: object = {}) {
  const receiver = await aReceiver(answer);
  open.push(receiver);
  const tenant = await aTenant();
  const admin = await aPerson([tenant], "admin");
  const given = createDestinationInput.parse({
    ...{ tenant: tenant.key, name: "x", group: null, events: ["waits"], minRisk: "low" },
    target: {
      ...{ channel: "webhook", preset: "discord", url: `${receiver.url}/t0ken`, secret: "" },
      ...{ header: null, template: null, sendsUpdates: false, ...target },
    },
  });
  // Only administrators of all tenants make webhooks that reach this machine.
  const all = proveScope(admin.actor, admin.tenants, { unlimited: true });
  const { id } = await createDestination(all, given);
  return { receiver, tenant, admin, which: { tenant: tenant.key, id } };
}

const system = systemScope("tests");

const tests = (id: string) =>
  read(system, (tx) => tx.activity.findMany({ where: { subjectId: id, action: "destination.tested" } }));

test("a destination’s test is a message of its own form, and the trail notes it", async () => {
  const { receiver, admin, which } = await aDestination(status(204));
  expect(await testDestination(admin, which)).toEqual({ reply: "Status 204" });
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
    embeds: [{ title: "Test notification from Countersign" }],
  });
  expect(await tests(which.id)).toMatchObject([{ details: '{"error":null}' }]);
});

test("a refusal is shown in the service’s words, also of one that is switched off", async () => {
  const { admin, which } = await aDestination(status(404, {}, "Unknown Webhook"));
  await switchDestination(admin, { ...which, isOn: false });
  await expect(testDestination(admin, which)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("It said: Unknown Webhook"),
  });
  expect(JSON.stringify((await tests(which.id)).map(({ details }) => details))).not.toContain("t0ken");
});

test("nobody tests a destination of another tenant, or without being an administrator", async () => {
  const { receiver, tenant, which } = await aDestination(status(200));
  const other = await aPerson([await aTenant()], "admin");
  await expect(testDestination(other, which)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const approver = await aPerson([tenant], "approver");
  await expect(testDestination(approver, which)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(receiver.received).toEqual([]);
});
