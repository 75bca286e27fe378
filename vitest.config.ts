import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["{app,components,gateway,lib,scripts}/**/*.test.{ts,tsx,mjs}"],
    globalSetup: ["scripts/vitest-setup.mjs"],
    env: { NODE_ENV: "test" },
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
