import { fromWire } from "./wire";

export type FieldError = {
  pointer: string;
  code: string;
  message: string;
  hint?: string;
  received?: unknown;
};

export type ErrorCode =
  | "VALIDATION_ERROR"
  | "MALFORMED_JSON"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "CONFLICT"
  | "IDEMPOTENCY_CONFLICT"
  | "IN_FLIGHT"
  | "STALE_VIEW"
  | "PRECONDITION_FAILED"
  | "ALREADY_DECIDED"
  | "EXPIRED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "RATE_LIMITED"
  | "UNAVAILABLE"
  /**
   * No response: connection refused, name not found, timed out. Set by this client, never by the
   * server.
   */
  | "UNREACHABLE"
  | (string & {});

export type CountersignErrorDetails = {
  code: ErrorCode;
  status: number;
  errors?: FieldError[];
  requestId?: string | null;
  retryable?: boolean;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** A refusal by Countersign, or a failure to reach it (`status` 0). */
export class CountersignError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[];
  readonly requestId: string | null;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;

  constructor(message: string, details: CountersignErrorDetails) {
    super(message, { cause: details.cause });
    this.name = "CountersignError";
    this.code = details.code;
    this.status = details.status;
    this.errors = details.errors ?? [];
    this.requestId = details.requestId ?? null;
    this.retryable = details.retryable ?? false;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

type Problem = {
  title?: string;
  detail?: string;
  code?: string;
  requestId?: string;
  retryable?: boolean;
  errors?: FieldError[];
};

function parseProblem(body: string): Problem {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? fromWire<Problem>(value) : {};
  } catch {
    // A proxy may respond with HTML; the status is still usable.
    return {};
  }
}

/**
 * Converts a non-2xx response into a {@link CountersignError}, with or without a problem document.
 */
export function errorFromAnswer(status: number, headers: Headers, body: string): CountersignError {
  const problem = parseProblem(body);
  const temporary = status === 429 || status >= 500 || problem.code === "IN_FLIGHT";
  return new CountersignError(problem.detail ?? problem.title ?? `Countersign responded with ${status}.`, {
    code:
      problem.code ?? (status === 429 ? "RATE_LIMITED" : status >= 500 ? "UNAVAILABLE" : `HTTP_${status}`),
    status,
    errors: Array.isArray(problem.errors) ? problem.errors : [],
    requestId: problem.requestId ?? headers.get("x-request-id"),
    retryable: problem.retryable ?? temporary,
    retryAfterSeconds: parseRetryAfter(headers.get("retry-after")),
  });
}

/**
 * `Retry-After` in seconds from now; the header is a number or a date. Null if absent or invalid.
 */
export function parseRetryAfter(value: string | null, now = Date.now()): number | null {
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}
