import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Page } from "@playwright/test";
import * as postgres from "../scripts/postgres.mjs";
import { expectAccessible } from "./accessible";
import { aFolder, newKey, type RunningApp, startApp } from "./app";
import { Api, expect, press, signIn, test } from "./fixtures";

// What people and gateways see while the database is away but the product runs: a server of this file's own, so that it can be.

const ADMIN = { email: "outage@example.test", password: "a few words in a row" };
const ROUNDS = 3;

// One app for all of them: otherwise each worker starts its own.
test.describe.configure({ mode: "default" });

let cluster: string;
let server: postgres.Server;
let app: RunningApp;
const key = newKey();

const goAway = () => postgres.stop(cluster);
const comeBack = () => postgres.start(cluster, { port: server.port });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  cluster = path.join(aFolder("outage"), "pg");
  server = await postgres.start(cluster);
  app = await startApp({
    DATABASE_URL: server.ownerUrl,
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    COUNTERSIGN_INIT_GATEWAY: "outage-gateway",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
  });
});

test.afterAll(async () => {
  await app?.stop();
  if (cluster) await postgres.stop(cluster);
});

test("a form says that nothing was stored and keeps what was typed; a page says what is away and comes back", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const api = new Api(app.url, key);
  const { id } = await api.aPendingApproval();
  // Not `failOnConsoleErrors`: a browser logs each answer that is an error.
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/approvals/${id}`);
  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: /^Reject/ }).first(), dialog);
  const reason = dialog.getByLabel("In your words");
  await reason.fill("Not before the board has agreed");

  await goAway();
  const refused = await api.send("GET", `/api/v1/approvals/${id}`);
  expect(refused).toMatchObject({ status: 503, json: { code: "UNAVAILABLE", retryable: true } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(/The database cannot be reached. Nothing was stored/).first()).toBeVisible();
  await expect(reason).toHaveValue("Not before the board has agreed");

  const other = await context.newPage();
  const answer = await other.goto("/approvals");
  expect(answer?.status()).toBe(503);
  expect(Number(answer?.headers()["retry-after"])).toBeGreaterThan(0);
  await expect(other.getByRole("heading", { name: "The database cannot be reached" })).toBeVisible();
  await expectAccessible(other);

  await comeBack();
  await expect(other.getByRole("heading", { name: "The database cannot be reached" })).toBeHidden({
    timeout: 20_000,
  });
  await expect(
    other
      .getByText(/10,412 contacts/)
      .filter({ visible: true }) // the bell's closed list names the call too
      .first(),
  ).toBeVisible();
  await expect(reason).toHaveValue("Not before the board has agreed");
  await expect(async () => {
    if (await dialog.isVisible())
      await dialog.getByRole("button", { name: "Reject" }).click({ timeout: 3_000 });
    await expect(page.getByText(/Rejection recorded/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  expect(await api.approval(id)).toMatchObject({ decision: "rejected" });
  await context.close();
});

/** Asks for the page without a pause until told to stop, and counts the statuses. */
function reading(page: Page, where: string) {
  const statuses = new Map<number, number>();
  let stopped = false;
  const loop = async () => {
    while (!stopped) {
      const status = (await page.request.get(where, { maxRedirects: 0, timeout: 30_000 })).status();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const loops = [loop(), loop(), loop(), loop()];
  const read = () => statuses.get(200) ?? 0;
  return {
    statuses,
    /** Resolves once the page was read again. */
    onceMore: async () => {
      const before = read();
      await expect.poll(read, { timeout: 30_000 }).toBeGreaterThan(before);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

test("no page is a mistake of ours while the database restarts under it", async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  for (let round = 0; round < ROUNDS; round += 1) {
    const pages = reading(page, ["/approvals", "/gateways", "/activity"][round] ?? "/");
    await pages.onceMore();
    await goAway();
    await comeBack();
    await pages.onceMore();
    await pages.stop();
    expect([...pages.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  }
  await page.context().close();
});
