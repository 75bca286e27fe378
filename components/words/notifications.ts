/** The bell, the title and the browser's notifications. */
export const BELL = {
  denied: "The browser blocks notifications for this site. Allow them in its site settings, then try again.",
};

export const bellCount = (n: number) => (n === 1 ? "1 call waits for you" : `${n} calls wait for you`);

export const urgentCount = (n: number, minutes: number) =>
  n === 1 ? `1 runs out within ${minutes} minutes` : `${n} run out within ${minutes} minutes`;

export const NOTIFICATION = {
  title: (risk: string) => `${risk} risk: waiting for you`,
  urgent: (risk: string) => `${risk} risk: runs out soon`,
};
