import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import {
  callbackUrlOf,
  configFor,
  journalUpstream,
  readJournal,
  startFake,
  startGateway,
  temporaryDirectory,
} from "../testing/harness";

async function receiver() {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const gateway = await startGateway(configFor(fake, journalUpstream(journal), { provider: "journal" }));
  const url = callbackUrlOf(gateway);
  const post = (body: string, secret = fake.secret, to = url) => {
    const [id, at] = [randomUUID(), new Date()];
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    };
    return fetch(to, { method: "POST", body, headers });
  };
  return { fake, url, post, ran: () => readJournal(journal) };
}

const approved = (change: object = {}) =>
  JSON.stringify({
    type: "approval.approved",
    timestamp: new Date().toISOString(),
    data: {
      approval_id: randomUUID(),
      tenant: "acme",
      provider: "journal",
      tool: "note",
      decision: "approved",
      arguments: {},
      ...change,
    },
  });

test("a ping is answered", async () => {
  const { post } = await receiver();
  const answer = await post('{"type":"test.ping","timestamp":"2026-11-21T10:00:00Z","data":{}}');
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
});

test("what is not signed by Countersign, or not for this gateway, runs nothing", async () => {
  const { fake, post, url, ran } = await receiver();
  const foreign = `whsec_${Buffer.from("z".repeat(32)).toString("base64")}`;
  expect((await post(approved(), foreign)).status).toBe(401);
  expect((await fetch(url, { method: "POST", body: approved() })).status).toBe(401);
  expect((await fetch(url)).status).toBe(405);
  expect((await post("{}")).status).toBe(400);
  expect((await post(approved(), fake.secret, `${url}/elsewhere`)).status).toBe(404);
  expect((await post(approved({ provider: "mail" }))).status).toBe(404);
  expect((await post(approved({ tenant: "globex" }))).status).toBe(404);
  expect((await post("x".repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
  expect(ran()).toEqual([]);
});

test("approved arguments that do not fit their digest are not run, and that is reported", async () => {
  const { fake, post, ran } = await receiver();
  const { CountersignClient } = await import("../client/client");
  const client = new CountersignClient({ baseUrl: fake.url, apiKey: fake.apiKey });
  await client.authorize({
    tenant: "acme",
    provider: "journal",
    tool: "note",
    rationale: "A reason of some length.",
    argumentsText: "{}",
  });
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  const body = approval
    .toCallback()
    .replace('"arguments_text":"{}"', '"arguments_text":"{\\"to\\":\\"all\\"}"');
  expect((await post(body)).status).toBe(200);
  await fake.until(() => approval.execution === "failed");
  expect(JSON.stringify(approval.outcome)).toContain("digest mismatch");
  expect(ran()).toEqual([]);
});
