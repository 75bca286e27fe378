import { readsEverybody } from "@/lib/approvals/rules";
import { DAY_MS } from "@/lib/core/durations";
import type { UserScope } from "@/lib/core/scope";
import { DECISIONS_COUNTED, PACE_PARTS, type PaceBucket, type PacePart } from "./types";

// Maximum daily bars; longer periods use weeks.
const BARS_MAX = 31;
const DAYS_OF_BAR = { day: 1, week: 7 };

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The first moment of the day in UTC that was so many days ago. */
export function firstMoment(now: Date, days: number): Date {
  return new Date(`${dayText(now.getTime() - days * DAY_MS)}T00:00:00Z`);
}

/** The newest decisions counted per tenant, which limits the cost of a page. */
export function countedOfEach(tenants: number): number {
  const { all, ofTenant } = DECISIONS_COUNTED;
  return Math.max(ofTenant, Math.floor(all / Math.max(1, tenants)));
}

export function daysOfBar(since: Date, until: Date): number {
  return (until.getTime() - since.getTime()) / DAY_MS > BARS_MAX ? DAYS_OF_BAR.week : DAYS_OF_BAR.day;
}

/** All bars from the first day to the last, including empty ones. */
export function bucketsOf(
  counted: readonly ({ from: string } & Record<PacePart, number>)[],
  since: Date,
  until: Date,
): PaceBucket[] {
  const step = daysOfBar(since, until) * DAY_MS;
  const found = new Map(counted.map((one) => [one.from, one]));
  const buckets: PaceBucket[] = [];
  for (let at = Date.parse(dayText(since.getTime())); at < until.getTime(); at += step) {
    const from = dayText(at);
    const one = found.get(from);
    const parts = Object.fromEntries(PACE_PARTS.map((part) => [part, one?.[part] ?? 0]));
    const last = Math.min(at + step - DAY_MS, Date.parse(dayText(until.getTime())));
    buckets.push({ from, to: dayText(last), parts: parts as Record<PacePart, number> });
  }
  return buckets;
}

/** Whose figures a person may read: null for everyone's, else only their own. */
export function figuresOfPersons(scope: UserScope): string | null {
  return readsEverybody(scope) ? null : scope.actor.id;
}

/** The upper ends of a bar's parts, in seconds from the request. */
export const PACE_SECONDS = { minutes: 300, hour: 3_600 } as const;
