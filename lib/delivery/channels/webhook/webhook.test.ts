import { afterEach, expect, test } from "vitest";
import { WEBHOOK_PRESETS, type WebhookPreset, type WebhookTarget } from "@/lib/channels/destinations/types";
import { encryptSecret } from "@/lib/core/secrets";
import type { Message } from "@/lib/notices/message";
import { aMessage } from "@/lib/testing/messages";
import { type Answering, aReceiver, type Receiver, silence, status } from "../../testing/receiver";
import type { LeasedDelivery } from "../types";
import { webhook } from "./send";

const { key: KEY, title: TITLE, links } = aMessage();
const OPEN = links.open;

const open: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function receiver(answer?: Answering): Promise<Receiver> {
  const one = await aReceiver(answer);
  open.push(one);
  return one;
}

function targetAt(url: string, over: Partial<WebhookTarget>): WebhookTarget {
  return {
    preset: "own",
    url,
    secret: null,
    header: null,
    template: null,
    sendsUpdates: false,
    reachesInside: true,
    ...over,
  };
}

type Sending = { path?: string; message?: Message; allow?: string[]; answerMs?: number };

/** One attempt as the worker makes it, and what arrived. */
async function send(
  to: Receiver,
  over: Partial<WebhookTarget>,
  { path = "", message = aMessage(), ...options }: Sending = {},
) {
  const channel = webhook.open({ allow: ["127.0.0.0/8"], ...options });
  open.push(channel);
  const target = targetAt(`${new URL(to.url).origin}${path}`, over);
  const address = { sealed: encryptSecret(JSON.stringify(target)), off: null };
  const delivery = {
    ...{
      id: crypto.randomUUID(),
      leaseId: crypto.randomUUID(),
      tenantId: message.tenant.id,
      recipientKind: "destination",
    },
    ...{
      recipientId: crypto.randomUUID(),
      channel: "webhook",
      eventId: crypto.randomUUID(),
      approvalId: null,
      url: "",
    },
    ...{
      body: "",
      attempts: 1,
      leasedAt: new Date(),
      firstAttemptAt: null,
      lostAttempts: 0,
      lapsed: false,
      doubted: false,
    },
    ...{ traceParent: null, address, message },
  } as const satisfies LeasedDelivery<typeof address>;
  const result = await channel.send(delivery, new AbortController().signal);
  const got = to.received.at(-1);
  return { result, got, body: got ? JSON.parse(got.body) : null };
}

test("Teams gets an Adaptive Card 1.4 that only opens the page", async () => {
  const { result, got, body } = await send(
    await receiver(status(202)),
    { preset: "teams" },
    { path: "/workflows/1?sig=s" },
  );
  expect(result).toMatchObject({ status: 202, error: null });
  expect(got).toMatchObject({ path: "/workflows/1?sig=s", headers: { "content-type": "application/json" } });
  expect(body).toMatchObject({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          type: "AdaptiveCard",
          version: "1.4",
          actions: [{ type: "Action.OpenUrl", title: "Open the call", url: OPEN }],
        },
      },
    ],
  });
  const blocks: { type: string; inlines: { text: string }[] }[] = body.attachments[0].content.body;
  expect(new Set(blocks.map(({ type }) => type))).toEqual(new Set(["RichTextBlock"]));
  const texts = blocks.map(({ inlines }) => inlines.map(({ text }) => text).join(""));
  expect(texts).toEqual(expect.arrayContaining([TITLE, "How many: 3", "Risk: High risk"]));
});

