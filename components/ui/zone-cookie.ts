/** The browser's time zone, written by the browser and read by the server. */
export const ZONE_COOKIE = "tz";
/** The zone a person chose instead; empty for none. */
export const CHOSEN_ZONE_COOKIE = "zone";
