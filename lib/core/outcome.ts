import { CommitUnknown, isDatabaseUnavailable, isLockTimeout, whyNoWrites } from "./db";
import { DomainError } from "./errors";
import { log } from "./log";

/**
 * Maps an exception to an error: expected ones unchanged, database outages to 503, others to 500
 * with a log line.
 */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (isDatabaseUnavailable(thrown) || isLockTimeout(thrown)) {
    log().error({ err: thrown }, "the database did not answer");
    return new DomainError("UNAVAILABLE", whyAway(thrown), { retryAfter: 2 });
  }
  log().error({ err: thrown }, "unexpected error");
  return new DomainError(
    "INTERNAL_ERROR",
    "An unexpected error happened and was logged under the request id. Nothing was stored.",
  );
}

const NO_WRITES = {
  full: "The database cannot write: its disk is full. Nothing was stored; an operator has to make room.",
  "read only":
    "The database takes no writes: it is a standby, or its disk is read-only. Nothing was stored; try again.",
};

/** Why the database is currently unavailable. */
export type AwayCause = "busy" | "full" | "read only" | "unreachable";

/** The cause of a database error; null for other errors. */
export function awayCause(thrown: unknown): AwayCause | null {
  if (isLockTimeout(thrown)) return "busy";
  return isDatabaseUnavailable(thrown) ? (whyNoWrites(thrown) ?? "unreachable") : null;
}

function whyAway(thrown: unknown): string {
  if (thrown instanceof CommitUnknown)
    return "The database went away at the moment of storing: this may or may not be stored. Look before you repeat it; a request with an id may be sent again.";
  const refused = whyNoWrites(thrown);
  if (refused) return NO_WRITES[refused];
  const why = isLockTimeout(thrown) ? "The database is busy." : "The database cannot be reached.";
  return `${why} Nothing was stored; try again.`;
}
