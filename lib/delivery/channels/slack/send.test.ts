import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { encryptSecret } from "@/lib/core/secrets";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import { aPerson, aTenant, unique } from "@/lib/testing/factories";
import { aMessage } from "@/lib/testing/messages";
import { setVariables } from "@/lib/testing/settings";
import { APP_TOKEN, aSlack, BOT_TOKEN, SIGNING_SECRET, type SlackStandIn } from "@/lib/testing/slack";
import type { LeasedDelivery } from "../types";
import { slack } from "./send";

const system = systemScope("tests");

let workspace: SlackStandIn;
let putBack: () => void;

beforeAll(async () => {
  workspace = await aSlack();
});
beforeEach(() => {
  putBack = setVariables({
    SLACK_API_URL: workspace.apiUrl,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_APP_TOKEN: APP_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
  });
  for (const list of [workspace.calls, workspace.messages]) list.length = 0;
});
afterEach(() => putBack());
afterAll(() => workspace.close());

type Address = Parameters<typeof slack.urlNow>[0]["address"];

const PERSON: Address = { kind: "person", member: "U1" };

function delivery(message: Message, address: Address = PERSON): LeasedDelivery<Address> {
  return {
    ...{ id: newId(), leaseId: newId(), tenantId: newId(), recipientKind: "user", recipientId: newId() },
    ...{ channel: "slack", eventId: newId(), approvalId: null, url: "slack", body: "", attempts: 1 },
    ...{ leasedAt: new Date(), firstAttemptAt: null, lostAttempts: 0, lapsed: false, doubted: false },
    ...{ traceParent: null, address, message },
  };
}

const send = (message: Message, address?: Address, signal = new AbortController().signal) =>
  slack.open({ allow: [] }).send(delivery(message, address), signal);

test("a message goes to the member, and its result names where it is", async () => {
  const result = await send(aMessage());
  expect(result).toMatchObject({ status: 200, error: null });
  expect(result.remote).toEqual({ channel: "D1", ts: workspace.messages[0]?.ts, place: "U1" });
  const [asked] = workspace.callsOf("chat.postMessage");
  expect(asked).toMatchObject({
    channel: "U1",
    parse: "none",
    mrkdwn: false,
    unfurl_links: false,
    link_names: false,
  });
  expect(workspace.calls[0]?.token).toBe(BOT_TOKEN);
  expect(JSON.stringify(result)).not.toContain(BOT_TOKEN);
});

test("the same message is brought up to date; one that was deleted needs nothing", async () => {
  const { remote } = await send(aMessage());
  const closed = aMessage({ version: 2, isClosed: true, remote }, { outcome: "Approved by Ines." });
  expect(await send(closed)).toMatchObject({ status: 200, error: null, remote });
  expect(workspace.callsOf("chat.postMessage")).toHaveLength(1);
  expect(JSON.stringify(workspace.messages[0]?.args.blocks)).toContain("Approved by Ines.");
  const gone = { channel: "D1", ts: "1.000009" };
  expect(await send({ ...closed, remote: gone })).toMatchObject({ status: 200, error: null, remote: gone });
});

test("a reminder answers in the thread of the first message, and shows in the conversation", async () => {
  const { remote: parent } = await send(aMessage());
  await send(aMessage({ id: "m2", kind: "reminder", parent }));
  expect(workspace.messages[1]?.args).toMatchObject({
    channel: "D1",
    thread_ts: workspace.messages[0]?.ts,
    reply_broadcast: true,
  });
});

test.each<[string, Address, Partial<Message>]>([
  ["to a member", PERSON, {}],
  ["to a channel", { kind: "place", sealed: "C1", off: null }, {}],
  ["to a channel by its name", { kind: "place", sealed: "#approvals", off: null }, {}],
  ["in a thread", PERSON, { parent: { channel: "D1", ts: "1.000001" } }],
])("a message %s whose answer was lost is not posted twice", async (_, to, over) => {
  const address =
    to?.kind === "place" ? { ...to, sealed: encryptSecret(JSON.stringify({ channel: to.sealed })) } : to;
  workspace.answerNext("chat.postMessage", "cut");
  const message = aMessage({ id: unique("m"), ...over });
  const first = await send(message, address);
  expect(first.error).toMatch(/^Slack cannot be reached/);
  const again = await send({ ...message, isRetry: true }, address);
  expect(again).toMatchObject({ error: null, remote: { ts: workspace.messages[0]?.ts } });
  expect(workspace.messages).toHaveLength(1);
});

test("one that was posted before its thread began is found, and closed", async () => {
  workspace.answerNext("chat.postMessage", "cut");
  const message = aMessage({ id: unique("m") });
  await send(message);
  const { remote: parent } = await send(aMessage({ id: unique("m"), kind: "reminder" }));
  const closed = aMessage({ ...message, version: 2, isRetry: true, isClosed: true, parent });
  expect(await send(closed)).toMatchObject({ error: null, remote: { ts: workspace.messages[0]?.ts } });
  expect(workspace.messages).toHaveLength(2);
});