test("ntfy gets its JSON form at the server, with the topic, a view action and the risk as priority", async () => {
  const { got, body } = await send(
    await receiver(),
    { preset: "ntfy", secret: "tk_1" },
    { path: "/ops/approvals" },
  );
  expect(got).toMatchObject({ path: "/ops/", headers: { authorization: "Bearer tk_1" } });
  expect(body).toMatchObject({
    topic: "approvals",
    title: TITLE,
    priority: 4,
    click: OPEN,
    actions: [{ action: "view", label: "Open the call", url: OPEN }],
  });
  const long = aMessage({}, { headline: "😀".repeat(1_500) });
  const { body: cut } = await send(await receiver(), { preset: "ntfy" }, { path: "/t", message: long });
  expect(Buffer.byteLength(cut.message)).toBeLessThanOrEqual(4_096);
  expect(cut.message.isWellFormed()).toBe(true);
});

test.each(["ntfy", "discord", "mattermost"] as const)(
  "%s gets a long title cut between characters",
  async (preset) => {
    const message = aMessage({ title: `a${"🇩🇪".repeat(200)}` });
    const { body } = await send(await receiver(), { preset }, { path: "/t", message });
    const title = body.title ?? (body.embeds ?? body.attachments)[0].title;
    expect(title).toMatch(/^a(🇩🇪)+…$/u);
  },
);

test("Gotify gets plain text under its API’s path, with the token in its header", async () => {
  const { got, body } = await send(await receiver(), { preset: "gotify", secret: "A1" });
  expect(got).toMatchObject({ path: "/message", headers: { "x-gotify-key": "A1" } });
  expect(body).toMatchObject({
    title: TITLE,
    message: expect.stringContaining("3 mails to all customers"),
    priority: 6,
    extras: {
      "client::display": { contentType: "text/plain" },
      "client::notification": { click: { url: OPEN } },
    },
  });
});

test("Discord gets an embed within its limits, which mentions nobody", async () => {
  const { body } = await send(
    await receiver(status(204)),
    { preset: "discord" },
    { path: "/api/webhooks/1/t", message: aMessage({ title: "High risk: crm · send_broadcast" }) },
  );
  expect(body).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ title: "High risk: crm · send\\_broadcast", url: OPEN, color: 0xc0432d }],
  });
  expect(body.embeds[0].fields).toContainEqual({ name: "How many", value: "3", inline: true });
});

test("Mattermost gets an attachment with a link in its title", async () => {
  const { body } = await send(await receiver(), { preset: "mattermost" }, { path: "/hooks/x" });
  expect(body.attachments).toMatchObject([{ title: TITLE, title_link: OPEN, color: "#c0432d" }]);
  expect(body.attachments[0].fields).toContainEqual({ short: true, title: "How many", value: "3" });
});

test("Google Chat gets a card with a button that opens the page", async () => {
  const { body } = await send(
    await receiver(),
    { preset: "google-chat" },
    { path: "/v1/spaces/A/messages?key=k" },
  );
  const [{ cardId, card }] = body.cardsV2;
  expect(cardId).toBe(KEY);
  expect(card.header).toEqual({ title: TITLE });
  expect(card.sections[0].widgets).toEqual(
    expect.arrayContaining([
      { decoratedText: { topLabel: "How many", text: "3", wrapText: true } },
      { buttonList: { buttons: [{ text: "Open the call", onClick: { openLink: { url: OPEN } } }] } },
    ]),
  );
});

const closed = () => aMessage({ version: 2, isClosed: true }, { outcome: "Approved by Ines at 14:02 CET." });

test("PagerDuty opens one incident per call and resolves it", async () => {
  const to = await receiver(status(202));
  const { got, body } = await send(to, { preset: "pagerduty", secret: "R0UT" }, { path: "/v2/enqueue" });
  expect(body).toMatchObject({
    routing_key: "R0UT",
    event_action: "trigger",
    dedup_key: `countersign-${KEY}`,
    client: "Countersign",
    client_url: OPEN,
    payload: {
      summary: TITLE,
      source: "crm",
      severity: "error",
    },
  });
  expect(got?.headers.authorization).toBeUndefined();
  const { body: end } = await send(to, { preset: "pagerduty", secret: "R0UT" }, { message: closed() });
  expect(end).toEqual({ routing_key: "R0UT", event_action: "resolve", dedup_key: `countersign-${KEY}` });
});

