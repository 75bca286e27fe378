import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const ROOT = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const FOLDERS = ["app", "components", "gateway", "lib", "sample", "scripts"];

/** What a test file leaves behind in its process: another environment or clock, a module that it replaced, or a guard on every server. */
const LEAVES =
  /\bprocess\.env\.\w+( \})? =[^=]|\bassign\(process\.env\b|\bvi\.(mock|spyOn|stubEnv|useFakeTimers)\b|node:async_hooks|node:child_process|\bwatchAnswers\b/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(`${ROOT}/${folder}`, { encoding: "utf8", recursive: true }).map((file) => `${folder}/${file}`),
).filter((file) => /\.test\.(ts|tsx|mjs)$/.test(file));
const alone = files.filter((file) => LEAVES.test(readFileSync(`${ROOT}/${file}`, "utf8")));
const together = files.filter((file) => !alone.includes(file));

const shared = {
  // The same as the paths of tsconfig.json, which everything else reads.
  resolve: { alias: { "@": ROOT, "server-only": `${ROOT}/node_modules/server-only/empty.js` } },
};
// The append to the trail is the last statement of every transaction; a test of anything fails where it is not.
const setupFiles = ["lib/testing/last-statement.ts"];
const each = {
  env: { NODE_ENV: "test" },
  pool: "forks",
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    globalSetup: ["scripts/vitest-setup.mjs"],
    maxWorkers: 2,
    projects: [
      // Loading the modules takes longer than most files' tests, so the files of a process share them.
      { ...shared, test: { ...each, setupFiles, name: "together", include: together, isolate: false } },
      { ...shared, test: { ...each, setupFiles, name: "alone", include: alone } },
    ],
  },
});
