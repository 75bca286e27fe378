import { DAY_MS } from "./durations";

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The last `count` weeks, Monday to Sunday in UTC, oldest first. The last one is in progress. */
export function weeksUntil(now: Date, count: number): { from: string; to: string }[] {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = day - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const from = monday - (count - 1 - index) * 7 * DAY_MS;
    return { from: dayOf(from), to: dayOf(from + 6 * DAY_MS) };
  });
}
