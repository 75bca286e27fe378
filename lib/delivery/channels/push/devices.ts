import webPush from "web-push";
import type { PushKeys } from "@/lib/channels/push/keys";
import { openSubscription } from "@/lib/channels/push/queries";
import type { StoredSubscription } from "@/lib/channels/push/types";
import { NO_ANSWER, type Poster, type SendResult } from "../../post";
import { DEVICE_TRIES } from "./limits";
import type { RenderedPush } from "./render";

export type Device = { id: string; name: string; sealed: string };

/** `gone`: its push service no longer knows it. */
export type DeviceResult = {
  device: Device;
  outcome: "taken" | "failed" | "gone";
  /** Whether another attempt may succeed where this one failed. */
  isPassing: boolean;
  /** What the push service answered, in one sentence. */
  words: string;
  result: SendResult;
};

// Answers by which a push service says that it does not know a subscription (RFC 8030, section 7.3).
const GONE = new Set([404, 410]);
const TOO_MANY = 429;

/** Sends a message to one device; a push service that failed is asked once more. */
export async function sendToDevice(
  device: Device,
  message: RenderedPush,
  keys: PushKeys,
  { post, signal }: { post: Poster["post"]; signal?: AbortSignal },
): Promise<DeviceResult> {
  const subscription = openSubscription(device.sealed);
  if (!subscription) return unsent(device, "It was added under another AUTH_SECRET. Add it again.");
  if (subscription.publicKey !== keys.publicKey)
    return unsent(device, "It was added under other push keys. Add it again.");
  for (let tries = 1; ; tries += 1) {
    const result = await post({ ...requestOf(subscription, message, keys), signal });
    if (isTransient(result) && tries < DEVICE_TRIES && !signal?.aborted) continue;
    return judged(device, result);
  }
}

function isTransient({ status, error, retryAfterMs }: SendResult): boolean {
  if (retryAfterMs !== null) return false;
  return status === null ? error !== null : status >= 500;
}

function unsent(device: Device, words: string): DeviceResult {
  const result = { ...NO_ANSWER, error: words };
  return { device, outcome: "failed", isPassing: false, words, result };
}

function judged(device: Device, result: SendResult): DeviceResult {
  const { status, error } = result;
  const ended = { device, result, isPassing: false };
  if (error !== null || status === null)
    return { ...ended, outcome: "failed", isPassing: true, words: inOurWords(error ?? "No answer came.") };
  if (status >= 200 && status < 300)
    return { ...ended, outcome: "taken", words: "The push service took it." };
  if (GONE.has(status)) {
    const words = `The push service no longer knows this device (HTTP ${status}), so it was removed.`;
    return { ...ended, outcome: "gone", words };
  }
  const isPassing = status >= 500 || status === TOO_MANY;
  return { ...ended, outcome: "failed", isPassing, words: answerWords(status, result.responseBody) };
}

/** Of push services, in the errors of the shared client. */
export const PUSH_SERVICE = { name: "push service", url: "push service" };

/** Addresses are judged as those of callbacks, but have their own ranges. */
const inOurWords = (error: string) => error.replaceAll("CALLBACK_ALLOW_CIDRS", "PUSH_ALLOW_CIDRS");

const ANSWER_SHOWN_MAX = 200;

const ADVICE: Readonly<Record<number, string>> = {
  400: "The push service did not accept the request",
  401: "The push service did not accept our keys",
  403: "The push service did not accept our keys for this device: add it again",
  413: "The message is too large for the push service",
  429: "The push service asks us to wait",
};

function answerWords(status: number, body: string | null): string {
  const said = body?.replace(/\s+/g, " ").trim().slice(0, ANSWER_SHOWN_MAX);
  const what = ADVICE[status] ?? "The push service failed";
  return `${what} (HTTP ${status}${said ? `: ${said}` : ""}).`;
}

/** Encrypted for the device (RFC 8291), signed for its push service (RFC 8292). */
function requestOf(
  { endpoint, keys: { p256dh, auth } }: StoredSubscription,
  { payload, ttlSeconds, urgency, topic }: RenderedPush,
  { subject, publicKey, privateKey }: PushKeys,
) {
  const { cipherText } = webPush.encrypt(p256dh, auth, JSON.stringify(payload), "aes128gcm");
  const { origin } = new URL(endpoint);
  const signed = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, "aes128gcm");
  return {
    url: endpoint,
    body: cipherText,
    headers: {
      authorization: signed.Authorization,
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(ttlSeconds),
      urgency,
      topic,
    },
  };
}
