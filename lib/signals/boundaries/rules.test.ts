import { describe, expect, test } from "vitest";
import { assess, decayedRate, mayStandOut, utilityOf, weightOf } from "./rules";
import type { BoundaryEvent, CallDay } from "./types";

const TODAY = "2026-11-21";
const day = (age: number) => new Date(Date.parse(TODAY) - age * 86_400_000).toISOString().slice(0, 10);

const event = (axes: string[], session: string | null, age = 0, weight = 1): BoundaryEvent => ({
  axes,
  session,
  day: day(age),
  weight,
});

const ran = (calls: number): CallDay[] => [{ day: TODAY, ran: calls }];

const BOTH = ["extraction", "transport"];

const both = (count: number) => Array.from({ length: count }, (_, index) => event(BOTH, `s${index}`));

test("a week halves what a day counts for; a clock that runs ahead adds nothing", () => {
  expect([0, 7, 14, 28].map((age) => weightOf(day(age), TODAY))).toEqual([1, 0.5, 0.25, 0.0625]);
  expect(weightOf(day(-1), TODAY)).toBe(1);
});

describe("a decayed rate", () => {
  test("is a plain share while everything is of one day", () => {
    const rate = decayedRate(ran(100), both(8), TODAY);
    expect(rate).toMatchObject({ calls: 100, rate: 0.08 });
    expect(rate.lower).toBeCloseTo(0.0411, 3);
  });

  test("follows the newest days", () => {
    const days = [...ran(100), { day: day(14), ran: 100 }];
    const now = decayedRate(days, both(10), TODAY);
    const before = decayedRate(
      days,
      both(10).map((one) => ({ ...one, day: day(14) })),
      TODAY,
    );
    expect(now.rate).toBeCloseTo(10 / 125);
    expect(before.rate).toBeCloseTo(2.5 / 125);
  });

  test("counts what a user corrected three times, among the trials too", () => {
    const { rate } = decayedRate(ran(98), [event(BOTH, "a", 0, 3)], TODAY);
    expect(rate).toBeCloseTo(3 / 100);
  });

  test("of fewer calls than signals is all of them, and of none nothing", () => {
    expect(decayedRate(ran(2), both(5), TODAY).rate).toBe(1);
    expect(decayedRate([], [], TODAY)).toEqual({ calls: 0, rate: 0, lower: 0 });
  });

  test("of signals counted together is that of each by itself", () => {
    const one = { day: day(3), weight: 1.5 };
    const [together, each] = [[{ ...one, count: 3 }], [one, one, one]].map((signals) =>
      decayedRate(ran(50), signals, TODAY),
    );
    expect(together?.rate).toBeCloseTo(each?.rate ?? 0, 9);
    expect(together?.lower).toBeCloseTo(each?.lower ?? 0, 9);
  });
});

