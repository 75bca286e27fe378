import { DAY_MS, HOUR_MS } from "@/lib/core/durations";

export const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Runs a test within one UTC day: repeats it if it fails across midnight. */
export const onOneDay = (work: () => Promise<void>) => async () => {
  const day = dayAgo(0);
  try {
    await work();
  } catch (error) {
    if (dayAgo(0) === day) throw error;
    await work();
  }
};

/** A moment in a zone with this offset, with milliseconds and a suffix. */
export const inZone = (at: Date, hours: number, end: string) =>
  `${new Date(at.getTime() + hours * HOUR_MS).toISOString().slice(0, -1)}${end}`;
