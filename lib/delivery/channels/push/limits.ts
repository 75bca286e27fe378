/** Characters of a notification's title and text; phones cut both earlier. */
export const PUSH_TITLE_MAX = 120;
export const TEXT_MAX = 240;

/** Milliseconds for a push service's whole answer. Two tries fit into a lease. */
export const PUSH_ANSWER_MS = 10_000;

/** Tries of one device within an attempt. */
export const DEVICE_TRIES = 2;

/** Seconds for which a push service keeps a message without a deadline. */
export const KEPT_SECONDS = 24 * 3_600;

/** Seconds for which an outcome still matters to a phone that was off. */
export const OUTCOME_SECONDS = 12 * 3_600;

/** Concurrent sends to one person over all workers. */
export const PER_PERSON = 4;
