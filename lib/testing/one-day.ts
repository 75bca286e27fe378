import { DAY_MS, HOUR_MS } from "@/lib/core/durations";

// For what depends on the day, which begins and ends in UTC.

/** The day so many days ago. */
export const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** A test that begins and ends on one day: what fails across midnight is done again on the next day. */
export const onOneDay = (work: () => Promise<void>) => async () => {
  const day = dayAgo(0);
  try {
    await work();
  } catch (error) {
    if (dayAgo(0) === day) throw error;
    await work();
  }
};

/** A moment as a clock so many hours from UTC shows it, with milliseconds, and what follows them. */
export const inZone = (at: Date, hours: number, end: string) =>
  `${new Date(at.getTime() + hours * HOUR_MS).toISOString().slice(0, -1)}${end}`;
