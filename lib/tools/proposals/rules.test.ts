import { describe, expect, test } from "vitest";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { RuleRating } from "../by-rule/types";
import type { Rating } from "../rating";
import { lowers, lowersUnknown, registeredRating } from "./rules";

const rating = (risk: RiskWord | null, requiresConfirmation: boolean | null = null): Rating => ({
  risk,
  requiresConfirmation,
});

const LOW: RuleRating = { risk: "low", requiresConfirmation: false };
const HIGH: RuleRating = { risk: "high", requiresConfirmation: true };
const CRITICAL: RuleRating = { risk: "critical", requiresConfirmation: true };

const ALL = [null, ...RISKS].flatMap((risk) => [null, true, false].map((asks) => rating(risk, asks)));
// Omitted ratings stay; a registration cannot remove one.
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
    expect(registeredRating(before, asked, null)).toEqual({ holds, proposed: asked });
  });

  test.each([
    ["low to critical", rating("low"), rating("critical")],
    ["a flag set", rating("low"), rating("low", true)],
    ["unrated to medium with confirmation", rating(null), rating("medium", true)],
    ["unrated to high", rating(null), rating("high")],
    ["the same", rating("medium", true), rating("medium", true)],
    ["a flag that said nothing before either", rating("low"), rating("low", false)],
  ])("%s holds at once", (_, before, asked) => {
    expect(registeredRating(before, asked, null)).toEqual({ holds: asked, proposed: null });
  });

  test.each([
    ["high where a rule says critical", rating("high"), CRITICAL, rating(null), true],
    ["critical where a rule says high", rating("critical"), HIGH, rating("critical"), false],
    [
      "medium where a rule says low: without the rule its calls wait",
      rating("medium"),
      LOW,
      rating(null),
      true,
    ],
    ["high where a rule says low", rating("high"), LOW, rating("high"), false],
  ])("of what nobody rated, %s", (_, asked, rule, holds, proposed) => {
    expect(registeredRating(rating(null), asked, rule)).toEqual({ holds, proposed: proposed ? asked : null });
  });

  test("never makes anything milder, whoever rated besides, and is kept whole when it would", () => {
    for (const rule of [null, LOW, { ...LOW, requiresConfirmation: true }, HIGH, CRITICAL])
      for (const { before, asked } of PAIRS) {
        const { holds, proposed } = registeredRating(before, asked, rule);
        const says = JSON.stringify({ before, asked, holds, rule });
        expect(lowers(before, holds, rule), says).toBe(false);
        const lowered = lowers(before, asked, rule) || lowers(before, asked, null);
        expect(proposed, says).toEqual(lowered ? asked : null);
        // Stricter parts apply at once. (A call of an unrated tool may claim less than a rating
        // allows.)
        if (before.risk !== null) expect(lowers(asked, holds, rule), says).toBe(false);
        // A repetition changes nothing.
        expect(registeredRating(holds, asked, rule).holds, says).toEqual(holds);
      }
  });
});

test("a new tool is guarded less than its name alone was, or not", () => {
  const known = (holds: Rating, rule: RuleRating | null, byName: RuleRating | null) =>
    lowersUnknown(holds, { rule, byName });
  expect(known(rating("low"), null, null)).toBe(true);
  expect(known(rating(null), null, null)).toBe(false);
  expect(known(rating(null), LOW, LOW)).toBe(true);
  expect(known(rating("high"), null, null)).toBe(false);
  expect(known(rating("high"), null, CRITICAL)).toBe(true);
});
