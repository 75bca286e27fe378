import { describe, expect, test } from "vitest";
import { ratePlace } from "@/components/ui/chart/shares";
import { RECORD_DAYS } from "@/lib/calls/of-tool/types";
import type { HotSpot, UseRow } from "@/lib/signals/use/types";
import {
  classesOf,
  fieldBars,
  ranOfClasses,
  rateOf,
  versionMarks,
  versionRates,
  versionShares,
} from "./figures";

const NONE = { ok: 0, caller: 0, tool: 0, boundary: 0, governance: 0, extrinsic: 0 };

const row = (name: string, figures: Partial<UseRow>) =>
  ({ name, groups: 0, firstTry: 0, firstTryShare: null, classes: NONE, ...figures }) as UseRow;

describe("rates", () => {
  test("sum the days and count no held or referred call as failed", () => {
    const days = [
      { day: "2026-11-20", classes: { ...NONE, ok: 6, governance: 3 } },
      { day: "2026-11-21", classes: { ...NONE, ok: 1, caller: 1, tool: 1, extrinsic: 1, boundary: 2 } },
    ];
    expect(classesOf(days)).toEqual({ ok: 7, caller: 1, tool: 1, boundary: 2, governance: 3, extrinsic: 1 });
    expect(ranOfClasses(classesOf(days))).toEqual({ ran: 12, failed: 3 });
  });

  test("have an interval, and are none without a call that ran", () => {
    expect(rateOf(0, 0)).toBeNull();
    const rate = rateOf(76, 201);
    expect(rate?.rate).toBeCloseTo(0.378, 3);
    expect(rate?.low).toBeCloseTo(0.314, 3);
    expect(rate?.high).toBeCloseTo(0.447, 3);
  });

  test("lie apart at their low end and end with the track", () => {
    expect([0, 0.05, 0.2, 1, 2, -1].map((rate) => Math.round(100 * ratePlace(rate)))).toEqual([
      0, 22, 45, 100, 100, 0,
    ]);
  });
});

describe("versions", () => {
  const at = (day: string) => new Date(`${day}T09:30:00Z`);
  const days = Array.from({ length: RECORD_DAYS }, (_, index) => `2026-11-${14 + index}`);

  test("are marked on their day, several of one day together, the first and older ones not", () => {
    const held = [
      { version: 0, from: null, to: at("2026-11-15") },
      { version: 1, from: at("2026-11-15"), to: null },
      { version: 2, from: at("2026-11-19"), to: null },
      { version: 3, from: at("2026-11-19"), to: null },
      { version: 4, from: at("2026-11-27"), to: null },
    ];
    expect([...versionMarks({ held }, days)]).toEqual([
      ["2026-11-19", "v2 to v3"],
      ["2026-11-27", "v4"],
    ]);
    expect(versionMarks({ held: [{ version: 2, from: at("2026-10-01"), to: null }] }, days).size).toBe(0);
  });

  test("compare the newest two with attempts, and the newest two that ran often enough", () => {
    const rows = [
      row("4", { groups: 0, classes: { ...NONE, ok: 5 } }),
      row("3", { groups: 30, firstTry: 15, classes: { ...NONE, ok: 20, caller: 20 } }),
      row("2", { groups: 7, firstTry: 7, classes: { ...NONE, ok: 90, tool: 10 } }),
      row("1", { groups: 50, firstTry: 50, classes: { ...NONE, ok: 50 } }),
    ];
    expect(versionShares(rows).map(({ version, groups }) => [version, groups])).toEqual([
      [3, 30],
      [2, 7],
    ]);
    expect(versionRates(rows)).toEqual([
      { version: 2, rate: 0.1 },
      { version: 3, rate: 0.5 },
    ]);
  });
});

test("bars are field by value, most first, and values that are not known are one bar", () => {
  const spot = (name: string, calls: number, values: { value: string | null; calls: number }[]) =>
    ({
      spot: name,
      calls,
      values: values.map((one, index) => ({ ...one, sent: `${name}${index}`, masked: null })),
    }) as unknown as HotSpot;
  const bars = fieldBars(
    [
      spot("state", 41, [
        { value: '"resolved"', calls: 30 },
        { value: '"done"', calls: 4 },
      ]),
      spot("labels", 9, []),
    ],
    3,
  );
  expect(bars.map(({ spot: { spot: name }, value, sent, calls }) => [name, value, sent, calls])).toEqual([
    ["state", '"resolved"', "state0", 30],
    ["labels", null, null, 9],
    ["state", null, null, 7],
  ]);
});
