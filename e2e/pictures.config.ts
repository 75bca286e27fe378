import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

// `npm run pictures`: the pictures of the README and the docs, taken from the running product on
// its sample data.
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "documentation-pictures.ts",
  globalSetup: "./global-setup.ts",
  workers: 1,
  timeout: 900_000,
  projects: base.projects?.filter(({ name }) => name === "browser").map(({ grep: _, ...project }) => project),
});
