import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import * as postgres from "../scripts/postgres.mjs";
import { expectAccessible } from "./accessible";
import { aFolder, newKey, type RunningApp, startApp } from "./app";
import { Api, broadcast, expect, press, signIn, test } from "./fixtures";

// What people and gateways see while part of the product is away: the database, one process, or
// everything. Has its own database server and app.

const ADMIN = { email: "outage@example.test", password: "a few words in a row" };
const ROUNDS = 3;

// One app for all tests; otherwise each worker starts its own.
test.describe.configure({ mode: "default" });

let cluster: string;
let server: postgres.Server;
let settings: Record<string, string>;
let app: RunningApp;
let api: Api;
const key = newKey();

const goAway = () => postgres.stop(cluster);
const comeBack = () => postgres.start(cluster, { port: server.port });

test.beforeAll(async () => {
  cluster = path.join(aFolder("outage"), "pg");
  server = await postgres.start(cluster);
  settings = { DATABASE_URL: server.ownerUrl, AUTH_SECRET: randomBytes(32).toString("base64url") };
  app = await startApp({
    ...settings,
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    COUNTERSIGN_INIT_GATEWAY: "outage-gateway",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
  });
  api = new Api(app.url, key);
});

test.afterAll(async () => {
  await app?.stop();
  if (cluster) await postgres.stop(cluster);
});

