/** The bell, the title and the browser's notifications. */
export const BELL = {
  label: "What waits for you",
  nothing: "Nothing waits for you.",
  all: "All that waits",
  attention: "Needs attention",
  enable: "Turn on browser notifications",
  enabling: "Asking the browser…",
  denied: "The browser blocks notifications for this site. Allow them in its site settings, then try again.",
  unsupported: "This browser shows no notifications, or this address is not secure (HTTPS).",
  on: "Browser notifications are on.",
  settings: "Change",
  saveFailed: "The choice was not saved. Nothing was changed; try again.",
};

export const bellCount = (n: number) => (n === 1 ? "1 call waits for you" : `${n} calls wait for you`);

export const urgentCount = (n: number, minutes: number) =>
  n === 1 ? `1 runs out within ${minutes} minutes` : `${n} run out within ${minutes} minutes`;

export const NOTIFICATION = {
  title: (risk: string) => `${risk} risk: waiting for you`,
  urgent: (risk: string) => `${risk} risk: runs out soon`,
  body: (headline: string, tenant: string) => `${headline}\n${tenant}`,
};
