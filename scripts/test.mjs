// `npm test` and `npm run check`: everything that must hold, from a fresh clone. The last line counts.
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findBrowser } from "./browser.mjs";
import { overBudget, paced, startPace } from "./budget.mjs";
import { checkBundles } from "./bundle-size.mjs";
import { ensurePackages } from "./install.mjs";
import { runNode } from "./run.mjs";

const FAST = process.argv.includes("--fast");

const totals = { passed: 0, failed: 0 };

/** Which tests failed, told once more at the end: a long log is often read, or kept, in part. */
const failures = [];

/** @typedef {{ passed: number, failed: number }} Count */

/** Node and browsers keep things in the home folder; one that cannot be written is replaced for the steps. */
function environment(scratch) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
  try {
    accessSync(os.homedir(), constants.W_OK);
  } catch {
    env.HOME = scratch;
  }
  return env;
}

/** Runs one step and prints one line for it, and its output when it failed. */
async function step(name, work) {
  const began = performance.now();
  let result;
  try {
    result = await work();
  } catch (error) {
    result = { ok: false, output: error.stack ?? String(error) };
  }
  const { ok, output = "", note = "", count = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 } } = result;
  totals.passed += count.passed;
  totals.failed += count.failed;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${note ? ` (${note})` : ""} ${seconds} s`);
  for (const [file, ms] of result.slowest ?? [])
    console.log(`     ${(ms / 1_000).toFixed(1).padStart(6)} s ${file}`);
  if (!ok) {
    const told = result.failures?.length ? result.failures : [name];
    failures.push(...told);
    console.log([...told.map((line) => `  failed: ${line}`), output.trimEnd()].join("\n"));
  }
  return ok;
}

/** How many of the slowest files every run names: where the time goes. */
const SLOWEST = 10;

/**
 * A report's counts; no report, no test, or a run that ended badly without a failed test is a failure. So is a step that takes
 * more than its budget.
 */
function counted(result, file, { count: read, failed, durations, secondsMax }, pace) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const count = report ? read(report) : { passed: 0, failed: 0 };
  const all = report ? [...durations(report)].toSorted((a, b) => b[1] - a[1]) : [];
  const over = overBudget(all, pace, secondsMax);
  count.failed += over.length;
  const ok = result.ok && count.failed === 0 && count.passed > 0;
  if (!ok && count.failed === 0) count.failed = 1;
  return {
    ...result,
    ok,
    count,
    slowest: all.slice(0, SLOWEST),
    failures: [...(report ? failed(report) : []), ...over],
    note: `${count.passed} passed, machine at ${pace.toFixed(1)} of its time: ${paced(all, pace)} s of ${secondsMax}`,
  };
}

/** What a test says went wrong, on one line: what was expected, of what, and what was there. */
const inShort = (text = "") =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" | ")
    .slice(0, 600);

/** Skipped tests count as failed: a test that does not run proves nothing. */
const VITEST = {
  secondsMax: 270,
  count: (report) => ({
    passed: report.numPassedTests,
    failed:
      report.numTotalTests -
      report.numPassedTests +
      (report.numFailedTestSuites && !report.numFailedTests ? 1 : 0),
  }),
  failed: (report) =>
    report.testResults
      .filter(({ status }) => status !== "passed")
      .flatMap(({ name, message, assertionResults }) => {
        const tests = assertionResults.filter(({ status }) => status !== "passed");
        const file = path.relative(process.cwd(), name);
        if (tests.length === 0) return [`${file}: ${inShort(message)}`];
        return tests.map((test) => `${file} > ${test.fullName}: ${inShort(test.failureMessages?.[0])}`);
      }),
  durations: ({ testResults }) =>
    testResults.map(({ name, startTime, endTime }) => [
      path.relative(process.cwd(), name),
      endTime - startTime,
    ]),
};

const PLAYWRIGHT = {
  secondsMax: 400,
  count: ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  }),
  failed: ({ suites, errors }) => [
    ...suites.flatMap(specsOf).map((spec) => {
      const error = spec.tests[0]?.results[0]?.error;
      return `${spec.file}:${spec.line} > ${spec.title}: ${inShort(error?.message ?? "did not pass at once")}`;
    }),
    ...errors.map((error) => inShort(error.message)),
  ],
  durations: ({ suites }) => suites.map((suite) => [suite.file, durationOf(suite)]),
};

function durationOf({ specs, suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
}

/** The specs of a suite, and of those inside it, that did not pass as they should. */
function specsOf(suite) {
  const own = suite.specs.filter((spec) => spec.tests.some((test) => test.status !== "expected"));
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)];
}

async function unitStep(scratch, env) {
  const file = path.join(scratch, "vitest.json");
  // What is printed, and only if something failed, is what failed.
  const reports = ["--reporter=minimal", "--reporter=json", `--outputFile.json=${file}`];
  const endPace = startPace();
  const result = await runNode(["node_modules/vitest/vitest.mjs", "run", ...reports], { env });
  return counted(result, file, VITEST, endPace());
}

async function browserStep(scratch, env, browser) {
  if (!browser) return { ok: false, output: "not run: the build or the browser is missing" };
  const file = path.join(scratch, "playwright.json");
  const all = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  if (browser.file) all.CHROMIUM_PATH = browser.file;
  if (browser.shell) all.CHROMIUM_SHELL_PATH = browser.shell;
  const endPace = startPace();
  const result = await runNode(["node_modules/@playwright/test/cli.js", "test"], { env: all });
  return counted(result, file, PLAYWRIGHT, endPace());
}

async function main() {
  if (await ensurePackages(console.log)) console.log("packages installed");
  const scratch = mkdtempSync(path.join(os.tmpdir(), "countersign-test-"));
  const env = environment(scratch);
  const node = (...args) => runNode(args, { env });
  const { ensureBuild, ensurePrograms } = await import("./build.mjs");
  await step("programs", async () => ({ ok: true, note: (await ensurePrograms()) ? "built" : "up to date" }));
  // Route types are part of what tsc checks.
  await step("types", async () => {
    const types = await node("node_modules/next/dist/bin/next", "typegen");
    return types.ok ? node("node_modules/typescript/bin/tsc", "--noEmit") : types;
  });
  await step("lint", () => node("node_modules/@biomejs/biome/bin/biome", "check", "."));
  await step("layers", () => node("scripts/check-layers.mjs"));
  await step("schema", () => node("scripts/schema-diff.mjs", "--exit-code"));
  await step("unit and integration", () => unitStep(scratch, env));
  if (!FAST) {
    const built = await step("production build", async () => ({
      ok: true,
      note: (await ensureBuild()) ? "built" : "up to date",
    }));
    await step("first load", async () => (built ? checkBundles() : { ok: false, output: "not built" }));
    let browser;
    const found = await step("browser", async () => {
      browser = await findBrowser();
      return browser;
    });
    await step("end to end", () => browserStep(scratch, env, built && found && browser));
  }
  rmSync(scratch, { recursive: true, force: true });
  for (const line of failures) console.log(`failed: ${line}`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

main().catch((error) => {
  console.error(error.message);
  console.log(`${totals.passed} passed, ${totals.failed + 1} failed`);
  process.exit(1);
});
