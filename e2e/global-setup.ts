import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { databaseOf, makeFolder, makeTemplate, removeFolder, saveAppInfo, startWithGateway } from "./app";
import { madeBy } from "./made";

// Among the packages: what lies elsewhere is compiled once more by each process of the tests.
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

/** One app for all specs, set up headless; each spec makes its own tenants and rows. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  mkdirSync("test-results", { recursive: true });
  makeFolder();
  const { app, info } = await startWithGateway({ COUNTERSIGN_DESIGN_PAGE: "on" });
  // After the start, which generates the database's client where it is missing.
  await bundleMaking();
  await makeTemplate(app.dataDir);
  saveAppInfo({ ...info, database: await databaseOf(app.dataDir), output: app.output() });
  return async () => {
    await app.stop();
    await removeFolder();
  };
}
