import { isDatabaseUnavailable, isLockTimeout } from "./db";
import { DomainError } from "./errors";
import { log } from "./log";

/** What is thrown becomes what is told: expected outcomes as they are, a lost database as 503, the rest as 500 and a log line. */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (isDatabaseUnavailable(thrown) || isLockTimeout(thrown)) {
    log().error({ err: thrown }, "the database did not answer");
    const why = isLockTimeout(thrown) ? "The database is busy." : "The database cannot be reached.";
    return new DomainError("UNAVAILABLE", `${why} Nothing was stored; try again.`, { retryAfter: 2 });
  }
  log().error({ err: thrown }, "unexpected error");
  return new DomainError(
    "INTERNAL_ERROR",
    "An unexpected error happened and was logged under the request id. Nothing was stored.",
  );
}
