/**
 * Expected errors and their HTTP status (RFC 9110). The code separates IN_FLIGHT from the other
 * 409s. Actions return them, routes serialize them. Anything else thrown is a bug and becomes 500.
 */
export const ERROR_STATUS = {
  MALFORMED_JSON: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  IN_FLIGHT: 409,
  STALE_VIEW: 409,
  ALREADY_DECIDED: 409,
  EXPIRED: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * An error in one member of the input. `pointer` is an RFC 6901 JSON pointer; `hint` lists valid
 * values.
 */
export type FieldError = {
  pointer: string;
  code: string;
  message: string;
  hint?: string;
  received?: string;
  /** Line from 1, for YAML input. */
  line?: number;
};

type ErrorDetails = {
  errors?: FieldError[];
  /** Whether a retry of the same request may succeed. */
  retryable?: boolean;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** The exhausted limit by its wire name. */
  limit?: { name: string; points: number; seconds: number };
  /** Extra members of the problem document in snake_case. */
  extra?: Record<string, unknown>;
};

/** An expected error. `message` says what happened, what was not done, and what to do next. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = "DomainError";
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/**
 * Runs all checks of a request and reports their errors together.
 * @throws DomainError VALIDATION_ERROR with all errors; any other error at once
 */
export function checkAll<T extends readonly (() => unknown)[]>(
  ...checks: T
): { [K in keyof T]: ReturnType<T[K]> } {
  const found: DomainError[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "VALIDATION_ERROR") throw error;
      found.push(error);
      return undefined;
    }
  });
  const [first, ...others] = found;
  if (!first) return results as { [K in keyof T]: ReturnType<T[K]> };
  if (others.length === 0) throw first;
  throw new DomainError("VALIDATION_ERROR", first.message, {
    errors: found.flatMap(({ details }) => details.errors ?? []),
  });
}

/** A `VALIDATION_ERROR` about one member. */
export function invalid(pointer: string, code: string, message: string, hint?: string): DomainError {
  return new DomainError("VALIDATION_ERROR", message, { errors: [{ pointer, code, message, hint }] });
}
