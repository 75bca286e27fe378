import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";

/** Slack posts about one message a second to a channel. */
export const PER_CHANNEL = 1;

/** Slack's limits of a message. */
export const BLOCKS_MAX = 50;
export const HEADER_MAX = 150;
export const SECTION_MAX = 3_000;
export const CONTEXT_MAX = 2_000;

/** Lines of further sentences, facts and digest items that a message shows; its page has all. */
export const LINES_MAX = 10;
export const FACTS_MAX = 20;
export const ITEMS_MAX = 20;
export const FACT_MAX = 300;

/** A headline is quoted up to here. */
export const HEADLINE_MAX = 2_500;

/** The text of lists and lock screens. */
export const TEXT_MAX = 300;

/** Pages of 100 messages in which a message of unknown fate is looked for. */
export const LOOKED_PAGES = 5;

/** A message may be older than the record of its first attempt by this: clocks differ. */
export const CLOCKS_APART_MS = 5 * MINUTE_MS;

/** For all requests of one attempt, which has to end before its lease does. */
export const ATTEMPT_MS_MAX = 20 * SECOND_MS;
