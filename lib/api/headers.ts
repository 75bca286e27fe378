import { EXTERNAL_ID } from "@/lib/core/limits";

type HeaderShape = { description: string; schema: Record<string, unknown> };

const text = (description: string, example?: string): HeaderShape => ({
  description,
  schema: { type: "string", ...(example === undefined ? {} : { examples: [example] }) },
});

export const ANSWER_HEADERS = {
  "X-Request-Id": { description: "Names this request in logs.", schema: { type: "string", format: "uuid" } },
  RateLimit: text("What is left of the limit.", '"credential";r=19999;t=10'),
  "RateLimit-Policy": text("The limit, per credential.", '"credential";q=100000;w=10'),
  Location: text("Where to read the row.", "/api/v1/approvals/0198c2f0-0000-7000-8000-000000000001"),
  "Retry-After": {
    description: "How many seconds to wait before you ask again.",
    schema: { type: "integer" },
  },
  ETag: text("The version of this answer, for If-None-Match."),
  "Idempotent-Replayed": {
    description: "true: an equal request came before, and this is the current answer of its row.",
    schema: { type: "string", enum: ["true"] },
  },
  Deprecation: text("From when requests without a rationale are deprecated (RFC 9745).", "@1795255200"),
  Sunset: text("From when Countersign refuses them (RFC 8594).", "Sat, 05 Dec 2026 10:00:00 GMT"),
  "Cache-Control": text("How long you may keep it.", "private, max-age=30"),
  Vary: text("What the answer depends on."),
  "Content-Disposition": text("The name of the file."),
  "X-Export-As-Of": {
    description: "When you asked for the export; what arrives later is not in it.",
    schema: { type: "string", format: "date-time" },
  },
  "WWW-Authenticate": text("Which credentials to send.", 'Bearer realm="countersign"'),
} as const satisfies Record<string, HeaderShape>;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;

export const REQUEST_HEADERS = {
  "Idempotency-Key": {
    description: "Your own id for the request, where the body has none: a retry makes no second row.",
    schema: { type: "string", pattern: EXTERNAL_ID.source },
  },
  traceparent: {
    description:
      "W3C Trace Context, version 00: the callback of a held call continues this trace. Malformed values are ignored.",
    schema: { type: "string", examples: ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"] },
  },
  "If-Match": text("The ETag of what you read: 412 when something else is there by now."),
  "If-None-Match": text("The ETag of the answer you have: 304 when nothing changed."),
} as const satisfies Record<string, HeaderShape>;

/** On every answer of an operation with credentials. */
export const LIMIT_HEADERS: readonly AnswerHeader[] = ["RateLimit", "RateLimit-Policy"];

/** On answers for rows without a rationale during the grace period. */
export const GRACE_HEADERS: readonly AnswerHeader[] = ["Deprecation", "Sunset"];

export const PLAIN_HEADERS: readonly string[] = ["cache-control", "content-type", "x-content-type-options"];