test("Opsgenie opens an alert and closes it by its alias", async () => {
  const to = await receiver(status(202));
  const { got, body } = await send(to, { preset: "opsgenie", secret: "K" }, { path: "/v2/alerts" });
  expect(got).toMatchObject({ path: "/v2/alerts", headers: { authorization: "GenieKey K" } });
  expect(body).toMatchObject({ alias: `countersign-${KEY}`, priority: "P2", source: "Countersign" });
  expect(body.message.length).toBeLessThanOrEqual(130);
  const end = await send(to, { preset: "opsgenie", secret: "K" }, { path: "/v2/alerts", message: closed() });
  expect(end.got?.path).toBe(`/v2/alerts/countersign-${KEY}/close?identifierType=alias`);
  expect(end.body).toEqual({ source: "Countersign", note: "Approved by Ines at 14:02 CET." });
});

test("Alertmanager gets an alert that ends with the deadline, or with the decision", async () => {
  const to = await receiver();
  const { got, body } = await send(to, { preset: "alertmanager", secret: "b" });
  expect(got).toMatchObject({ path: "/api/v2/alerts", headers: { authorization: "Bearer b" } });
  expect(body).toMatchObject([
    {
      labels: { alertname: "CountersignCall", countersign_key: KEY, severity: "error", tenant: "acme" },
      startsAt: "2026-12-24T11:00:00.000Z",
      endsAt: "2026-12-24T18:00:00.000Z",
      generatorURL: OPEN,
    },
  ]);
  const { body: end } = await send(to, { preset: "alertmanager" }, { message: closed() });
  expect(end[0].labels).toEqual(body[0].labels);
  expect(end[0].endsAt).toBe(closed().at.toISOString());
});

test("an own template is filled with escaped values, and carries its secret in its header", async () => {
  const template = '{"t":"{{title}}","h":"{{ headline }}","s":"{{state}}","n":1}';
  const own = { template, header: "X-Token", secret: "s3cret" };
  const message = aMessage({}, { headline: 'say "hi" \\ {{title}}' });
  const { got, body, result } = await send(await receiver(), own, { message });
  expect(body).toEqual({
    ...{ t: TITLE, h: 'say "hi" \\ {{title}}', s: "open", n: 1 },
  });
  expect(got?.headers).toMatchObject({ "x-token": "s3cret", "webhook-id": message.id });
  expect(JSON.stringify(result)).not.toContain("s3cret");
});

test.each(WEBHOOK_PRESETS)(
  "%s: texts of agents make no markup, link or mention, and stay within the limit",
  async (preset) => {
    const evil =
      '@everyone <@1> <!channel> <users/all> [x](https://evil.example) **b** `c` <b>h</b> {{open}} \u202E \n"}],"x":1';
    const long = evil.repeat(40);
    const facts = Array.from({ length: 30 }, (_, at) => ({ label: `Fact ${at}`, value: long }));
    const call = { headline: long, provider: evil, tool: evil, gateway: evil, agent: evil, facts };
    const message = aMessage({ title: long, lines: Array(20).fill(long), why: long }, call);
    const template = '{"a":"{{title}}","b":"{{headline}}","c":"{{facts}}"}';
    const { got, body, result } = await send(
      await receiver(),
      { preset, template, secret: "x" },
      { path: "/a/b", message },
    );
    expect(result.error).toBeNull();
    expect(Buffer.byteLength(got?.body ?? "")).toBeLessThanOrEqual(28 * 1_024);
    const texts: string[] = [];
    JSON.stringify(body, (name, value) => {
      if (PLAIN[preset]?.includes(name)) return undefined;
      if (typeof value === "string") texts.push(value);
      return value;
    });
    expect(texts.join("")).not.toMatch(/[\u202A-\u202E]/);
    const shown = texts.join("\n").replaceAll(/https:\/\/countersign\.example\/\S*/g, "");
    for (const forbidden of MARKUP[preset] ?? [])
      expect(forbidden.exec(shown)?.[0], String(forbidden)).toBeUndefined();
  },
);

