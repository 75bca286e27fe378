import { describe, expect, test } from "vitest";
import { DAY_MS } from "@/lib/core/durations";
import { randomOf } from "@/lib/testing/random";
import { assess } from "./rules";
import { BOUNDARY_DAYS, type BoundaryEvent, type CallDay } from "./types";

// The current rule on made-up tools, judged daily for eight weeks. Seeds make runs repeatable. Four
// calls make a session.

const WEEKS_DAYS = 56;
const CALLS_OF_SESSION = 4;
const BEGIN = Date.parse("2026-01-05");
const dayName = (index: number) => new Date(BEGIN + index * DAY_MS).toISOString().slice(0, 10);
const NAMES = Array.from({ length: WEEKS_DAYS }, (_, index) => dayName(index));

type Tool = { calls: number; share: number; axesOf: (random: () => number) => string[] };

/** The day (from 1) of the first warning; null if there is none. */
function firstWarning({ calls, share, axesOf }: Tool, seed: number): number | null {
  const random = randomOf(seed);
  let events: BoundaryEvent[] = [];
  const days: CallDay[] = [];
  for (const [index, day] of NAMES.entries()) {
    days.push({ day, ran: calls });
    for (let call = 0; call < calls; call += 1)
      if (random() < share)
        events.push({
          day,
          weight: 1,
          axes: axesOf(random).sort(),
          session: `${day} ${Math.floor(call / CALLS_OF_SESSION)}`,
        });
    const since = dayName(index - BOUNDARY_DAYS + 1);
    events = events.filter((event) => event.day >= since);
    const seen = days.filter((one) => one.day >= since);
    if (assess(seen, events, day).cohesion === "warning") return index + 1;
  }
  return null;
}

const AXES = ["transport", "extraction", "storage", "billing", "retrieval", "presentation"];
const pick = (some: readonly string[]) => (random: () => number) => [
  some[Math.floor(random() * some.length)] ?? "",
];

const BOTH = () => ["transport", "extraction"];
const EITHER = pick(["transport", "extraction"]);
const ANY = pick(AXES);
const ONE = () => ["transport"];

function trials(tool: Tool, count: number): (number | null)[] {
  return Array.from({ length: count }, (_, index) => firstWarning(tool, index * 7_919 + tool.calls));
}

describe("a healthy tool, 1 % of whose calls are called a boundary by mistake, is never warned of", () => {
  test.each([
    ["20 calls a day, any axis", 20, ANY, 400],
    ["20 calls a day, one of two axes", 20, EITHER, 400],
    ["100 calls a day, any axis", 100, ANY, 150],
    ["100 calls a day, one of two axes", 100, EITHER, 150],
    ["100 calls a day, both axes at once", 100, BOTH, 100],
    ["500 calls a day, one of two axes", 500, EITHER, 40],
  ] as const)("%s", (_, calls, axesOf, count) => {
    const found = trials({ calls, share: 0.01, axesOf }, count);
    expect(found.filter((day) => day !== null)).toEqual([]);
  });
});

describe("an incoherent tool, 8 % of whose calls cross a boundary on two axes, is found", () => {
  // Share of the tools found by the end of the first and of the second week.
  test.each([
    ["100 calls a day, both axes at once", 100, BOTH, 200, 0.9, 0.99],
    ["100 calls a day, one of two axes", 100, EITHER, 200, 0.9, 0.99],
    ["300 calls a day, one of two axes", 300, EITHER, 100, 0.99, 1],
  ] as const)("%s", (_, calls, axesOf, count, inOneWeek, inTwoWeeks) => {
    const found = trials({ calls, share: 0.08, axesOf }, count);
    const by = (day: number) => found.filter((one) => one !== null && one <= day).length / count;
    expect(by(7)).toBeGreaterThanOrEqual(inOneWeek);
    expect(by(14)).toBeGreaterThanOrEqual(inTwoWeeks);
  });

  test("also one of 20 calls a day, though it takes longer", () => {
    const found = trials({ calls: 20, share: 0.08, axesOf: EITHER }, 200);
    expect(found.filter((day) => day !== null).length / 200).toBeGreaterThan(0.75);
  });
});

test("a tool that keeps crossing one and the same boundary is too small, not incoherent: no warning", () => {
  expect(trials({ calls: 100, share: 0.08, axesOf: ONE }, 30).every((day) => day === null)).toBe(true);
});
