import { describe, expect, test } from "vitest";
import { DomainError, invalid } from "@/lib/core/errors";
import { judgeRationale, judgeReport } from "./rules";
import type { IntakeFacts, Report } from "./types";

const NOW = new Date("2026-11-21T10:00:00Z");
const DAYS_AGO_20 = new Date("2026-11-01T10:00:00Z");

describe("the rationale rule", () => {
  test.each([undefined, "", "too short", "          a"])(
    "warns during grace and refuses afterwards: %s",
    (rationale) => {
      expect(judgeRationale(rationale, true)?.code).toBe("RATIONALE_MISSING");
      expect(() => judgeRationale(rationale, false)).toThrow(DomainError);
    },
  );

  test("takes ten characters that say something", () => {
    expect(judgeRationale("ten chars!", false)).toBeNull();
  });
});

const silent: Report = {};
const good: Report = { rationale: "The tests need this." };
const ofRefusal: Report = { isOfRefusal: true };
const inGrace: Partial<IntakeFacts> = { graceDays: 30 };
const offending: Partial<IntakeFacts> = { isOffending: true };

test.each<[what: string, Report, Partial<IntakeFacts>, expected: object]>([
  ["one with a rationale leaves nothing", good, {}, { refusal: null, caller: null, isFirst: false }],
  ["a caller that left its own out complies", good, offending, { caller: "complies", warning: null }],
  ["without one it is refused", silent, {}, { refusal: expect.any(DomainError), caller: "refused" }],
  ["a refused one is never the first", silent, {}, { isFirst: false }],
  ["in the grace period it is taken", silent, inGrace, { refusal: null, caller: "offends" }],
  ["with a warning", silent, inGrace, { warning: { code: "RATIONALE_MISSING" } }],
  ["that still offends", silent, { ...inGrace, ...offending }, { caller: "offends" }],
  ["the tenant’s first begins that period", silent, { firstRowAt: null }, { refusal: null, isFirst: true }],
  ["one of a refusal is taken", ofRefusal, {}, { refusal: null, warning: null, caller: "refused" }],
  ["in that period too", ofRefusal, inGrace, { warning: { code: expect.any(String) }, caller: "refused" }],
  ["and complies with nothing", { ...good, ...ofRefusal }, offending, { refusal: null, caller: null }],
  ["its own gateway may be named", { ...good, gateway: "gw" }, {}, { refusal: null }],
])("a report: %s", (_, report, over, expected) => {
  const facts = { firstRowAt: DAYS_AGO_20, graceDays: 14, now: NOW, isOffending: false, ...over };
  expect(judgeReport(report, facts, "gw")).toMatchObject(expected);
});

test("a refusal tells of all that is wrong, and what is no refusal is thrown", () => {
  const facts = { firstRowAt: DAYS_AGO_20, graceDays: 14, now: NOW, isOffending: false };
  const { refusal } = judgeReport({ gateway: "another" }, facts, "gw", () => {
    throw invalid("/callback_url", "bad", "No address.");
  });
  expect(refusal?.details.errors?.map(({ pointer }) => pointer)).toEqual([
    "/rationale",
    "/gateway",
    "/callback_url",
  ]);
  const broken = () => {
    throw new TypeError("a fault");
  };
  expect(() => judgeReport(good, facts, "gw", broken)).toThrow(TypeError);
});
