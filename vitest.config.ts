import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const ROOT = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

export default defineConfig({
  // The same as the paths of tsconfig.json, which everything else reads.
  resolve: { alias: { "@": ROOT, "server-only": `${ROOT}/node_modules/server-only/empty.js` } },
  test: {
    include: ["{app,components,gateway,lib,sample,scripts}/**/*.test.{ts,tsx,mjs}"],
    globalSetup: ["scripts/vitest-setup.mjs"],
    env: { NODE_ENV: "test" },
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
