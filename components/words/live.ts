/** What is said while live updates do not arrive. */
export const LIVE = {
  paused: "Live updates paused",
  asOf: "Data as of",
  polling: "The page is read again every 5 seconds.",
  off: "Approving is off until the page could be read again.",
};
