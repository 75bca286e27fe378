import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import {
  databaseOf,
  freePort,
  makeFolder,
  makeTemplate,
  newKey,
  newSecret,
  removeFolder,
  saveAppInfo,
  startApp,
} from "./app";
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
  await bundleMaking();
  const callbackPort = await freePort();
  const admin = { email: "admin@example.test", password: "correct horse battery staple" };
  const gateway = {
    name: "e2e-gateway",
    key: newKey(),
    secret: newSecret(),
    callbackPort,
    callbackUrl: `http://127.0.0.1:${callbackPort}/hooks/countersign`,
  };
  const app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: admin.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: admin.password,
    COUNTERSIGN_INIT_GATEWAY: gateway.name,
    COUNTERSIGN_INIT_GATEWAY_KEY: gateway.key,
    COUNTERSIGN_INIT_GATEWAY_SECRET: gateway.secret,
    COUNTERSIGN_INIT_GATEWAY_CALLBACK_URL: gateway.callbackUrl,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme,globex",
    COUNTERSIGN_DESIGN_PAGE: "on",
  });
  await makeTemplate(app.dataDir);
  const database = await databaseOf(app.dataDir);
  saveAppInfo({ url: app.url, dataDir: app.dataDir, admin, gateway, database, output: app.output() });
  return async () => {
    await app.stop();
    await removeFolder();
  };
}
