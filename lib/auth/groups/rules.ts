import { DAY_MINUTES } from "@/lib/core/durations";
import { compileHours } from "@/lib/core/time-window/rules";
import { WEEKDAYS, type Weekday } from "@/lib/core/time-window/types";
import type { Rota } from "./types";

const WEEK_MINUTES = WEEKDAYS.length * DAY_MINUTES;

type WallTime = { weekday: Weekday; time: string };

/** A part of the week with no one on duty; without an end in the week, it continues. */
export type Gap = { from: WallTime; to: WallTime };

export function gapsOf({ shifts }: Pick<Rota, "shifts">): Gap[] | "always" {
  const holds = shifts.map(compileHours);
  const covered = Array.from({ length: WEEK_MINUTES }, (_, at) => {
    const time = { weekday: weekdayAt(at), minute: at % DAY_MINUTES };
    return holds.some((covers) => covers(time));
  });
  if (!covered.includes(true)) return "always";
  const before = (at: number) => covered[(at + WEEK_MINUTES - 1) % WEEK_MINUTES];
  const begins = covered.flatMap((one, at) => (!one && before(at) ? [at] : []));
  return begins.map((from) => {
    const length = [...covered.slice(from), ...covered].indexOf(true);
    return { from: wallTime(from), to: wallTime((from + length) % WEEK_MINUTES) };
  });
}

const weekdayAt = (minute: number): Weekday => WEEKDAYS[Math.floor(minute / DAY_MINUTES)] ?? "mon";

function wallTime(minute: number): WallTime {
  const two = (value: number) => String(value).padStart(2, "0");
  const ofDay = minute % DAY_MINUTES;
  return { weekday: weekdayAt(minute), time: `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}` };
}
