import * as z from "zod";
import type { DomainError, ErrorCode } from "@/lib/core/errors";
import { serializeJson } from "@/lib/core/json/raw";
import { fieldErrorWire } from "@/lib/core/wire";
import { noteAnswer } from "./answer-log";
import { textResponse } from "./answers";

/**
 * A problem document (RFC 9457). The last members report the winner of a conflict or the current
 * state.
 */
export const problemWire = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    request_id: z.string(),
    retryable: z.boolean(),
    errors: z.array(fieldErrorWire).optional(),
    decision: z.string().optional(),
    decided_by: z.string().nullable().optional(),
    decided_at: z.iso.datetime().nullable().optional(),
    revision: z.int().optional(),
    arguments_sha256: z.string().optional(),
  })
  .meta({ id: "Problem" });

export const TITLES: Record<ErrorCode, string> = {
  MALFORMED_JSON: "The body is not acceptable JSON",
  UNAUTHENTICATED: "Credentials are missing or not valid",
  FORBIDDEN: "These credentials may not do this",
  NOT_FOUND: "There is nothing here",
  METHOD_NOT_ALLOWED: "This method is not supported here",
  CONFLICT: "The current state does not allow this",
  IDEMPOTENCY_CONFLICT: "The id was used with another body",
  IN_FLIGHT: "An equal request is still being handled",
  STALE_VIEW: "What was looked at has changed",
  ALREADY_DECIDED: "It was already decided",
  EXPIRED: "It has expired",
  GONE: "It is no longer there",
  PRECONDITION_FAILED: "It is not what If-Match names",
  PAYLOAD_TOO_LARGE: "The body is too large",
  UNSUPPORTED_MEDIA_TYPE: "The content type is not supported",
  VALIDATION_ERROR: "A member of the request is not valid",
  RATE_LIMITED: "Too many requests",
  INTERNAL_ERROR: "Something went wrong here",
  UNAVAILABLE: "The service cannot answer at the moment",
};

export const RETRYABLE: ReadonlySet<ErrorCode> = new Set(["IN_FLIGHT", "RATE_LIMITED", "UNAVAILABLE"]);

/** The RFC 9457 problem document of an error. */
export function problemResponse(
  error: DomainError,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const { status, headers: all, text } = problemParts(error, requestId, headers);
  return textResponse(text, status, all);
}

/** The same in parts, for callers that also store its text. */
export function problemParts(
  error: DomainError,
  requestId: string,
  headers: Record<string, string>,
): { status: number; headers: Record<string, string>; text: string } {
  const { errors, retryAfter, limit, extra, retryable = RETRYABLE.has(error.code) } = error.details;
  noteAnswer({ code: error.code });
  const text = serializeJson({
    type: `urn:countersign:problem:${error.code.toLowerCase().replaceAll("_", "-")}`,
    title: TITLES[error.code],
    status: error.status,
    code: error.code,
    detail: error.message,
    request_id: requestId,
    retryable,
    ...extra,
    errors,
  });
  return {
    text,
    status: error.status,
    headers: {
      ...headers,
      "content-type": "application/problem+json",
      ...(retryAfter === undefined && !RETRYABLE.has(error.code)
        ? {}
        : { "retry-after": String(retryAfter ?? 1) }),
      ...(limit
        ? {
            "ratelimit-policy": `"${limit.name}";q=${limit.points};w=${limit.seconds}`,
            ratelimit: `"${limit.name}";r=0;t=${retryAfter ?? 1}`,
          }
        : {}),
      ...(error.code === "UNAUTHENTICATED" ? { "www-authenticate": 'Bearer realm="countersign"' } : {}),
    },
  };
}
