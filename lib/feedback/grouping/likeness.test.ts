import { expect, test } from "vitest";
import { piecesOf, termsOf, toolTerms } from "@/lib/language/wording";
import type { Told } from "./compared-texts";
import { ATTACH_AT, alikeTo, likenesses, SUGGEST_AT } from "./likeness";

const termsIn = (text: string, tool: string | null = null) => [...termsOf(text, toolTerms(tool)).keys()];

test("a name of several words is compared whole and by its words, a number however it is written", () => {
  expect(termsIn("allowDiskUse")).toEqual(["allow", "disk", "allowdiskuse"]);
  expect(termsIn("max_rows")).toEqual(["max", "row", "maxrows"]);
  expect(termsIn("10,000 of 10k or 10000")).toEqual(["10000"]);
});

test("addresses, long ids, single digits and the words of the tool's name are no terms", () => {
  const text = "Mail to ana@x.org at https://x.org/a?b=1 about 5f0c9f8e-4f7c-4f5e-9a54-0d3c2b1a0f9e, 3 times";
  expect(termsIn(text)).toEqual(["mail", "time"]);
  expect(termsIn("The merge request has no reviewer", "create-merge_request")).toEqual(["review"]);
});

test("words of one stem and compound words share pieces", () => {
  const frames = piecesOf("frames");
  expect([...piecesOf("iframe").keys()].filter((piece) => frames.has(piece))).toEqual(["fram", "rame"]);
});

test("hostile texts have few terms", () => {
  for (const text of ["a@".repeat(2_000), "a_".repeat(2_000), "9,".repeat(2_000), "aB".repeat(2_000)])
    expect(termsOf(text, toolTerms(text)).size, text.slice(0, 2)).toBeLessThanOrEqual(3);
});

const told = (attemptedAction: string, expectedOutcome: string, actualOutcome: string): Told => ({
  attemptedAction,
  expectedOutcome,
  actualOutcome,
  errorSeen: null,
});

const REFUND = "Refund the June order of Marta Olsen in full";
const TWICE = told(REFUND, "One payout", "A retry after the timeout made a second payout");
const CENTS = told(REFUND, "500 yen", "Amount was read as cents, so too much left the account");
const AGAIN = told(
  "Pay back booking 77120",
  "A single payout",
  "Second payout made by a retry after timeout",
);

test("what two agents attempted says nothing of whether they met one problem; what happened does", async () => {
  const [sameTask, sameProblem] = await likenesses(TWICE, { tool: null, others: [CENTS, AGAIN] }, null);
  expect(sameTask?.score).toBeLessThan(ATTACH_AT / 2);
  expect(sameProblem?.score).toBeGreaterThanOrEqual(ATTACH_AT);
  expect(sameTask?.shared).not.toContain("olsen");
  expect(sameProblem?.shared).toEqual(expect.arrayContaining(["payout", "retry"]));
});

test("texts without a word are like nothing, and the score is a number", async () => {
  const blank = told(" ", " ", " ");
  const zeros = async (texts: readonly string[]) => texts.map(() => new Float32Array(4));
  for (const embed of [null, zeros]) {
    const [one] = await likenesses(blank, { tool: null, others: [TWICE] }, embed);
    expect(one?.score).toBeLessThan(SUGGEST_AT);
  }
});

test("an issue is as alike as its reports on the whole, the nearest counting most", () => {
  expect(alikeTo([0.4])).toBeCloseTo(0.4);
  expect(alikeTo([0.8, 0.2])).toBeGreaterThan(0.6);
  expect(alikeTo([0.8, 0.2])).toBeLessThan(0.8);
  expect(alikeTo([0.8, 0.8])).toBeGreaterThan(alikeTo([0.8, 0.2]));
  expect(alikeTo([])).toBe(0);
});
