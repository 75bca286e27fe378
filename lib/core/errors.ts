/**
 * The expected outcomes that are not success, and their HTTP status (RFC 9110; IN_FLIGHT and the other 409s are told apart
 * by code). Actions return them, routes serialise them; anything else thrown is a bug and a 500.
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

/** One thing wrong with one member of the input. `pointer` is an RFC 6901 JSON pointer; `hint` lists the valid values. */
export type FieldError = {
  pointer: string;
  code: string;
  message: string;
  hint?: string;
  received?: string;
  /** From 1, in the text that was sent, where that is YAML. */
  line?: number;
};

type ErrorDetails = {
  errors?: FieldError[];
  /** Whether sending the same again later may succeed. */
  retryable?: boolean;
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
  /** The limit that is spent, by its name on the wire. */
  limit?: { name: string; points: number; seconds: number };
  /** Extra members of the problem document, snake_case as on the wire. */
  extra?: Record<string, unknown>;
};

/** An expected refusal. `message` says what happened, what was not done, and what to do next. */
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
 * Runs every check of a request and refuses once, with all that they found wrong.
 * @throws DomainError VALIDATION_ERROR with the errors of all; any other error at once
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
