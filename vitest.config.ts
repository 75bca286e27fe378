import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ROOT = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const FOLDERS = ["app", "components", "gateway", "lib", "sample", "scripts"];

/** What a test file names that starts processes. */
const STARTS =
  /node:child_process|\/(?:harness|processes|served|workers)"|(?:postgres|shared-server|replica-server)\.mjs"/;

/** A process has names for five hundred statements; once they are used up, none more is prepared. */
const PREPARES = "lib/core/transaction.test.ts";

const starts = ({ moduleId }: TestSpecification) => STARTS.test(readFileSync(moduleId, "utf8"));

/**
 * The memory of a process is entered anew for each that it starts: 16 ms of processor time with half a gigabyte, a third of one with little.
 * The files of a process fill it one after the other, so those that start others come first, behind the one that prepares statements.
 */
class StartersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = sorted.filter(({ moduleId }) => moduleId.endsWith(PREPARES));
    const others = sorted.filter((file) => !first.includes(file));
    return [...first, ...others.filter(starts), ...others.filter((file) => !starts(file))];
  }
}

export default defineConfig({
  resolve: {
    alias: {
      // The same as the paths of tsconfig.json, which everything else reads.
      "@": ROOT,
      "server-only": `${ROOT}/node_modules/server-only/empty.js`,
      // There is no request around a test: it says itself what Next would.
      "next/headers": `${ROOT}/lib/testing/request.ts`,
    },
  },
  test: {
    globalSetup: ["scripts/vitest-setup.mjs"],
    // The append to the trail is the last statement of every transaction, and no file leaves anything behind for the next one: a test of
    // anything fails where it is not so.
    setupFiles: ["lib/testing/last-statement.ts", "lib/testing/leftovers.ts"],
    include: FOLDERS.map((folder) => `${folder}/**/*.test.{ts,tsx,mjs}`),
    env: { NODE_ENV: "test" },
    // Loading the modules takes longer than most files' tests, so the files of a process share them.
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: StartersFirst },
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
