import "server-only";
import type { WebClient } from "@slack/web-api";
import * as z from "zod";
import { type SlackFailure, slackClient, slackFailure } from "@/lib/channels/slack/client";
import { findSlackSettings } from "@/lib/channels/slack/settings";
import { databaseNow } from "@/lib/core/clock";
import { log } from "@/lib/core/log";
import { decryptSecret } from "@/lib/core/secrets";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import { NO_ANSWER, type SendResult } from "../../post";
import { withSomethingWaiting } from "../due";
import type { Channel, LeasedDelivery } from "../types";
import { ATTEMPT_MS_MAX, CLOCKS_APART_MS, LOOKED_PAGES, PER_CHANNEL } from "./limits";
import { METADATA_TYPE, renderSlack, sentId } from "./render";

/** A person's linked account, or a channel of the tenant or group. */
type Address =
  | { kind: "person"; member: string }
  | { kind: "place"; sealed: string; off: string | null }
  | null;

/** `place`: the member or channel that it was meant for then. */
const remoteSchema = z.object({ channel: z.string(), ts: z.string(), place: z.string().optional() });
type Remote = z.infer<typeof remoteSchema>;

const placeSchema = z.object({ channel: z.string() });

/** Messages of Slack that will never get through to this recipient again. */
const GONE = new Set([
  "channel_not_found",
  "is_archived",
  "user_not_found",
  "user_disabled",
  "cannot_dm_bot",
]);

/** Why a conversation cannot be read. */
const UNSEEN = new Set(["not_in_channel", "channel_not_found", "missing_scope", "access_denied"]);

/** Nothing is left to update: done. */
const NOTHING_TO_UPDATE = new Set(["message_not_found", "edit_window_closed", "cant_update_message"]);

export const slack: Channel<Address> = {
  updates: true,
  perRecipient: PER_CHANNEL,
  recipients: withSomethingWaiting("slack"),
  accepts: (id) => Prisma.sql`(exists (select 1 from slack_accounts s where s.user_id = ${id})
    or exists (select 1 from destinations d where d.id = ${id} and d.off_at is null))`,
  address: (id) => Prisma.sql`coalesce(
    (select json_build_object('kind', 'person', 'member', s.slack_user_id) from slack_accounts s where s.user_id = ${id}),
    (select json_build_object('kind', 'place', 'sealed', d.sealed,
       'off', case when d.off_at is not null then coalesce(d.off_reason, 'an administrator switched it off.') end)
     from destinations d where d.id = ${id}))`,
  urlNow: ({ url }) => url,
  refusal: ({ address }) => {
    // What was sent before is closed also where nothing new may be sent.
    if (address?.kind === "place" && address.off !== null)
      return `The destination is switched off: ${address.off} Nothing was sent.`;
    return null;
  },
  // A person's account stays linked: Slack may let it in again.
  switchOff: async (tx, { id, tenantId, recipientId, recipientKind }) => {
    if (recipientKind !== "destination") return [];
    const offReason = "Slack does not find the channel, or it is archived.";
    const offAt = await databaseNow(tx);
    const { count } = await tx.destination.updateMany({
      where: { tenantId, id: recipientId, offAt: null },
      data: { offAt, offReason },
    });
    if (count === 0) return [];
    const subject = { kind: "destination", id: recipientId, tenantId };
    return [{ action: "destination.switched_off", subject, details: { reason: offReason, delivery_id: id } }];
  },
  open: () => ({ send, close: async () => undefined }),
};

async function send(delivery: LeasedDelivery<Address>, signal: AbortSignal): Promise<SendResult> {
  const { message, address } = delivery;
  const started = performance.now();
  const ended = (result: Partial<SendResult>): SendResult => ({
    ...NO_ANSWER,
    durationMs: Math.round(performance.now() - started),
    ...result,
  });
  if (!message) return ended({ error: "There is nothing to be sent." });
  if (address === null && !message.isUpdate)
    return ended({
      error: "No Slack account is linked any more, or the destination was deleted. Nothing was sent.",
      isMoot: true,
    });
  const { botToken } = await findSlackSettings();
  if (botToken === null)
    return ended({ error: "Slack has no bot token. Nothing was sent; set it under Notifications, Slack." });
  const channel = address === null ? "" : channelOf(address);
  if (channel === null)
    return ended({
      error:
        "The destination cannot be read with this AUTH_SECRET. Nothing was sent; start with the AUTH_SECRET it was stored with, or save it again.",
    });
  const whole = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS_MAX)]);
  const client = slackClient(botToken, whole);
  try {
    const done = await deliver(client, delivery, message, channel);
    if ("moot" in done) return ended({ error: done.moot, isMoot: true });
    return ended({ status: 200, responseBody: JSON.stringify({ ok: true, ...done }), remote: done });
  } catch (thrown) {
    return ended(failed(slackFailure(thrown), message));
  }
}

function failed(
  { code, status, words, retryAfterMs }: SlackFailure,
  { remote }: Message,
): Partial<SendResult> {
  const responseBody = code === null ? null : JSON.stringify({ ok: false, error: code });
  if (code !== null && remote !== null && NOTHING_TO_UPDATE.has(code))
    return { status: 200, responseBody, remote };
  const isGone = code !== null && GONE.has(code);
  return { status, error: words, responseBody, retryAfterMs, ...(isGone ? { isGone } : {}) };
}

