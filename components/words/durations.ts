import { counted } from "./counts";

// Durations in words. Units that people enter as number + unit.
export const UNITS = [
  { name: "seconds", one: "second", many: "seconds", seconds: 1 },
  { name: "minutes", one: "minute", many: "minutes", seconds: 60 },
  { name: "hours", one: "hour", many: "hours", seconds: 3_600 },
  { name: "days", one: "day", many: "days", seconds: 86_400 },
] as const;

export type UnitName = (typeof UNITS)[number]["name"];

/** "1 day 12 hours"; nothing is rounded. */
export function durationWords(seconds: number): string {
  if (seconds === 0) return "no time";
  let left = seconds;
  const parts: string[] = [];
  for (const unit of [...UNITS].reverse()) {
    const count = Math.floor(left / unit.seconds);
    if (count > 0) parts.push(counted(count, unit.one, unit.many));
    left -= count * unit.seconds;
  }
  return parts.join(" ");
}

/** The largest unit that expresses a duration without a fraction. */
export function inUnits(seconds: number): { amount: number; unit: UnitName } {
  for (const unit of [...UNITS].reverse())
    if (seconds > 0 && seconds % unit.seconds === 0)
      return { amount: seconds / unit.seconds, unit: unit.name };
  return { amount: seconds, unit: "minutes" };
}

export function secondsOf(amount: number, unit: UnitName): number {
  return amount * (UNITS.find(({ name }) => name === unit)?.seconds ?? 1);
}
