/** What is said while live updates do not arrive. */
export const LIVE = {
  paused: "Live updates paused",
  asOf: "Data as of",
  polling: "The page reads its data again every 5 seconds.",
  off: "Approving is off until the page has been read again.",
};
