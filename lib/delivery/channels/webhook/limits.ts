import { SECOND_MS } from "@/lib/core/durations";

/** For a service's whole answer. */
export const WEBHOOK_MS_MAX = 10 * SECOND_MS;

/** Services answer with 429 soon; Teams takes four in a second. */
export const PER_WEBHOOK = 2;

/** A Teams message, the smallest limit of a body. */
export const BODY_BYTES_MAX = 28 * 1_024;

/** Longer texts become an attachment in ntfy. */
export const NTFY_BYTES_MAX = 4_000;

export const TITLE_CHARACTERS = 150;
/** Discord's total is 6,000. */
export const HEADLINE_CHARACTERS = 1_500;
export const LINE_CHARACTERS = 500;
export const LINES_SHOWN = 8;
export const FACTS_SHOWN = 10;
export const FACT_CHARACTERS = 200;
/** Opsgenie's alert message. */
export const ALERT_CHARACTERS = 130;
