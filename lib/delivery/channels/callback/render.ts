import { createHmac } from "node:crypto";
import { signingKey } from "@/lib/gateways/signing-secrets";

const USER_AGENT = "Countersign-Webhooks/1";

type SignedHeaders = {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

type Callback = {
  /** Becomes `webhook-id`. */
  eventId: string;
  /** The exact bytes to sign and send. */
  body: string;
  /** `whsec_…`, at least one. */
  secrets: readonly string[];
  /** Becomes `webhook-timestamp`. */
  at: Date;
  /** Becomes `traceparent`; no part of what is signed. */
  traceParent?: string | null;
};

/** A notice as a gateway gets it: its body byte for byte, and the headers that sign it. */
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
 * The three headers of Standard Webhooks over exactly these bytes: one `v1,` signature per secret, space-separated.
 * @param at when this attempt is made; receivers refuse what is older than a few minutes
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
