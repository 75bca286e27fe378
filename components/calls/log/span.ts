import { WITHIN_WORDS } from "@/components/words/rationales";
import type { LogFilter } from "@/lib/calls/log/list";
import { callFilterOf, spanOf } from "@/lib/calls/log/rules";

const DAY_LENGTH = "2026-11-21".length;

/** A day or an instant in UTC as words, with the year if it is not this one. */
export function dayText(text: string, now: Date): string {
  const at = new Date(text);
  return at.toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    ...(at.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: "numeric" }),
    ...(text.length > DAY_LENGTH ? { hour: "2-digit", minute: "2-digit" } : {}),
    timeZone: "UTC",
  });
}

/** The time range that list, figures and downloads share, in words. */
export function spanText(filter: LogFilter, now: Date): string {
  const span = spanOf(filter);
  if (span === "7d" || span === "30d") {
    const from = callFilterOf(filter, now).since ?? now;
    const day = (at: Date) => dayText(at.toISOString().slice(0, DAY_LENGTH), now);
    return `${WITHIN_WORDS[span]} (${day(from)} to ${day(now)}, UTC)`;
  }
  if (span) return WITHIN_WORDS[span];
  const [since, until] = [filter.since, filter.until].map((text) => text && dayText(text, now));
  if (since && until) return since === until ? `${since} (UTC)` : `${since} to ${until} (UTC)`;
  return since ? `From ${since} (UTC)` : `Up to ${until ?? ""} (UTC)`;
}