test("a form says that nothing was stored and keeps what was typed; a page says what is away and comes back", async ({
  browser,
}) => {
  const { id } = await api.aPendingApproval();
  // Not `failOnConsoleErrors`: a browser logs each error response.
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
  await expect(other.getByRole("heading", { name: "The database is not available" })).toBeVisible();
  await expectAccessible(other);

  await comeBack();
  await expect(other.getByRole("heading", { name: "The database is not available" })).toBeHidden({
    timeout: 60_000,
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
    await expect(page.getByText(/Rejection recorded|Rejected “/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  expect(await api.approval(id)).toMatchObject({ decision: "rejected" });
  await context.close();
});

/** Requests the page in a loop until stopped, and counts the statuses. */
function reading(page: Page, where: string) {
  const statuses = new Map<number, number>();
  let stopped = false;
  const loop = async () => {
    while (!stopped) {
      const status = (await page.request.get(where, { maxRedirects: 0, timeout: 60_000 })).status();
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
      await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(before);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

test("no page is a mistake of ours while the database restarts under it", async ({ browser }) => {
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

/**
 * A signed-out browser with long timeouts: a new process takes long for its first page on a busy
 * machine.
 */
async function aPatientBrowser(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: app.url });
  context.setDefaultNavigationTimeout(60_000);
  return context;
}

/** The app's only process whose command line contains this word. */
function processOf(word: RegExp): number {
  const { stdout } = spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(app.child.pid)], {
    encoding: "utf8",
  });
  const found = stdout.split("\n").filter((line) => word.test(line));
  expect(found, stdout).toHaveLength(1);
  return Number.parseInt(found[0] ?? "", 10);
}

const PAGES = /countersign pages/;
const API = /api\.mjs/;

const statusOf = (path: string) =>
  fetch(app.url + path, { redirect: "manual" }).then(
    ({ status }) => status,
    () => 0,
  );

test("while the pages process is killed and comes back, gateways are answered, an open page lives on, and a new one says so", async ({
  browser,
}) => {
  const { id } = await api.aPendingApproval();
  const page = await (await aPatientBrowser(browser)).newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/approvals/${id}`);
  const door = processOf(API);
  const killed = processOf(PAGES);
  const stranger = await (await aPatientBrowser(browser)).newPage();
  process.kill(killed, "SIGKILL");
  const met = await stranger.goto("/signin");
  expect([met?.status(), met?.headers()["retry-after"]]).toEqual([503, "2"]);
  await expect(stranger.getByRole("heading", { name: "Countersign is starting" })).toBeVisible();
  const seen = new Set<number>();
  const answered: number[] = [];
  while (!seen.has(200)) {
    answered.push((await api.send("POST", "/api/v1/authorize", broadcast())).status);
    seen.add(await statusOf("/signin"));
  }
  expect(new Set(answered)).toEqual(new Set([202]));
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(processOf(API)).toBe(door);
  expect(processOf(PAGES)).not.toBe(killed);
  await expect(stranger.getByRole("button", { name: "Sign in", exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await stranger.context().close();
  await expect.poll(() => statusOf("/api/ready")).toBe(200);
  await api.send("POST", `/api/v1/approvals/${id}/cancel`, {});
  await expect(page.getByText(/cancelled/i).first()).toBeVisible({ timeout: 60_000 });
  await page.context().close();
});

test("the API process is started again when it is killed, and the pages process stays", async () => {
  const pages = processOf(PAGES);
  process.kill(processOf(API), "SIGKILL");
  await expect.poll(() => statusOf("/api/ready"), { timeout: 60_000 }).toBe(200);
  expect((await api.send("POST", "/api/v1/authorize", broadcast())).status).toBe(202);
  expect(await statusOf("/signin")).toBe(200);
  expect(processOf(PAGES)).toBe(pages);
});

test("a page that was just read and its stream share one place: nothing is read a second time", async ({
  browser,
}) => {
  const context = await aPatientBrowser(browser);
  const page = await context.newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  // The process hears of changes from its first stream on.
  await expect.poll(() => placeIn(context)).not.toBe("0");
  await api.aPendingApproval();
  // The change reaches the process a moment after the answer.
  await expect.poll(async () => Number(await placeIn(context))).toBeGreaterThan(0);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const after = await placeIn(context);
  const leave = new AbortController();
  const stream = await fetch(`${app.url}/api/live?after=${after}`, {
    headers: { cookie, accept: "text/event-stream" },
    signal: leave.signal,
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await api.aPendingApproval();
  let told = "";
  while (!told.includes("event: change")) told += (await reader?.read())?.value ?? "";
  leave.abort();
  expect(told).not.toContain("event: reset");
  await context.close();

  async function placeIn({ request }: typeof context): Promise<string | undefined> {
    const html = await (await request.get("/approvals")).text();
    return /\\"place\\":(-?\d+)/.exec(html)?.[1];
  }
});

test("the API alone serves no pages, and gateways see no difference", async () => {
  const alone = await startApp({ ...settings, COUNTERSIGN_DATA_DIR: app.dataDir, COUNTERSIGN_ROLE: "api" });
  try {
    const there = new Api(alone.url, key);
    const { id } = await there.aPendingApproval();
    expect(await api.approval(id)).toMatchObject({ id, decision: "pending" });
    const page = await fetch(`${alone.url}/approvals`);
    expect([page.status, (await page.json()).code]).toEqual([404, "NOT_FOUND"]);
  } finally {
    await alone.stop();
  }
});

test("a page waits for a server that is started again, with what was typed, and decides then", async ({
  browser,
}) => {
  const { url } = app;
  const { id } = await api.aPendingApproval();
  // Not `failOnConsoleErrors`: a browser logs each refused connection.
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.clock.install();
  await page.goto(`/approvals/${id}`);
  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: /^Reject/ }).first(), dialog);
  const reason = dialog.getByLabel("In your words");
  await reason.fill("Not before the board has agreed");

  await app.stop();
  const paused = page.getByText("Live updates paused");
  await expect(paused).toBeVisible({ timeout: 60_000 });
  // Longer than a page without a server takes to refresh itself.
  await page.clock.runFor(8_000);
  await expect(reason).toHaveValue("Not before the board has agreed");

  app = await startApp({
    ...settings,
    COUNTERSIGN_DATA_DIR: app.dataDir,
    PORT: new URL(url).port,
    PUBLIC_URL: url,
  });
  await expect(paused).toBeHidden({ timeout: 60_000 });
  await expect(reason).toHaveValue("Not before the board has agreed");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(/Rejection recorded|Rejected “/).first()).toBeVisible();
  expect(await api.approval(id)).toMatchObject({ decision: "rejected" });
  await page.context().close();
});
