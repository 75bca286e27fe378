import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cancelApproval } from "@/lib/approvals/commands";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { saveView } from "@/lib/approvals/queue/saved-views";
import { sealSessionId, sessionCookieName } from "@/lib/auth/sessions/cookie";
import { aSignedIn } from "@/lib/auth/testing/signed-in";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { announce } from "@/lib/live/announce";
import { closeLiveHub, liveHub } from "@/lib/live/hub";
import { aCall, aGateway, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { endLiveStreams, openLiveStream } from "./live";
import { liveChanges } from "./live-changes";

const system = systemScope("tests");
let own: Awaited<ReturnType<typeof useOwnDatabase>>;
let tenant: TestTenant;
let gateway: TestGateway;

beforeAll(async () => {
  own = await useOwnDatabase();
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
});
afterEach(endLiveStreams);
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await own.drop();
});

async function aPendingCall(): Promise<string> {
  const made = await createApproval(gateway.scope, aCall(tenant, { agent: newId() }), {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  return made.approvalId;
}

const cookieOf = async (person: { actor: { credentialId: string } }) =>
  `${sessionCookieName()}=${await sealSessionId(person.actor.credentialId)}`;

async function ask(cookie: string, query: string | URLSearchParams = "") {
  const answer = await liveChanges.GET(
    new Request(`http://localhost:3000/api/live/changes?${query}`, { headers: { cookie } }),
  );
  return { status: answer.status, json: await answer.json() };
}

const aboutCalls = (ids: readonly string[]) =>
  new URLSearchParams([["list", "?view=all"], ...ids.map((id) => ["id", id])]);

test("who is signed in learns what their frame counts, and where the calls of their list stand", async () => {
  const person = await aSignedIn("approver", { tenants: [tenant.key] });
  const cookie = await cookieOf(person);
  const [stays, goes] = [await aPendingCall(), await aPendingCall()];
  await cancelApproval(gateway.scope, goes, null);
  const saved = await saveView(person, { name: "High", query: "view=high" });
  const { json } = await ask(cookie, aboutCalls([stays, goes]));
  expect(json).toMatchObject({
    waiting: { count: 1, views: { mine: 1, all: 1, snoozed: 0, attention: 0 }, newest: [{ id: stays }] },
    saved: [{ id: saved.id, count: 1 }],
    issues: 0,
    notify: { browser: false },
    list: { calls: [{}, {}], rows: [{ id: stays }] },
  });
  expect((await ask(cookie)).json).toMatchObject({ waiting: { count: 1 }, list: null });
  // A list of decided calls reloads completely.
  expect((await ask(cookie, "list=?view=decided")).json.list).toBeNull();
  await cancelApproval(gateway.scope, stays, null);
});

test("another tenant's calls are in no answer", async () => {
  const foreign = await aTenant();
  const person = await aSignedIn("approver", { tenants: [foreign.key] });
  const id = await aPendingCall();
  const { json } = await ask(await cookieOf(person), aboutCalls([id]));
  expect(json).toMatchObject({ waiting: { count: 0, calls: [], newest: [] }, list: { calls: [], rows: [] } });
  expect(JSON.stringify(json)).not.toContain(id);
  await cancelApproval(gateway.scope, id, null);
});

test("who may see fewer tenants than a moment ago, as many as before, is not answered from then", async () => {
  const others = await aTenant();
  const person = await aSignedIn("approver", { tenants: [tenant.key] });
  const cookie = await cookieOf(person);
  const id = await aPendingCall();
  expect((await ask(cookie)).json).toMatchObject({ waiting: { count: 1 } });
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update memberships set tenant_id = ${others.id}::uuid where user_id = ${person.actor.id}::uuid`,
  );
  expect((await ask(cookie)).json).toMatchObject({ waiting: { count: 0, newest: [] } });
  await cancelApproval(gateway.scope, id, null);
});

test("a list with every filter as long as it may be is followed", async () => {
  const cookie = await cookieOf(await aSignedIn("viewer", { tenants: [tenant.key] }));
  const long = "漢".repeat(200);
  const filters = ["q", "tool", "agent", "provider", "gateway", "session"].map(
    (name) => [name, long] as [string, string],
  );
  const list = `?${new URLSearchParams([["view", "all"], ...filters])}`;
  expect(await ask(cookie, new URLSearchParams([["list", list]]))).toMatchObject({
    status: 200,
    json: { list: {} },
  });
});

test("whose session ended is answered nothing, whatever they were answered a moment ago", async () => {
  const person = await aSignedIn("approver", { tenants: [tenant.key] });
  const cookie = await cookieOf(person);
  expect((await ask(cookie)).status).toBe(200);
  await ingest(
    system,
    (tx) => tx.$executeRaw`delete from sessions where id = ${person.actor.credentialId}::uuid`,
  );
  expect(await ask(cookie)).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
  expect((await ask("")).status).toBe(401);
});

test("what is no id, or too many of them, is refused", async () => {
  const cookie = await cookieOf(await aSignedIn("viewer", { tenants: [tenant.key] }));
  expect(await ask(cookie, "list=&id=all")).toMatchObject({
    status: 422,
    json: { code: "VALIDATION_ERROR" },
  });
  const many = Array.from({ length: 101 }, newId);
  expect((await ask(cookie, aboutCalls(many))).status).toBe(422);
});

test("tabs of one person that ask at once share a reading of the frame, until something is announced", async () => {
  // Only a listener sees announcements.
  const stop = await liveHub().subscribe({});
  const person = await aSignedIn("approver", { tenants: [tenant.key] });
  const cookie = await cookieOf(person);
  const counted = async (work: () => Promise<unknown>) => {
    const { texts, stop: done } = countStatements();
    await work().finally(done);
    return texts.filter((text) => text.includes("needs_attention")).length;
  };
  expect(await counted(() => Promise.all([ask(cookie), ask(cookie), ask(cookie)]))).toBe(1);
  const { place } = liveHub();
  const id = await aPendingCall();
  while (liveHub().place === place) await read(system, (tx) => tx.$queryRaw`select 1`);
  let answer: unknown;
  expect(
    await counted(async () => {
      answer = (await ask(cookie)).json;
    }),
  ).toBe(1);
  expect(answer).toMatchObject({ waiting: { newest: [{ id }] } });
  stop();
});

test("a page's first stream goes on from what the server had heard when it read the page", async () => {
  const cookie = await cookieOf(await aSignedIn("viewer", { tenants: [tenant.key] }));
  const listen = await liveHub().subscribe({});
  const tell = async () => {
    const id = newId();
    await ingest(system, (tx) => announce(tx, "approval", tenant.id, id));
    while (
      !liveHub()
        .since(start)
        ?.some((event) => event.id === id)
    )
      await read(system, (tx) => tx.$queryRaw`select 1`);
    return id;
  };
  const start = liveHub().place;
  const before = await tell();
  const { place } = liveHub();
  const after = await tell();
  const heard = async (from: number | string, until: string) => {
    const request = new Request(`http://localhost:3000/api/live?after=${from}`, {
      headers: { cookie, accept: "text/event-stream" },
    });
    const reader = (await openLiveStream(request)).body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = "";
    while (!told.includes(until)) told += (await reader?.read())?.value ?? until;
    await reader?.cancel();
    return told;
  };
  const told = await heard(place, after);
  expect(told).not.toContain(before);
  expect(told).not.toContain("event: reset");
  expect(await heard(start, after)).toContain(before);
  // A process that was not listening yet, or another one's start.
  for (const unknown of [0, -1, "x"]) expect(await heard(unknown, "event: reset")).not.toContain(after);
  listen();
});