test("where the app may post but not read, a lost message is posted again", async () => {
  const place = { kind: "place", sealed: encryptSecret('{"channel":"C1"}'), off: null } as const;
  workspace.answerNext("conversations.history", { error: "not_in_channel" });
  expect(await send(aMessage({ isRetry: true }), place)).toMatchObject({
    error: null,
    remote: { channel: "C1" },
  });
});

test("a retry of a message that never arrived posts it", async () => {
  workspace.answerNext("chat.postMessage", { status: 500 });
  expect(await send(aMessage())).toMatchObject({ status: 500, error: "Slack answered HTTP 500." });
  expect(await send(aMessage({ isRetry: true }))).toMatchObject({ error: null });
  expect(workspace.messages).toHaveLength(1);
});

test("the rate limit's time is kept", async () => {
  workspace.answerNext("chat.postMessage", { status: 429, headers: { "retry-after": "17" } });
  const result = await send(aMessage());
  expect(result).toMatchObject({ status: 429, retryAfterMs: 17_000 });
  expect(result.error).toBe("Slack takes no more messages for 17 s (rate limit).");
  expect(workspace.calls).toHaveLength(1);
});

test.each([
  ["channel_not_found", /does not find the channel.*\(channel_not_found\)/, true],
  ["is_archived", /archived/, true],
  ["not_in_channel", /\/invite/, undefined],
  ["account_inactive", /removed from the workspace.*store its new bot token/, undefined],
  ["token_revoked", /revoked/, undefined],
  ["something_new", /^Slack answered with the error something_new\.$/, undefined],
])("%s is said in words", async (error, words, isGone) => {
  workspace.answerNext("chat.postMessage", { error });
  const result = await send(aMessage());
  expect(result.error).toMatch(words);
  expect(result.isGone).toBe(isGone);
});

test("a missing scope is named", async () => {
  workspace.answerNext("chat.postMessage", { error: "missing_scope", needed: "chat:write" });
  expect((await send(aMessage())).error).toContain("lacks the scope chat:write");
});

test("nothing is sent without a token, to a destination that cannot be read, or after the worker's end", async () => {
  const sealed = { kind: "place", sealed: "AAAA", off: null } as const;
  expect((await send(aMessage(), sealed)).error).toContain("cannot be read with this AUTH_SECRET");
  const stopped = AbortSignal.abort();
  expect((await send(aMessage(), PERSON, stopped)).error).toContain("The worker stopped");
  setVariables({ SLACK_BOT_TOKEN: undefined });
  expect((await send(aMessage())).error).toContain("Slack has no bot token");
  expect(workspace.messages).toHaveLength(0);
});

test("the address is the linked account or the destination as it is now; a channel that is gone is switched off", async () => {
  const tenant = await aTenant();
  const person = await aPerson([tenant]);
  const id = newId();
  await ingest(system, async (tx) => {
    const account = { userId: person.actor.id, teamId: "T1", slackUserId: unique("U"), name: "ines" };
    await tx.slackAccount.create({ data: account });
    const place = {
      name: "ops",
      channel: "slack",
      address: "#ops",
      sealed: "s",
      events: [],
      createdByName: "Ines",
    };
    await tx.destination.create({ data: { id, tenantId: tenant.id, ...place } });
  });
  expect(await stateOf(person.actor.id)).toMatchObject({ accepts: true, address: { kind: "person" } });
  expect(await stateOf(id)).toEqual({ accepts: true, address: { kind: "place", sealed: "s", off: null } });
  expect(await stateOf(newId())).toEqual({ accepts: false, address: null });
  const gone = {
    ...delivery(aMessage()),
    tenantId: tenant.id,
    recipientKind: "destination",
    recipientId: id,
  } as const;
  const entries = await ingest(system, (tx) => slack.switchOff(tx, gone));
  expect(entries).toMatchObject([
    { action: "destination.switched_off", subject: { id, tenantId: tenant.id } },
  ]);
  const { accepts, address } = await stateOf(id);
  expect(accepts).toBe(false);
  expect(slack.refusal({ ...gone, address })).toContain("Slack does not find the channel");
  expect(await ingest(system, (tx) => slack.switchOff(tx, gone))).toEqual([]);
});

async function stateOf(recipient: string): Promise<{ accepts: boolean; address: Address }> {
  const id = Prisma.sql`${recipient}::uuid`;
  const [row] = await read(
    system,
    (tx) => tx.$queryRaw<{ accepts: boolean; address: Address }[]>`
      select ${slack.accepts(id)} as accepts, ${slack.address(id)} as address`,
  );
  if (!row) throw new Error("no row");
  return row;
}
