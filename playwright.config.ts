import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const first = (...files: (string | undefined)[]) => files.find((file) => file && existsSync(file));
const chromium = first(
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
);
const shell = first(process.env.CHROMIUM_SHELL_PATH, "/usr/bin/chromium-headless-shell") ?? chromium;

const launch = (executablePath: string | undefined, more: readonly string[] = []) => ({
  executablePath,
  // As root Chromium has no sandbox to enter; the rest keeps it from looking for the internet.
  args: [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    // The pages of a browser share one process and what it has compiled, and none lives long enough for its scripts to be optimized.
    "--renderer-process-limit=1",
    "--js-flags=--no-opt --no-maglev",
    ...more,
  ],
});

// The shell runs without the process that emulates a graphics card: no test looks at its pixels.
const unseen = launch(shell, ["--disable-gpu"]);

export default defineConfig({
  testDir: "e2e",
  // One name for every platform: the pictures are of our own fonts.
  snapshotPathTemplate: "{testDir}/screens/{arg}{ext}",
  globalSetup: "./e2e/global-setup.ts",
  reporter: [["list"]],
  fullyParallel: true,
  workers: 2,
  // `npm test` gives a test that failed a second try (scripts/test/tests.mjs).
  retries: 0,
  // Only what hangs reaches these: a slow machine does not.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // A trace costs a third of the time: `npm run e2e -- <spec> --trace on` where one is wanted.
    trace: "off",
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
  projects: [
    // Pictures are compared by the pixel, which the shell draws otherwise, and in the shell every window has the focus; for all
    // else it is the same browser at half the cost.
    { name: "browser", grep: /@(pictures|windows)/, use: { launchOptions: launch(chromium) } },
    { name: "shell", grepInvert: /@(pictures|windows)/, use: { launchOptions: unseen } },
  ],
});