/** Members in which these services read no Markdown. */
const PLAIN: Partial<Record<WebhookPreset, string[]>> = {
  discord: ["footer"],
  mattermost: ["fallback", "footer", "title"],
};

/** What the services would make something of. */
const MARKDOWN = [/(?<!\\)\[x/, /(?<!\\)\*\*/, /(?<!\\)`/, /@everyone/, /https:\/\//];
const MARKUP: Partial<Record<WebhookPreset, RegExp[]>> = {
  ...Object.fromEntries(
    WEBHOOK_PRESETS.map((preset) => [preset, preset === "own" ? [] : [/https:\/\//, /@everyone/]]),
  ),
  discord: [...MARKDOWN, /(?<!\\)<@/],
  mattermost: MARKDOWN,
  "google-chat": [/<users/, /<b>/, /https:\/\//],
};

test("an update goes only to services that close what they opened", async () => {
  for (const preset of WEBHOOK_PRESETS) {
    const to = await receiver(status(202));
    const { result } = await send(
      to,
      { preset, secret: "x", template: "{}" },
      { path: "/a", message: closed() },
    );
    const closes = ["pagerduty", "opsgenie", "alertmanager"].includes(preset);
    expect(to.received, preset).toHaveLength(closes ? 1 : 0);
    expect(result, preset).toMatchObject(
      closes
        ? { error: null, status: 202 }
        : { error: expect.stringMatching(/takes no updates/), isMoot: true },
    );
  }
  const to = await receiver();
  const own = { template: '{"s":"{{state}}","o":"{{outcome}}"}', sendsUpdates: true };
  const { body } = await send(to, own, { message: closed() });
  expect(body).toEqual({ s: "closed", o: "Approved by Ines at 14:02 CET." });
});

test("what a service answers is said in words, without the URL's secrets", async () => {
  const answering = async (answer: Answering) =>
    (
      await send(
        await receiver(answer),
        { preset: "discord" },
        { path: "/api/webhooks/1/t0ken", answerMs: 300 },
      )
    ).result;
  const limited = await answering(
    status(429, { "retry-after": "7" }, '{"message":"You are being rate limited."}'),
  );
  expect(limited).toMatchObject({ status: 429, retryAfterMs: 7_000, isGone: false });
  expect(limited.error).toBe(
    'The service answered HTTP 429: it takes no more just now. It said: {"message":"You are being rate limited."}',
  );
  expect(await answering(status(410))).toMatchObject({
    isGone: true,
    error: expect.stringContaining("410 Gone"),
  });
  const missing = await answering(status(404, {}, "Unknown Webhook"));
  expect(missing).toMatchObject({ isGone: false, error: expect.stringContaining("make the webhook anew") });
  expect((await answering(status(302, { location: "/x" }))).error).toContain(
    "a redirect, which is not followed",
  );
  const late = await answering(silence);
  expect(late.error).toBe("No answer within 0.3 s. The service may have received it.");
  for (const result of [limited, missing, late]) expect(JSON.stringify(result)).not.toContain("t0ken");
});

test("no webhook reaches an inside address", async () => {
  const to = await receiver();
  const { result } = await send(to, { preset: "discord" }, { path: "/x", allow: [] });
  expect(result.error).toContain("The destination’s URL may not be called");
  expect(to.received).toEqual([]);
});

test("what was stored under another AUTH_SECRET is not sent, and says so", async () => {
  const channel = webhook.open({ allow: [] });
  open.push(channel);
  const delivery = { address: { sealed: "bm8=", off: null }, message: aMessage(), url: "" };
  const result = await channel.send(
    delivery as unknown as LeasedDelivery<never>,
    new AbortController().signal,
  );
  expect(result.error).toContain("cannot be read with this AUTH_SECRET");
});
