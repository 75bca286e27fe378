import { describe, expect, test } from "vitest";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { Rating } from "../rating";
import { lowers, registeredRating } from "./rules";

const rating = (risk: RiskWord | null, requiresConfirmation: boolean | null = null): Rating => ({
  risk,
  requiresConfirmation,
});

const ALL = [null, ...RISKS].flatMap((risk) => [null, true, false].map((asks) => rating(risk, asks)));
// What is not given stays: nothing that was said can be asked to be unsaid.
const PAIRS = ALL.flatMap((before) =>
  ALL.map(({ risk, requiresConfirmation }) => ({
    before,
    asked: rating(risk ?? before.risk, requiresConfirmation ?? before.requiresConfirmation),
  })),
);

describe("a rating that a registration asks for", () => {
  test.each([
    ["critical to low", rating("critical"), rating("low"), rating("critical")],
    ["confirmation dropped", rating("medium", true), rating("medium", false), rating("medium", true)],
    ["a low tool that asks no more", rating("low", true), rating("low", false), rating("low", true)],
    ["unrated to medium", rating(null), rating("medium"), rating(null)],
    ["unrated to low with confirmation", rating(null), rating("low", true), rating(null, true)],
    ["raised, and its flag dropped", rating("medium", true), rating("high", false), rating("high", true)],
    ["lowered, and its flag set", rating("high"), rating("low", true), rating("high", true)],
  ])("%s is a proposal", (_, before, asked, holds) => {
    expect(registeredRating(before, asked)).toEqual({ holds, proposed: asked });
  });

  test.each([
    ["low to critical", rating("low"), rating("critical")],
    ["a flag set", rating("low"), rating("low", true)],
    ["unrated to medium with confirmation", rating(null), rating("medium", true)],
    ["unrated to high", rating(null), rating("high")],
    ["the same", rating("medium", true), rating("medium", true)],
    ["a flag that said nothing before either", rating("low"), rating("low", false)],
  ])("%s holds at once", (_, before, asked) => {
    expect(registeredRating(before, asked)).toEqual({ holds: asked, proposed: null });
  });

  test("never makes anything milder, whoever rated besides, and is kept whole when it would", () => {
    for (const { before, asked } of PAIRS) {
      const { holds, proposed } = registeredRating(before, asked);
      const says = JSON.stringify({ before, asked, holds });
      expect(lowers(before, holds), says).toBe(false);
      expect(proposed, says).toEqual(lowers(before, asked) ? asked : null);
      // What is stricter in it holds at once. (Of a tool that nobody rated a call may claim less than a rating would allow.)
      if (before.risk !== null) expect(lowers(asked, holds), says).toBe(false);
      // Asked for again, it changes nothing further.
      expect(registeredRating(holds, asked).holds, says).toEqual(holds);
    }
  });
});
