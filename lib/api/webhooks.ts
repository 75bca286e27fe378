import * as z from "zod";
import { callbackAnswerWire, callbackDataWire } from "@/lib/approvals/wire";
import { wireTime } from "@/lib/core/wire";
import { pingDataWire } from "@/lib/delivery/wire";
import type { EventType } from "@/lib/notices/notices";
import { EXAMPLES } from "./examples";
import { answerSchema, jsonSchema } from "./json-schema";

type Webhook = { type: string; summary: string; data: z.ZodType };

/** In the order of a call's life. */
const DESCRIBED: Readonly<Record<EventType, Omit<Webhook, "type">>> = {
  "approval.approved": {
    summary: "A person approved it, perhaps edited. Run it with the arguments of this message.",
    data: callbackDataWire,
  },
  "approval.rejected": { summary: "A person said no.", data: callbackDataWire },
  "approval.changes_requested": {
    summary: "A person said no and wants it asked again differently.",
    data: callbackDataWire,
  },
  "approval.expired": {
    summary: "The approval expired without a decision. The call does not run.",
    data: callbackDataWire,
  },
  "approval.cancelled": {
    summary: "The gateway or a person took the call back before a decision.",
    data: callbackDataWire,
  },
  "approval.revoked": {
    summary: "The approval was revoked. Do not start the call; if it already started, report its outcome.",
    data: callbackDataWire,
  },
  "test.ping": {
    summary: "A person pressed Send a test. No action is needed.",
    data: pingDataWire,
  },
};

export const WEBHOOKS: readonly Webhook[] = Object.entries(DESCRIBED).map(([type, rest]) => ({
  type,
  ...rest,
}));

const HEADERS = [
  ["webhook-id", "The id of the message, the same over retries. Act on each once."],
  [
    "webhook-timestamp",
    "When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.",
  ],
  [
    "webhook-signature",
    "v1, and the base64 of HMAC-SHA256 over webhook-id.webhook-timestamp.body; two, separated by a space, while you change the secret.",
  ],
] as const;

function envelopeOf({ type, data }: Webhook) {
  return z.strictObject({ type: z.literal(type), timestamp: wireTime, data });
}

export const envelopeWire = z.union(WEBHOOKS.map(envelopeOf));

/** The `webhooks` of the OpenAPI document, by type. */
export function describeWebhooks(schemas: Record<string, unknown>) {
  return Object.fromEntries(WEBHOOKS.map((webhook) => [webhook.type, { post: describe(webhook, schemas) }]));
}

function describe(webhook: Webhook, schemas: Record<string, unknown>) {
  const example = EXAMPLES.callbacks[webhook.type];
  const content = {
    schema: answerSchema(envelopeOf(webhook), schemas),
    ...(example === undefined ? {} : { example }),
  };
  return {
    summary: webhook.summary,
    description:
      "Sent to the gateway's callback URL in the form of Standard Webhooks, signed with its secret.",
    security: [],
    parameters: HEADERS.map(([name, description]) => ({
      name,
      in: "header",
      required: true,
      schema: { type: "string", description },
    })),
    requestBody: { required: true, content: { "application/json": content } },
    responses: {
      "2XX": {
        description: "You have it. A JSON answer may hold the report on the execution.",
        content: { "application/json": { schema: jsonSchema(callbackAnswerWire) } },
      },
      410: { description: "This address wants no more callbacks: Countersign switches them off." },
      default: { description: "Countersign sends it again later, for three days." },
    },
  };
}
