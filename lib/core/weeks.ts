import { DAY_MS } from "./durations";

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** So many weeks up to that moment, Monday to Sunday in UTC, oldest first; the last one is still going on. */
export function weeksUntil(now: Date, count: number): { from: string; to: string }[] {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = day - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const from = monday - (count - 1 - index) * 7 * DAY_MS;
    return { from: dayOf(from), to: dayOf(from + 6 * DAY_MS) };
  });
}
