import "server-only";
import { markDevicesUsed, removeGoneDevices } from "@/lib/channels/push/commands";
import { keysOf, PROBLEMS, type PushKeys } from "@/lib/channels/push/keys";
import { read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import { createPoster, NO_ANSWER, type SendResult } from "../../post";
import { withSomethingWaiting } from "../due";
import type { Channel, LeasedDelivery } from "../types";
import { type Device, type DeviceResult, PUSH_SERVICE, sendToDevice } from "./devices";
import { PER_PERSON, PUSH_ANSWER_MS } from "./limits";
import { type RenderedPush, renderPush } from "./render";

type Address = {
  /** Whether the person may not sign in any more. */
  off: boolean;
  devices: Device[];
  /** The stored setting with the keys. */
  keys: string | null;
} | null;

/** The devices that took the first message and are not gone since; only they get its updates. */
type Remote = { devices: string[] };

/** A person's phones and browsers (Web Push). One delivery reaches all of them. */
export const push: Channel<Address> = {
  updates: true,
  perRecipient: PER_PERSON,
  recipients: withSomethingWaiting("push"),
  accepts: (id) => Prisma.sql`exists (
    select 1 from push_devices p join users u on u.id = p.user_id where p.user_id = ${id} and u.disabled_at is null)`,
  address: (id) => Prisma.sql`(
    select json_build_object('off', u.disabled_at is not null,
      'devices', array(select json_build_object('id', p.id, 'name', p.name, 'sealed', p.sealed)
                       from push_devices p where p.user_id = u.id order by p.id desc),
      'keys', (select s.sealed from channel_settings s where s.channel = 'push'))
    from users u where u.id = ${id})`,
  urlNow: ({ url }) => url,
  refusal: ({ address }) => {
    if (address === null) return "This person does not exist any more. Nothing was sent.";
    if (address.off) return "This person is switched off. Nothing was sent.";
    if (address.devices.length === 0) return NO_DEVICE;
    return null;
  },
  switchOff: async () => [],
  open: ({ resolve, answerMs = PUSH_ANSWER_MS }) => {
    // People add devices, so the ranges that administrators open for callbacks do not count.
    const poster = createPoster({ allow: env().pushAllowCidrs, words: PUSH_SERVICE, resolve, answerMs });
    return {
      send: (delivery, signal) => sendToAll(delivery, { post: poster.post, signal }),
      close: poster.close,
    };
  },
};

const NO_DEVICE = "This person has no device with push notifications any more. Nothing was sent.";

type Sending = Parameters<typeof sendToDevice>[3];

async function sendToAll(delivery: LeasedDelivery<Address>, sending: Sending): Promise<SendResult> {
  const { message, address } = delivery;
  if (!message || !address) return { ...NO_ANSWER, error: "There is no message any more. Nothing was sent." };
  const keys = keysOf(address.keys);
  if (typeof keys === "string") {
    const error = keys === "none" ? "There are no push keys. Nothing was sent." : PROBLEMS[keys];
    return { ...NO_ANSWER, error };
  }
  const before = message.isUpdate ? (message.remote as Remote | null) : null;
  const shown = address.devices.filter(({ id }) => before === null || before.devices.includes(id));
  const done = message.isClosed ? await closedOn(delivery, message.id) : [];
  const devices = shown.filter(({ id }) => !done.includes(id));
  if (devices.length === 0)
    return {
      ...NO_ANSWER,
      error: before ? "No device shows it any more. Nothing was sent." : NO_DEVICE,
      isMoot: true,
    };
  const rendered = renderPush(message);
  const results = await pushTo(devices, rendered, keys, sending);
  const sent = together(results, rendered);
  return before === null && !message.isClosed
    ? sent
    : updated(sent, { message, shown, results, isRepeated: done.length > 0 });
}

type Update = {
  message: Message;
  shown: readonly Device[];
  results: readonly DeviceResult[];
  /** Whether some of them took this end at an earlier attempt. */
  isRepeated: boolean;
};

/** An update keeps the devices that missed it, so that they get the next one; an end is repeated until none missed it. */
function updated(sent: SendResult, { message, shown, results, isRepeated }: Update): SendResult {
  const those = (outcome: DeviceResult["outcome"]) =>
    results.filter((one) => one.outcome === outcome).map(({ device }) => device.id);
  const gone = those("gone");
  const remote: Remote = { devices: shown.map(({ id }) => id).filter((id) => !gone.includes(id)) };
  const ended = { ...sent, remote, isGone: false, isMoot: gone.length === results.length };
  if (!message.isClosed) return ended;
  const isMissed = results.some(({ isPassing }) => isPassing);
  // What is left of them cannot be reached by another attempt either.
  if (isRepeated && !isMissed && those("taken").length === 0) return { ...ended, isMoot: true };
  return {
    ...ended,
    error: isMissed ? `Not every device took it. ${sent.responseBody}` : sent.error,
    responseHeaders: { [CLOSED]: message.id, [CLOSED_ON]: those("taken").join(" ") },
  };
}

// In the log of attempts: which devices took the end, so that none gets it twice.
const [CLOSED, CLOSED_ON] = ["message", "devices"];

const system = systemScope("push");

async function closedOn({ tenantId, id, attempts }: LeasedDelivery, messageId: string): Promise<string[]> {
  if (attempts <= 1) return [];
  const rows = await read(
    system,
    (tx) => tx.$queryRaw<{ ids: string }[]>`
      select response_headers->>${CLOSED_ON} as ids from delivery_attempts
      where tenant_id = ${tenantId}::uuid and delivery_id = ${id}::uuid and response_headers->>${CLOSED} = ${messageId}`,
  );
  return rows.flatMap(({ ids }) => ids.split(" "));
}

/** Sends to all devices at once, and keeps what it learned of them. */
export async function pushTo(
  devices: readonly Device[],
  message: RenderedPush,
  keys: PushKeys,
  sending: Sending,
): Promise<DeviceResult[]> {
  const results = await Promise.all(devices.map((device) => sendToDevice(device, message, keys, sending)));
  const those = (which: DeviceResult["outcome"]) => results.filter(({ outcome }) => outcome === which);
  await markDevicesUsed(those("taken").map(({ device }) => device.id));
  await removeGoneDevices(
    those("gone").map(({ device: { id, name }, words }) => ({ id, name, reason: words })),
  );
  return results;
}

/** One result of all devices: done once one took it, so that no phone rings twice. */
function together(
  results: readonly DeviceResult[],
  { ttlSeconds, urgency, topic }: RenderedPush,
): SendResult {
  const taken = results.filter(({ outcome }) => outcome === "taken");
  const isGone = results.every(({ outcome }) => outcome === "gone");
  const said = results.map(({ device, words }) => `${device.name}: ${words}`).join("\n");
  const waits = results.flatMap(({ result }) => result.retryAfterMs ?? []);
  return {
    ...NO_ANSWER,
    durationMs: Math.max(...results.map(({ result }) => result.durationMs)),
    status: (taken[0] ?? results[0])?.result.status ?? null,
    error: taken.length > 0 ? null : isGone ? `${said}\n${NO_DEVICE}` : `No device took it. ${said}`,
    requestHeaders: { ttl: String(ttlSeconds), urgency, topic },
    responseBody: said,
    retryAfterMs: waits.length > 0 ? Math.min(...waits) : null,
    remote: { devices: taken.map(({ device }) => device.id) } satisfies Remote,
    isGone,
  };
}
