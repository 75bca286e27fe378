import { either } from "@/lib/core/text/either";
import { compileWindow } from "@/lib/core/time-window/rules";
import type { TimeWindow, Weekday } from "@/lib/core/time-window/types";
import type { Condition } from "./condition";

const DAYS: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** "on Saturday or Sunday from 18:00 to 08:00 (Europe/Zurich)". */
function timeWords({ weekdays, from, to, zone }: TimeWindow): string {
  const days = weekdays.length > 0 ? `on ${either(weekdays.map((day) => DAYS[day]))} ` : "";
  const hours = from !== null && to !== null ? `from ${from} to ${to} ` : "";
  return `${days}${hours}(${zone})`;
}

export const TIME: Condition<"window"> = {
  field: { label: "Only at certain times" },
  words: (time) => (time ? timeWords(time) : ""),
  compile: (time) => {
    if (!time) return [];
    const within = compileWindow(time);
    return [{ fits: ({ clock }) => clock && within(clock), words: () => timeWords(time) }];
  },
};
