import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { databaseOf, makeFolder, makeTemplate, removeFolder, saveAppInfo, startWithGateway } from "./app";
import { madeBy } from "./made";

// In node_modules: elsewhere each test process would compile it again.
const MAKING = path.resolve("node_modules", ".cache", "countersign", "making.mjs");

async function bundleMaking(): Promise<void> {
  await build({
    entryPoints: ["e2e/making.ts"],
    outfile: MAKING,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
  });
  madeBy(MAKING);
}

/** One app for all specs, set up headless; each spec creates its own tenants and rows. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  mkdirSync("test-results", { recursive: true });
  makeFolder();
  const { app, info } = await startWithGateway({ COUNTERSIGN_DESIGN_PAGE: "on" });
  // After the start, which generates the database client if it is missing.
  await bundleMaking();
  await makeTemplate(app.dataDir);
  saveAppInfo({ ...info, database: await databaseOf(app.dataDir), output: app.output() });
  return async () => {
    await app.stop();
    await removeFolder();
  };
}
