import * as z from "zod";
import { WEEKDAYS } from "./types";

const ZONE_MAX = 100;

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

export const zoneSchema = z
  .string()
  .max(ZONE_MAX)
  .refine(isZone, { error: "a time zone, for example Europe/Zurich or UTC" });

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "a time of day from 00:00 to 23:59, for example 18:30" })
  .nullable()
  .default(null);

const weekdays = z
  .array(z.enum(WEEKDAYS))
  .max(100, { error: "at most 100 of them" })
  .transform((days) => [...new Set(days)])
  .default([]);

export const weekHours = {
  weekdays: weekdays.describe("Empty: every day."),
  from: clock.describe("Included. Without `from` and `to`: all day."),
  to: clock.describe("Not included. Earlier than `from`: on the next day."),
};

type Hours = { from: string | null; to: string | null };

export const hoursRules = [
  [
    ({ from, to }: Hours) => (from === null) === (to === null),
    "`from` and `to` come together, or neither does",
  ],
  [({ from, to }: Hours) => from === null || from !== to, "`from` and `to` are the same"],
] as const;
