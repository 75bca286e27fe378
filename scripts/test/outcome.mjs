import { stripVTControlCharacters } from "node:util";

/** @typedef {import("./recorder.mjs").Report} Report */
/** @typedef {import("./recorder.mjs").FileRecord} FileRecord */

const LENGTH_MAX = 600;

/** A test's failure on one line: expectation and result. */
const inShort = (text = "did not run") =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" | ")
    .slice(0, LENGTH_MAX);

/** @param {FileRecord} file */
export const hasFailed = ({ tests, error }) => error !== undefined || tests.some(({ passed }) => !passed);

/**
 * A file after its retry: a test passes if it passed once.
 * @param {FileRecord} first
 * @param {FileRecord | undefined} second undefined if the file did not run
 * @returns {FileRecord & { flaky?: string }} `flaky`: the first run's error outside tests
 */
export function afterSecond(first, second) {
  if (!second) return first;
  const titles = [...new Set([...first.tests, ...second.tests].map(({ title }) => title))];
  const tests = titles.flatMap((title) => {
    const before = first.tests.filter((test) => test.title === title);
    const after = second.tests.filter((test) => test.title === title);
    // Several tests may share a title; their order identifies them.
    return Array.from({ length: Math.max(before.length, after.length) }, (_, place) =>
      better(before[place], after[place]),
    );
  });
  const { error, ...rest } = first;
  const again = { ...rest, tests };
  if (error === undefined) return again;
  return second.error === undefined ? { ...again, flaky: error } : { ...again, error };
}

function better(before, after) {
  if (!after || before?.passed) return before;
  if (!after.passed) return before ?? after;
  // Tests that did not run because of their file are reported with it.
  return before?.error === undefined ? after : { ...after, flaky: true, error: before.error };
}

/**
 * Result of a test step from its report.
 * @param {Report | undefined} report
 * @param {{ ok: boolean }} run exit of its process
 * @returns {{ passed: number, failures: string[], flaky: string[] }} a line per failed test, and
 * per test that passed on retry
 */
export function outcomeOf(report, run) {
  if (!report) return { passed: 0, failures: ["the tests wrote no report"], flaky: [] };
  const { files, errors } = report;
  const failures = errors.map(inShort);
  const flaky = [];
  let passed = 0;
  for (const { file, tests, error, flaky: once } of files) {
    const told = (test) => `${file} > ${test.title}: ${inShort(test.error)}`;
    const failed = tests.filter((test) => !test.passed);
    passed += tests.length - failed.length;
    failures.push(...failed.map(told));
    if (error !== undefined) failures.push(`${file}: ${inShort(error)}`);
    flaky.push(...tests.filter((test) => test.flaky).map(told));
    if (once !== undefined) flaky.push(`${file}: ${inShort(once)}`);
  }
  if (passed === 0 && failures.length === 0) failures.push("no test ran");
  if (!run.ok && failures.length === 0 && flaky.length === 0)
    failures.push("the tests passed, and their process ended with an error");
  return { passed, failures, flaky };
}
