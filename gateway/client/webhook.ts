import { createHmac, timingSafeEqual } from "node:crypto";
import { type CallbackEvent, parseEvent } from "./event";

/**
 * Maximum distance of a callback's timestamp from now, in either direction; beyond it counts as a
 * replay.
 */
export const TOLERANCE_SECONDS = 300;

export type WebhookRejection =
  | "headers_missing"
  | "timestamp_invalid"
  | "too_old"
  | "too_new"
  | "signature_invalid"
  | "body_invalid";

/**
 * Why a callback is not trusted. Respond with 401 (or 400 for `body_invalid`) and change nothing.
 */
export class WebhookError extends Error {
  constructor(
    readonly reason: WebhookRejection,
    message: string,
  ) {
    super(message);
    this.name = "WebhookError";
  }
}

export type WebhookInput = {
  /** By name, in any case. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body exactly as received; never a re-serialised one. */
  body: string | Uint8Array;
  /** One or more `whsec_…` secrets; during a rotation, the old and the new. */
  secrets: readonly string[];
  toleranceSeconds?: number;
  now?: Date;
};

export type VerifiedWebhook = {
  /** Stable across retries: store it to detect repeated deliveries. */
  id: string;
  sentAt: Date;
  event: CallbackEvent;
};

function header(headers: WebhookInput["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  // Some servers keep the case of header names as sent.
  const [found] = Object.entries(headers).filter(
    ([given, value]) => value !== undefined && given.toLowerCase() === name,
  );
  const value = found?.[1];
  return Array.isArray(value) ? value.join(" ") : value;
}

/** The HMAC key inside a `whsec_…` secret. @throws TypeError when it holds no usable base64 */
export function decodeSecret(secret: string): Buffer {
  const encoded = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret;
  const key = Buffer.from(encoded, "base64");
  if (key.length < 16 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw new TypeError("A signing secret looks like whsec_ followed by base64 of at least 16 bytes.");
  }
  return key;
}

function assertFresh(timestamp: string, now: Date, toleranceSeconds: number): Date {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookError("timestamp_invalid", "webhook-timestamp must be whole seconds since 1970.");
  }
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookError("too_old", `The callback is ${Math.round(ageSeconds)} s old; check both clocks.`);
  }
  if (ageSeconds < -toleranceSeconds) {
    throw new WebhookError(
      "too_new",
      `The callback is ${Math.round(-ageSeconds)} s ahead; check both clocks.`,
    );
  }
  return new Date(Number(timestamp) * 1000);
}

/**
 * Compares every offered signature with every secret without stopping early, so that timing reveals
 * nothing.
 */
function matchesAny(signed: readonly Buffer[], offered: readonly string[]): boolean {
  let found = false;
  for (const signature of offered) {
    const [version, encoded] = signature.split(",");
    if (version !== "v1" || !encoded) continue;
    const candidate = Buffer.from(encoded, "base64");
    for (const expected of signed) {
      if (candidate.length === expected.length && timingSafeEqual(candidate, expected)) found = true;
    }
  }
  return found;
}

/**
 * Checks a callback in Standard Webhooks form and reads it.
 * @throws WebhookError when headers are missing, the time is off by more than the tolerance, or no signature fits
 * @throws TypeError when `secrets` is no list, or one of them no secret
 */
export function verifyWebhook(input: WebhookInput): VerifiedWebhook {
  if (!Array.isArray(input.secrets)) {
    throw new TypeError(
      "verifyWebhook: `secrets` is a list of whsec_… secrets; give [secret], even for one.",
    );
  }
  const id = header(input.headers, "webhook-id");
  const timestamp = header(input.headers, "webhook-timestamp");
  const signatures = header(input.headers, "webhook-signature");
  if (!id || !timestamp || !signatures) {
    throw new WebhookError(
      "headers_missing",
      "webhook-id, webhook-timestamp and webhook-signature are all needed.",
    );
  }
  const sentAt = assertFresh(timestamp, input.now ?? new Date(), input.toleranceSeconds ?? TOLERANCE_SECONDS);
  const body = typeof input.body === "string" ? Buffer.from(input.body, "utf8") : input.body;
  const signed = input.secrets.map((secret) =>
    createHmac("sha256", decodeSecret(secret)).update(`${id}.${timestamp}.`).update(body).digest(),
  );
  if (!matchesAny(signed, signatures.split(/\s+/))) {
    throw new WebhookError(
      "signature_invalid",
      "No signature matches; compare the signing secret on both sides.",
    );
  }
  return { id, sentAt, event: readBody(body) };
}

function readBody(body: Uint8Array): CallbackEvent {
  try {
    return parseEvent(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    throw new WebhookError("body_invalid", (error as Error).message);
  }
}
