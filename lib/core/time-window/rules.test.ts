import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { clockAt, compileWindow } from "./rules";
import { type TimeWindow, WEEKDAYS } from "./types";

afterAll(closeDatabase);

/** The database's result, because it decides who is on duty. */
async function inDatabase({ zone, ...hours }: TimeWindow, at: string): Promise<boolean | undefined> {
  const [row] = await read(
    systemScope("tests"),
    (tx) => tx.$queryRaw<{ within: boolean }[]>`
      select is_within_hours(${JSON.stringify(hours)}::jsonb, ${zone}, ${at}::timestamptz) as within`,
  );
  return row?.within;
}

describe("times of day are those on the wall of the zone", () => {
  const zone = "Europe/Zurich";
  const nights = { weekdays: ["fri"], from: "22:00", to: "06:00", zone } as const;
  const hours = { weekdays: [], from: "09:00", to: "17:00", zone } as const;
  const sunday = { weekdays: ["sun"], from: null, to: null, zone: "Pacific/Auckland" } as const;
  test.each([
    [nights, "2026-11-20T21:00:00Z", true], // Friday 22:00
    [nights, "2026-11-21T04:59:00Z", true], // Saturday 05:59
    [nights, "2026-11-21T05:00:00Z", false],
    [nights, "2026-11-21T21:30:00Z", false], // Saturday night
    [nights, "2026-11-20T04:30:00Z", false], // Friday morning, in the window that started on Thursday
    [hours, "2026-07-01T07:00:00Z", true], // summer time
    [hours, "2026-12-01T07:59:00Z", false],
    [hours, "2026-12-01T15:59:00Z", true],
    [hours, "2026-12-01T16:00:00Z", false],
    [sunday, "2026-11-21T11:00:00Z", true], // Sunday there, Saturday in Europe
    [sunday, "2026-11-22T11:00:00Z", false],
  ])("%j at %s: %s", async (window, at, within) => {
    expect(compileWindow(window)(clockAt(new Date(at)))).toBe(within);
    expect(await inDatabase(window, at)).toBe(within);
  });

  test("whatever the hours, the zone and the moment, the database agrees", async () => {
    // Pseudo-random, the same in every run.
    let seed = 7;
    const below = (end: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % end;
    };
    const clock = () => `${String(below(24)).padStart(2, "0")}:${["00", "15", "30", "59"][below(4)]}`;
    const zones = ["UTC", "Europe/Zurich", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"];
    for (let at = 0; at < 300; at += 1) {
      const [from, to] = below(5) === 0 ? [null, null] : [clock(), clock()];
      if (from !== null && from === to) continue;
      const weekdays = WEEKDAYS.filter(() => below(3) === 0);
      const window = { weekdays, from, to, zone: zones[below(zones.length)] ?? "UTC" };
      // Four years with every clock change, in quarters of an hour.
      const moment = new Date(Date.UTC(2024, 0, 1) + below(4 * 366 * 96) * 900_000);
      const within = compileWindow(window)(clockAt(moment));
      expect([window, moment, await inDatabase(window, moment.toISOString())]).toEqual([
        window,
        moment,
        within,
      ]);
    }
  });

  test("in a zone that the database does not know, nothing is within", async () => {
    const everyDay = { weekdays: [], from: null, to: null, zone: "Mars/Olympus" };
    expect(await inDatabase(everyDay, "2026-11-20T21:00:00Z")).toBe(false);
  });
});
