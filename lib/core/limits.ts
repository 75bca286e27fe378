// Building blocks of the wire contract (docs: "Conventions"). Sizes are in characters unless said otherwise.

export const NAME_MAX = 200;

export const RATIONALE_MIN = 10;

export const RATIONALE_MAX = 500;

export const ARGUMENTS_BYTES_MAX = 256 * 1024;

export const PAGE_LIMIT_MAX = 200;

export const PAGE_LIMIT_DEFAULT = 50;

/** The largest value of a Postgres integer column. */
export const INTEGER_MAX = 2_147_483_647;

/** For checks over several members: they run beside the members' own, so that one answer names all that is wrong. */
export const hasMembers = ({ value }: { value: unknown }): boolean =>
  value !== null && typeof value === "object" && !Array.isArray(value);