function channelOf(address: NonNullable<Address>): string | null {
  if (address.kind === "person") return address.member;
  try {
    return placeSchema.parse(JSON.parse(decryptSecret(address.sealed))).channel;
  } catch {
    return null;
  }
}

/** Posts, updates or finds the message. @returns where it is, or why there is nothing to do */
async function deliver(
  client: WebClient,
  delivery: LeasedDelivery<Address>,
  message: Message,
  channel: string,
): Promise<Remote | { moot: string }> {
  const content = { ...renderSlack(message), link_names: false };
  const update = async ({ channel: at, ts, place }: Remote): Promise<Remote> => {
    await client.chat.update({ channel: at, ts, ...content, parse: "none" });
    return { channel: at, ts, ...(place === undefined ? {} : { place }) };
  };
  const sent = remoteSchema.safeParse(message.remote);
  if (sent.success) {
    // It went to a former account or channel, which gets nothing new, only its end.
    if (isElsewhere(sent.data, channel) && !message.isClosed) return { moot: MOVED };
    return update(sent.data);
  }
  const first = remoteSchema.safeParse(message.parent).data;
  const parent = first && !isElsewhere(first, channel) ? first : undefined;
  const place = parent?.channel ?? channel;
  if (message.isRetry) {
    const found = await findSent(client, delivery, message, place, parent?.ts).catch(unseen);
    if (found) return update({ ...found, place: channel });
  }
  if (message.isClosed) return { moot: UNNEEDED };
  const unread = { parse: "none", mrkdwn: false, unfurl_links: false, unfurl_media: false } as const;
  const post = { ...content, ...unread, channel: place };
  // A reply alone would not reach people who saw the first message and left.
  const posted = parent
    ? await client.chat.postMessage({ ...post, thread_ts: parent.ts, reply_broadcast: true })
    : await client.chat.postMessage(post);
  return remoteSchema.parse({ channel: posted.channel, ts: posted.ts, place: channel });
}

const isElsewhere = ({ place }: Remote, channel: string): boolean => place !== undefined && place !== channel;

const MOVED = "The message went to a former Slack account or channel, so it was not updated.";
const UNNEEDED = "The call was decided before a message about it arrived. Nothing was sent.";

/** An earlier attempt's message, of which no answer was recorded. It may be older than the thread. */
async function findSent(
  client: WebClient,
  delivery: LeasedDelivery<Address>,
  message: Message,
  place: string,
  thread: string | undefined,
): Promise<Remote | null> {
  const channel = await conversationOf(client, place);
  const inThread = thread && (await findIn(client, delivery, message, channel, thread));
  return inThread || findIn(client, delivery, message, channel);
}

async function findIn(
  client: WebClient,
  { firstAttemptAt, leasedAt }: LeasedDelivery<Address>,
  message: Message,
  channel: string,
  thread?: string,
): Promise<Remote | null> {
  const since = (firstAttemptAt ?? leasedAt).getTime() - CLOCKS_APART_MS;
  let cursor: string | undefined;
  for (let page = 0; page < LOOKED_PAGES; page += 1) {
    const asked = {
      channel,
      oldest: (since / 1_000).toFixed(6),
      include_all_metadata: true,
      limit: 100,
      ...(cursor ? { cursor } : {}),
    };
    const answer = thread
      ? await client.conversations.replies({ ...asked, ts: thread })
      : await client.conversations.history(asked);
    const messages = (answer.messages ?? []) as { ts?: string; metadata?: Metadata }[];
    const found = messages.find(({ metadata }) => isOwn(metadata, sentId(message)));
    if (found?.ts !== undefined) return { channel, ts: found.ts };
    cursor = answer.response_metadata?.next_cursor;
    if (!cursor) return null;
  }
  return null;
}

/** Where the app may post but not read, a second message is better than none. */
function unseen(error: unknown): null {
  const { code, words } = slackFailure(error);
  if (code === null || !UNSEEN.has(code)) throw error;
  log().warn({ reason: words }, "it is unknown whether a message is in Slack already: it is posted again");
  return null;
}

type Metadata = { event_type?: string; event_payload?: { id?: unknown } };

const isOwn = (metadata: Metadata | undefined, id: string) =>
  metadata?.event_type === METADATA_TYPE && metadata.event_payload?.id === id;

/** Histories go by ID: that of the conversation with a member, or of a channel that was named. */
async function conversationOf(client: WebClient, place: string): Promise<string> {
  if (/^[UW]/.test(place)) {
    const { channel } = await client.conversations.open({ users: place });
    return channel?.id ?? place;
  }
  // Names have no capitals.
  if (/^[A-Z]/.test(place)) return place;
  const name = place.replace(/^#/, "");
  let cursor: string | undefined;
  for (let page = 0; page < LOOKED_PAGES; page += 1) {
    const answer = await client.conversations.list({
      types: "public_channel,private_channel",
      exclude_archived: true,
      limit: 1_000,
      ...(cursor ? { cursor } : {}),
    });
    const found = answer.channels?.find((channel) => channel.name === name);
    if (found?.id !== undefined) return found.id;
    cursor = answer.response_metadata?.next_cursor;
    if (!cursor) break;
  }
  return place;
}
