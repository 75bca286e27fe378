import { mkdirSync } from "node:fs";
import {
  databaseOf,
  freePort,
  makeFolder,
  newKey,
  newSecret,
  removeFolder,
  saveAppInfo,
  startApp,
} from "./app";

/** One app for all specs, set up headless; each spec makes its own tenants and rows. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  mkdirSync("test-results", { recursive: true });
  makeFolder();
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
  const database = await databaseOf(app.dataDir);
  saveAppInfo({ url: app.url, dataDir: app.dataDir, admin, gateway, database, output: app.output() });
  return async () => {
    await app.stop();
    await removeFolder();
  };
}
