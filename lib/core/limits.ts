// Limits of the wire contract (docs: "Conventions"). In characters unless noted.

export const NAME_MAX = 200;

/** A caller's own id, of a row or a request. */
export const EXTERNAL_ID = /^(?=.*[\x21-\x7e])[\x20-\x7e]{1,200}$/;

export const RATIONALE_MIN = 10;

export const RATIONALE_MAX = 500;

export const ARGUMENTS_BYTES_MAX = 256 * 1024;

export const PAGE_LIMIT_MAX = 200;

export const PAGE_LIMIT_DEFAULT = 50;

/** Characters of long texts in a report: outcome, error, suggestion. */
export const TEXT_MAX = 10_000;

/** Default rows per page of lists for people. */
export const PAGE_ROWS = 50;

/** Characters shown of a key or token: enough to identify it, too few to guess the rest. */
export const CREDENTIAL_SHOWN_CHARACTERS = 10;

/** The largest value of a Postgres integer column. */
export const INTEGER_MAX = 2_147_483_647;

/**
 * Condition for cross-member checks: run them with member checks, so that one answer has all
 * errors.
 */
export const hasMembers = ({ value }: { value: unknown }): boolean =>
  value !== null && typeof value === "object" && !Array.isArray(value);
