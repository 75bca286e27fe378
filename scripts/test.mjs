// `npm test` and `npm run check`: everything that must hold, from a fresh clone. The last line counts.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "./install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FAST = process.argv.includes("--fast");
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const totals = { passed: 0, failed: 0 };

/** @typedef {{ passed: number, failed: number }} Count */

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: String(error) }));
    child.on("exit", (code) => resolve({ ok: code === 0, output }));
  });
}

const node = (args, env) => run(process.execPath, args, env);

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
  if (!ok) console.log(output.trimEnd());
  return ok;
}

/** A report's counts; no report, no test, or a run that ended badly without a failed test is a failure. */
function counted(result, file, read) {
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0 };
  const ok = result.ok && count.failed === 0 && count.passed > 0;
  if (!ok && count.failed === 0) count.failed = 1;
  return { ...result, ok, count, note: `${count.passed} passed` };
}

/** Skipped tests count as failed: a test that does not run proves nothing. */
const vitestCount = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numTotalTests -
    report.numPassedTests +
    (report.numFailedTestSuites && !report.numFailedTests ? 1 : 0),
});
const playwrightCount = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
});

/** An installed Chromium, else Playwright's own download, else Debian's package. */
function findBrowser() {
  const installed = [process.env.CHROMIUM_PATH, ...CHROMIUM].find((file) => file && existsSync(file));
  if (installed) return { ok: true, note: installed };
  const playwright = path.join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  const download = spawnSync(process.execPath, [playwright, "install", "chromium"], {
    encoding: "utf8",
    timeout: 300_000,
  });
  if (download.status === 0) return { ok: true, note: "downloaded by Playwright" };
  const shell =
    "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation";
  const packaged = spawnSync("sh", ["-c", shell], {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  const ok = packaged.status === 0 && existsSync(CHROMIUM[0]);
  return {
    ok,
    note: ok ? "Debian's package" : "",
    output: `no Chromium: install one and set CHROMIUM_PATH\n${download.stderr}${packaged.stderr}`,
  };
}

async function main() {
  if (ensurePackages()) console.log("packages installed");
  const scratch = mkdtempSync(path.join(os.tmpdir(), "countersign-test-"));
  const { ensureBuild, ensureClient } = await import("./build.mjs");
  await step("client", () => ({ ok: true, note: ensureClient() ? "generated" : "up to date" }));
  // Route types are part of what tsc checks.
  await step("types", async () => {
    const types = await node(["node_modules/next/dist/bin/next", "typegen"]);
    return types.ok ? node(["node_modules/typescript/bin/tsc", "--noEmit"]) : types;
  });
  await step("lint", () => node(["node_modules/@biomejs/biome/bin/biome", "check", "."]));
  await step("layers", () => node(["scripts/check-layers.mjs"]));
  await step("schema", () => node(["scripts/schema-diff.mjs", "--exit-code"]));
  await step("unit and integration", async () => {
    const file = path.join(scratch, "vitest.json");
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ];
    return counted(await node(args), file, vitestCount);
  });
  if (!FAST) {
    const built = await step("production build", () => ({
      ok: true,
      note: ensureBuild() ? "built" : "up to date",
    }));
    const browser = built && (await step("browser", findBrowser));
    await step("end to end", async () => {
      if (!browser) return { ok: false, output: "not run: the build or the browser is missing" };
      const file = path.join(scratch, "playwright.json");
      const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
      return counted(
        await node(["node_modules/@playwright/test/cli.js", "test"], env),
        file,
        playwrightCount,
      );
    });
  }
  rmSync(scratch, { recursive: true, force: true });
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

main().catch((error) => {
  console.error(error.message);
  console.log(`${totals.passed} passed, ${totals.failed + 1} failed`);
  process.exit(1);
});
