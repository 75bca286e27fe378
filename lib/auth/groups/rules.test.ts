import { expect, test } from "vitest";
import type { WeekHours } from "@/lib/core/time-window/types";
import { gapsOf } from "./rules";

const rota = (...shifts: WeekHours[]) => ({
  shifts: shifts.map((one) => ({ ...one, person: "a@acme.example" })),
});
const day = { weekdays: [], from: "08:00", to: "20:00" } as const;
const night = { weekdays: [], from: "20:00", to: "08:00" } as const;

test("a rota of day and night has no gap; without shifts there is nothing else", () => {
  expect(gapsOf(rota(day, night))).toEqual([]);
  expect(gapsOf(rota({ weekdays: [], from: null, to: null }))).toEqual([]);
  expect(gapsOf(rota())).toBe("always");
});

test("gaps begin and end where shifts do, over midnight and over the end of the week", () => {
  const week = ["mon", "tue", "wed", "thu", "fri"] as const;
  expect(gapsOf(rota({ ...day, weekdays: week }, { ...night, weekdays: week }))).toEqual([
    { from: { weekday: "sat", time: "08:00" }, to: { weekday: "mon", time: "08:00" } },
  ]);
  expect(gapsOf(rota(day)).length).toBe(7);
  expect(gapsOf(rota(day))).toContainEqual({
    from: { weekday: "sun", time: "20:00" },
    to: { weekday: "mon", time: "08:00" },
  });
});
