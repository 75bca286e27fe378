/** The browser's time zone; the browser writes it, the server reads it. */
export const ZONE_COOKIE = "tz";
