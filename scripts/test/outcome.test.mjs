import { expect, test } from "vitest";
import { afterSecond, hasFailed, outcomeOf } from "./outcome.mjs";

const passed = (title) => ({ title, passed: true });
const failed = (title, error = `${title} went wrong`) => ({ title, passed: false, error });
const skipped = (title) => ({ title, passed: false });
const file = (tests, more = {}) => ({ file: "lib/a.test.ts", ms: 10, tests, ...more });
const GOOD = { ok: true };
const BAD = { ok: false };
const outcome = (files, run = BAD, errors = []) => outcomeOf({ files, errors }, run);

test("every test that passed counts, and none at the second try", () => {
  expect(outcome([file([passed("a"), passed("b")])], GOOD)).toEqual({ passed: 2, failures: [], flaky: [] });
});

test("what passed at the second try has passed, and says what it said at the first", () => {
  const both = afterSecond(file([passed("a"), failed("b", "one\n  two")]), file([passed("a"), passed("b")]));
  expect(outcome([both])).toEqual({ passed: 2, failures: [], flaky: ["lib/a.test.ts > b: one | two"] });
});

test("what failed twice has failed, by what it said first", () => {
  const both = afterSecond(file([failed("a", "first")]), file([failed("a", "second")]));
  expect(outcome([both])).toEqual({ passed: 0, failures: ["lib/a.test.ts > a: first"], flaky: [] });
});

test("two tests of one title are told apart by their order", () => {
  const both = afterSecond(file([failed("a", "1"), failed("a", "2")]), file([passed("a"), failed("a")]));
  expect(outcome([both])).toMatchObject({
    passed: 1,
    failures: ["lib/a.test.ts > a: 2"],
    flaky: ["lib/a.test.ts > a: 1"],
  });
});

test("a test that was passed over fails the run, also when it is passed over again", () => {
  const once = file([skipped("a")]);
  expect(hasFailed(once)).toBe(true);
  expect(outcome([afterSecond(once, once)]).failures).toEqual(["lib/a.test.ts > a: did not run"]);
});

test("a file that did not load at first is told once, and its tests count", () => {
  const once = file([], { error: "no module" });
  expect(hasFailed(once)).toBe(true);
  expect(outcome([afterSecond(once, file([passed("a"), passed("b")]))])).toEqual({
    passed: 2,
    failures: [],
    flaky: ["lib/a.test.ts: no module"],
  });
});

test("so is one whose hook failed, with what it kept from running", () => {
  const once = file([skipped("a"), skipped("b")], { error: "beforeAll" });
  expect(outcome([afterSecond(once, file([passed("a"), passed("b")]))])).toEqual({
    passed: 2,
    failures: [],
    flaky: ["lib/a.test.ts: beforeAll"],
  });
  expect(outcome([afterSecond(once, once)]).failures).toHaveLength(3);
});

test("a file that the second process never came to stays failed", () => {
  const once = file([failed("a")]);
  expect(afterSecond(once, undefined)).toEqual(once);
});

test("an error outside of all files, no report, no test and a bad end fail the run", () => {
  expect(outcome([file([passed("a")])], BAD, ["unhandled\nrejection"]).failures).toEqual([
    "unhandled | rejection",
  ]);
  expect(outcomeOf(undefined, GOOD).failures).toEqual(["the tests wrote no report"]);
  expect(outcome([], GOOD).failures).toEqual(["no test ran"]);
  expect(outcome([file([passed("a")])]).failures).toEqual([
    "the tests passed, and their process ended with an error",
  ]);
});
