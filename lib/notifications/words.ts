import { HOUR_MS, MINUTE_MS } from "@/lib/core/durations";
import { riskWords } from "@/lib/delivery/channels/message-words";
import type { MessageCall } from "@/lib/notices/message";

// Sentences of notifications. Titles name tool and risk, never arguments.

/** "14:02 CET", or with the day if it is another one: "30 Nov 2026, 07:00 CET". */
export function momentWords(at: Date, zone: string, now: Date = new Date()): string {
  const day = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  const isToday = day.format(at) === day.format(now);
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    ...(isToday ? {} : { day: "numeric", month: "short", year: "numeric" }),
  });
  return clock.format(at);
}

/** "3 hours", "12 minutes": what is left, in one unit; "less than a minute" at the end. */
export function leftWords(ms: number): string {
  if (ms < MINUTE_MS) return "less than a minute";
  const [count, unit] = ms < 2 * HOUR_MS ? [ms / MINUTE_MS, "minute"] : [ms / HOUR_MS, "hour"];
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/** "High risk: crm · send_broadcast". */
export function callTitle({ risk, provider, tool }: Pick<MessageCall, "risk" | "provider" | "tool">): string {
  return `${riskWords(risk)}: ${provider} · ${tool}`;
}

/** After the tool, in titles about calls that wait no more. */
export const ENDED = {
  approved: "was approved",
  rejected: "was rejected",
  changes_requested: "was sent back with a request for changes",
  cancelled: "was cancelled",
  revoked: "was approved, and the approval was revoked",
  expired: "expired undecided",
} as const;
