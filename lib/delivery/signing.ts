import { createHmac } from "node:crypto";
import { signingKey } from "@/lib/gateways/signing-secrets";

type SignedHeaders = {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

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
