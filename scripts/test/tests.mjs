import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runNode } from "../run.mjs";
import { afterSecond, hasFailed, outcomeOf } from "./outcome.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const VITEST = [
  "node_modules/vitest/vitest.mjs",
  "run",
  `--reporter=${path.join(HERE, "vitest-reporter.mjs")}`,
];
const PLAYWRIGHT = [
  "node_modules/@playwright/test/cli.js",
  "test",
  `--reporter=dot,${path.join(HERE, "playwright-reporter.mjs")}`,
];

/** With more failing files, something general is broken and retries would only take time. */
const FILES_AGAIN_MAX = 20;

/**
 * @typedef {object} Options
 * @property {string} scratch a folder for output of the processes
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} strict no retries
 * @property {readonly string[]} [more] arguments for the runner
 * @property {(read: () => string) => void} [onProgress] gets a function that reads the progress
 */

async function once(args, { scratch, env, onProgress }, name) {
  const file = path.join(scratch, `${name}.json`);
  const progress = path.join(scratch, `${name}.progress`);
  onProgress?.(() => (existsSync(progress) ? readFileSync(progress, "utf8") : ""));
  const run = await runNode(args, { env: { ...env, TEST_REPORT: file, TEST_PROGRESS: progress } });
  return { ...run, report: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined };
}

/**
 * Unit tests. Files with failures run once more at the end, each in a new process.
 * @param {Options} options
 */
export async function unitTests(options) {
  const args = [...VITEST, "--reporter=minimal", ...(options.more ?? [])];
  const run = await once(args, options, "unit");
  const failed = run.report?.files.filter(hasFailed) ?? [];
  if (options.strict || failed.length > FILES_AGAIN_MAX) return ended(run);
  const outputs = [run.output];
  for (const [place, first] of failed.entries()) {
    const again = await once([...args, first.file], options, `unit-again-${place}`);
    outputs.push(again.output);
    const second = again.report?.files.find(({ file }) => file === first.file);
    const merged = afterSecond(first, again.report?.errors.length ? undefined : second);
    run.report.files = run.report.files.map((file) => (file === first ? merged : file));
  }
  return ended({ ...run, output: outputs.join("\n") });
}

/**
 * Browser tests; Playwright retries failures in a new process.
 * @param {Options} options
 */
export async function browserTests(options) {
  const retries = `--retries=${options.strict ? 0 : 1}`;
  return ended(await once([...PLAYWRIGHT, retries, ...(options.more ?? [])], options, "browser"));
}

function ended(run) {
  const { passed, failures, flaky } = outcomeOf(run.report, run);
  return {
    ok: failures.length === 0,
    output: run.output,
    count: { passed, failed: failures.length },
    failures,
    flaky,
    durations: (run.report?.files ?? []).map(({ file, ms }) => [file, ms]),
  };
}
