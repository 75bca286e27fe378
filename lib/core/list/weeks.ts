import { DAY_MS } from "../durations";
import { isDay, type Kind } from "./kinds";

// ISO 8601 weeks: Monday to Sunday; week 1 has the year's first Thursday. Days are UTC.

const WEEK = /^(\d{4})-W(\d{2})$/;
export const WEEK_DAYS = 7;
export const WEEK_MS = WEEK_DAYS * DAY_MS;

function mondayBefore(at: Date): Date {
  const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  return new Date(day - ((at.getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS) * DAY_MS);
}

/** Week of a moment: `2026-W47`. */
export function weekOf(at: Date): string {
  const thursday = new Date(mondayBefore(at).getTime() + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK_MS) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

export function mondayOf(week: string): Date {
  const [, year = "", number = ""] = WEEK.exec(week) ?? [];
  // January 4 is always in week 1.
  const first = mondayBefore(new Date(Date.UTC(Number(year), 0, 4)));
  return new Date(first.getTime() + (Number(number) - 1) * WEEK_MS);
}

export function weeksAfter(week: string, weeks: number): string {
  return weekOf(new Date(mondayOf(week).getTime() + weeks * WEEK_MS));
}

export function pastWeek(weeks: number): Kind<string> {
  return {
    accepts: `a week such as 2026-W47 or a day in it, not in the future and at most ${weeks} weeks ago`,
    read: (given) => {
      const week = isDay(given) ? weekOf(new Date(given)) : given;
      // Week 53 or 54 of a year without it belongs to the next year.
      if (!WEEK.test(week) || weekOf(mondayOf(week)) !== week) return undefined;
      const ago = Date.now() - mondayOf(week).getTime();
      return ago >= 0 && ago <= (weeks + 1) * WEEK_MS ? week : undefined;
    },
  };
}
