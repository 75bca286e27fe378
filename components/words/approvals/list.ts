export {};

/** The list of calls, as it changes under somebody’s eyes. */
