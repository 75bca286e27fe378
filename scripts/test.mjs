// `npm test` and `npm run check`: all checks, from a new clone. The last line is the result.
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { overBudget } from "./budget.mjs";
import { checkBundles } from "./bundle-size.mjs";
import { ensurePackages } from "./install.mjs";
import { runNode } from "./run.mjs";
import { sayProgress } from "./test/progress.mjs";
import { browserTests, unitTests } from "./test/tests.mjs";

const FAST = process.argv.includes("--fast");

/** A failed test is retried, unless `STRICT=1`. */
const strict = process.env.STRICT === "1";

/**
 * Time budget of each step in seconds, over all files on two cores. Exceeding it is only reported.
 */
const SECONDS_MAX = { unit: 520, browser: 900 };

/** Number of slowest files to list. */
const SLOWEST = 10;

const totals = { passed: 0, failed: 0 };

/** Repeated at the end, because people often read only part of a long log. */
const said = { failed: [], flaky: [], slow: [] };

const progress = sayProgress();

/** Node and browsers write to the home folder; an unwritable one is replaced. */
function environment(scratch) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
  try {
    accessSync(os.homedir(), constants.W_OK);
  } catch {
    env.HOME = scratch;
  }
  return env;
}

/**
 * Runs one step and prints a line, with its output on failure; `work` may provide a progress
 * reader.
 */
async function step(name, work) {
  const began = performance.now();
  let read = () => "";
  const end = progress.begin(name, () => read());
  let result;
  try {
    result = await work((how) => {
      read = how;
    });
  } catch (error) {
    result = { ok: false, output: error.stack ?? String(error) };
  } finally {
    end();
  }
  const { ok, output = "", note = "", count = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 } } = result;
  totals.passed += count.passed;
  totals.failed += count.failed;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  progress.line(`${ok ? "ok  " : "FAIL"} ${name}${note ? ` (${note})` : ""} ${seconds} s`);
  for (const [file, ms] of result.slowest ?? [])
    progress.line(`     ${(ms / 1_000).toFixed(1).padStart(6)} s ${file}`);
  said.flaky.push(...(result.flaky ?? []));
  said.slow.push(...(result.slow ?? []));
  if (!ok) {
    const told = result.failures?.length ? result.failures : [name];
    said.failed.push(...told);
    progress.line([...told.map((line) => `  failed: ${line}`), output.trimEnd()].join("\n"));
  }
  return ok;
}

function withCost(result, secondsMax) {
  const all = result.durations.toSorted((a, b) => b[1] - a[1]);
  return {
    ...result,
    slowest: all.slice(0, SLOWEST),
    slow: overBudget(all, secondsMax),
    note: `${result.count.passed} passed, ${result.count.failed} failed`,
  };
}

const unitStep = (scratch, env) =>
  step("unit and integration", async (onProgress) =>
    withCost(await unitTests({ scratch, env, strict, onProgress }), SECONDS_MAX.unit),
  );

const browserStep = (scratch, env, browser) =>
  step("end to end", async (onProgress) => {
    if (!browser) return { ok: false, output: "not run: the build or the browser is missing" };
    const all = { ...env };
    if (browser.file) all.CHROMIUM_PATH = browser.file;
    if (browser.shell) all.CHROMIUM_SHELL_PATH = browser.shell;
    const result = await browserTests({ scratch, env: all, strict, onProgress });
    return withCost(result, SECONDS_MAX.browser);
  });

/** tsc checks generated route types too. */
const typesStep = (node) =>
  step("types", async () => {
    const types = await node("node_modules/next/dist/bin/next", "typegen");
    return types.ok ? node("node_modules/typescript/bin/tsc", "--noEmit") : types;
  });

async function sourceSteps(node) {
  await step("lint", () => node("node_modules/@biomejs/biome/bin/biome", "check", "."));
  await step("layers", () => node("scripts/check-layers.mjs"));
  await step("unused", () => node("node_modules/knip/bin/knip.js", "--no-progress"));
  await step("schema", () => node("scripts/schema-diff.mjs", "--exit-code"));
}

async function packages() {
  const end = progress.begin("packages");
  try {
    if (await ensurePackages(progress.line)) progress.line("packages installed");
  } finally {
    end();
  }
}

async function main() {
  await packages();
  const scratch = mkdtempSync(path.join(os.tmpdir(), "countersign-test-"));
  const env = environment(scratch);
  const node = (...args) => runNode(args, { env });
  const { ensureBuild, ensurePrograms } = await import("./build.mjs");
  await step("programs", async () => ({ ok: true, note: (await ensurePrograms()) ? "built" : "up to date" }));
  // Read-only steps run in parallel; compiler and the rest take about the same time.
  await Promise.all([typesStep(node), sourceSteps(node)]);
  await unitStep(scratch, env);
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
    await browserStep(scratch, env, built && found && browser);
  }
  rmSync(scratch, { recursive: true, force: true });
  for (const [word, lines] of Object.entries(said))
    for (const line of lines) progress.line(`${word}: ${line}`);
  progress.line(`${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

main().catch((error) => {
  console.error(error.message);
  console.log(`${totals.passed} passed, ${totals.failed + 1} failed`);
  process.exit(1);
});
