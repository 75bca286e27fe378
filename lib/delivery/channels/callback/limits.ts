/** Maximum bytes of a callback body, promised to gateways by the wire contract. */
export const EVENT_BYTES_MAX = 1024 * 1024;

/** Milliseconds for a gateway's whole answer, from DNS lookup to the last byte. Wire contract. */
export const ANSWER_MS_MAX = 10_000;

/**
 * Concurrent sends to one gateway over all workers: enough for a small gateway, and the most a
 * hanging one can block.
 */
export const PER_GATEWAY = 20;
