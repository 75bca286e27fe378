/** The browser's time zone, written by the browser and read by the server. */
export const ZONE_COOKIE = "tz";
