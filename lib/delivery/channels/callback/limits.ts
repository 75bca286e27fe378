/** Bytes of one callback's body, as the wire contract promises gateways. */
export const EVENT_BYTES_MAX = 1024 * 1024;

/** Milliseconds a gateway has for its whole answer, from the look-up of its name to the last byte. Wire contract. */
export const ANSWER_MS_MAX = 10_000;

/** Sends at once to one gateway over all workers: what a small gateway takes, and all that a hanging one can hold. */
export const PER_GATEWAY = 20;
