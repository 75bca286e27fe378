import { createHmac } from "node:crypto";
import { signingKey } from "@/lib/gateways/signing-secrets";

const USER_AGENT = "Countersign-Webhooks/1";

type SignedHeaders = {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

type Callback = {
  eventId: string;
  body: string;
  /** `whsec_…`, at least one. */
  secrets: readonly string[];
  at: Date;
  /** Becomes `traceparent`; not signed. */
  traceParent?: string | null;
};

/** A callback request: the exact body and its signature headers. */
export function renderCallback({ eventId, body, secrets, at, traceParent }: Callback): {
  headers: Record<string, string>;
  body: string;
} {
  const headers = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    ...(traceParent ? { traceparent: traceParent } : {}),
    ...signEvent(secrets, eventId, at, body),
  };
  return { headers, body };
}

/**
 * The three headers of Standard Webhooks for these bytes: one `v1,` signature per secret, separated
 * by spaces.
 * @param at time of this attempt; receivers refuse signatures older than a few minutes
 */
export function signEvent(
  secrets: readonly string[],
  eventId: string,
  at: Date,
  body: string,
): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", signingKey(secret)).update(`${eventId}.${timestamp}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return {
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