describe("cohesion", () => {
  test("is warned of at the lower bound of five percent, and not below", () => {
    expect(assess(ran(110), both(10), TODAY).rate.lower).toBeGreaterThan(0.05);
    expect(assess(ran(110), both(10), TODAY).cohesion).toBe("warning");
    expect(assess(ran(111), both(10), TODAY).rate.lower).toBeLessThan(0.05);
    expect(assess(ran(111), both(10), TODAY).cohesion).toBe("rare");
  });

  test("needs calls, and events", () => {
    expect(assess(ran(29), both(10), TODAY).cohesion).toBe("few");
    expect(assess(ran(30), both(10), TODAY).cohesion).toBe("warning");
    expect(assess(ran(1_000), [], TODAY)).toMatchObject({ cohesion: "none", effectiveAxes: 0, axes: [] });
  });

  test("needs one and a half axes by their shares", () => {
    const mixed = (others: number) =>
      Array.from({ length: 20 }, (_, index) =>
        event([index < others ? "transport" : "extraction"], `s${index}`),
      );
    // exp(H) of 17 : 3 is 1.53, of 18 : 2 it is 1.38.
    expect(assess(ran(100), mixed(3), TODAY)).toMatchObject({ cohesion: "warning" });
    expect(assess(ran(100), mixed(2), TODAY)).toMatchObject({ cohesion: "one_axis" });
    expect(assess(ran(100), mixed(0), TODAY).effectiveAxes).toBeCloseTo(1);
    expect(assess(ran(100), both(20), TODAY).effectiveAxes).toBeCloseTo(2);
  });

  test("needs two sessions on each of two axes: one that loops proves nothing, nor do calls without a session", () => {
    const loop = (session: string | null) => Array.from({ length: 20 }, () => event(BOTH, session));
    expect(assess(ran(100), loop("s"), TODAY).cohesion).toBe("few_sessions");
    expect(assess(ran(100), loop(null), TODAY).cohesion).toBe("few_sessions");
    expect(assess(ran(100), [...loop("s"), event(["transport"], "t")], TODAY).cohesion).toBe("few_sessions");
    expect(assess(ran(100), [...loop("s"), event(BOTH, "t")], TODAY).cohesion).toBe("warning");
  });

  test("says which axes, in how many events and sessions, and which go together", () => {
    const { axes, clusters, events, sessions } = assess(
      ran(100),
      [...both(3), event(["transport"], "s0", 2), event(["billing"], "z", 9)],
      TODAY,
    );
    expect({ events, sessions }).toEqual({ events: 5, sessions: 4 });
    expect(axes.map(({ axis, events, sessions }) => [axis, events, sessions])).toEqual([
      ["transport", 4, 3],
      ["extraction", 3, 3],
      ["billing", 1, 1],
    ]);
    expect(axes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(clusters).toEqual([
      { axes: BOTH, events: 3, sessions: 3, lastDay: TODAY },
      { axes: ["billing"], events: 1, sessions: 1, lastDay: day(9) },
      { axes: ["transport"], events: 1, sessions: 1, lastDay: day(2) },
    ]);
  });
});

describe("a split", () => {
  const single = (count: number) =>
    Array.from({ length: count }, (_, index) => event([index % 2 ? "transport" : "extraction"], `t${index}`));

  test("is suggested between two axes that are in half of the events", () => {
    const { split } = assess(ran(100), [...both(10), ...single(10)], TODAY);
    expect(split).toEqual({ axes: BOTH, events: 10 });
    expect(assess(ran(100), [...both(9), ...single(11)], TODAY)).toMatchObject({
      cohesion: "warning",
      split: null,
    });
  });

  test("is never suggested without a warning", () => {
    expect(assess(ran(1_000), both(10), TODAY)).toMatchObject({ cohesion: "rare", split: null });
  });
});

describe("low utility", () => {
  const NONE = { own: [], feedback: [], correction: [] };
  const from = (count: number, session = (index: number) => `s${index}`) =>
    Array.from({ length: count }, (_, index) => ({ day: TODAY, session: session(index) }));

  test("weighs a user's correction three times, a report one and a half times", () => {
    const rate = (signals: Partial<typeof NONE>) =>
      utilityOf(ran(100), { ...NONE, ...signals }, TODAY).rate.rate;
    expect(rate({ own: from(4) as never })).toBeCloseTo(4 / 100);
    expect(rate({ feedback: from(4) as never })).toBeCloseTo(6 / 102);
    expect(rate({ correction: from(4) as never })).toBeCloseTo(12 / 108);
  });

  test("is repeated when three sessions say so and it is no rare thing", () => {
    const of = (signals: object, calls = 100) =>
      utilityOf(ran(calls), { ...NONE, ...signals }, TODAY).repeated;
    expect(of({ own: from(12) })).toBe(true);
    expect(of({ own: from(12, () => "one") })).toBe(false);
    expect(of({ own: from(12, (index) => `s${index % 2}`) })).toBe(false);
    expect(of({ own: from(12) }, 1_000)).toBe(false);
    expect(of({ correction: from(6) })).toBe(true);
    expect(of({ own: from(6) })).toBe(false);
    expect(of({ own: from(12) }, 20)).toBe(false);
  });
});

test("by counts alone no tool is passed over that would be warned of, or whose low utility is repeated", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const some = <T>(most: number, one: (index: number) => T) =>
    Array.from({ length: random(most) }, (_, n) => one(n));
  const signal = () => ({ day: day(random(28)), session: `s${random(9)}` });
  let [stoodOut, passed] = [0, 0];
  for (let round = 0; round < 600; round += 1) {
    const events = some(24, () =>
      event(random(2) ? BOTH : ["domain"], `s${random(9)}`, random(28), random(3) ? 1 : 3),
    );
    const [own, feedback, correction] = [some(12, signal), some(4, signal), some(3, signal)];
    const days = Array.from({ length: 28 }, (_, age) => {
      const count = (all: readonly { day: string }[]) => all.filter((one) => one.day === day(age)).length;
      const [boundary, low] = [count(events), count(own)];
      return { day: day(age), boundary, low, ran: boundary + low + random(30) };
    });
    const mayBe = mayStandOut({ days, feedback, correction }, TODAY);
    const is =
      assess(days, events, TODAY).cohesion === "warning" ||
      utilityOf(days, { own, feedback, correction }, TODAY).repeated;
    if (is) stoodOut += 1;
    if (!mayBe) passed += 1;
    expect(is && !mayBe).toBe(false);
  }
  expect(stoodOut).toBeGreaterThan(20);
  expect(passed).toBeGreaterThan(20);
});
