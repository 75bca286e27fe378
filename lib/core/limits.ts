// Building blocks of the wire contract (docs: "Conventions"). Sizes are in characters unless said otherwise.

export const NAME_MAX = 200;

/** An id of a caller's own: of a row, or of a request. */
export const EXTERNAL_ID = /^(?=.*[\x21-\x7e])[\x20-\x7e]{1,200}$/;

export const RATIONALE_MIN = 10;

export const RATIONALE_MAX = 500;

export const ARGUMENTS_BYTES_MAX = 256 * 1024;

export const PAGE_LIMIT_MAX = 200;

export const PAGE_LIMIT_DEFAULT = 50;

/** Characters of what somebody tells at length in a report: an outcome, an error, a suggestion. */
export const TEXT_MAX = 10_000;

/** Rows of a page of a list for people, where the list does not say another number. */
export const PAGE_ROWS = 50;

/** Characters shown of a key or token: enough to tell them apart, too few to help guessing. */
export const CREDENTIAL_SHOWN_CHARACTERS = 10;

/** The largest value of a Postgres integer column. */
export const INTEGER_MAX = 2_147_483_647;

/** For checks over several members: they run beside the members' own, so that one answer names all that is wrong. */
export const hasMembers = ({ value }: { value: unknown }): boolean =>
  value !== null && typeof value === "object" && !Array.isArray(value);
