import { spawnSync } from "node:child_process";
import type { Browser, BrowserContext } from "@playwright/test";
import { newKey, type RunningApp, startApp } from "./app";
import { Api, broadcast, expect, signIn, test } from "./fixtures";

// The processes of one start: what the others do while one is gone, and that it comes back.

const ADMIN = { email: "processes@example.test", password: "a few words in a row" };

// One app for all of them: otherwise each worker starts its own.
test.describe.configure({ mode: "default" });

let app: RunningApp;
let api: Api;
const key = newKey();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    COUNTERSIGN_INIT_GATEWAY: "processes-gateway",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
  });
  api = new Api(app.url, key);
});

test.afterAll(async () => {
  await app?.stop();
});

/** A browser of nobody, patient: a process that just started takes long over its first page on a busy machine. */
async function aPatientBrowser(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: app.url });
  context.setDefaultNavigationTimeout(60_000);
  return context;
}

/** The one process of the app whose command line has this word. */
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

test("gateways are answered and an open page lives on while the pages process is killed and comes back", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { id } = await api.aPendingApproval();
  const page = await (await aPatientBrowser(browser)).newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/approvals/${id}`);
  const door = processOf(API);
  const killed = processOf(PAGES);
  process.kill(killed, "SIGKILL");
  const seen = new Set<number>();
  const answered: number[] = [];
  while (!seen.has(200) || seen.size < 2) {
    answered.push((await api.send("POST", "/api/v1/authorize", broadcast())).status);
    seen.add(await statusOf("/signin"));
  }
  expect(new Set(answered)).toEqual(new Set([202]));
  expect([...seen].toSorted()).toEqual([200, 503]);
  expect(processOf(API)).toBe(door);
  expect(processOf(PAGES)).not.toBe(killed);
  await expect.poll(() => statusOf("/api/ready")).toBe(200);
  await api.send("POST", `/api/v1/approvals/${id}/cancel`, {});
  await expect(page.getByText(/cancelled/i).first()).toBeVisible({ timeout: 20_000 });
  await page.context().close();
});

test("a person who opens a page while none is made reads that, and then the page", async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await (await aPatientBrowser(browser)).newPage();
  process.kill(processOf(PAGES), "SIGKILL");
  const answer = await page.goto("/signin");
  expect([answer?.status(), answer?.headers()["retry-after"]]).toEqual([503, "2"]);
  await expect(page.getByRole("heading", { name: "Countersign is starting" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible({ timeout: 60_000 });
  await page.context().close();
});

test("the API process is started again when it is killed, and the pages process stays", async () => {
  test.setTimeout(180_000);
  const pages = processOf(PAGES);
  process.kill(processOf(API), "SIGKILL");
  await expect.poll(() => statusOf("/api/ready"), { timeout: 30_000 }).toBe(200);
  expect((await api.send("POST", "/api/v1/authorize", broadcast())).status).toBe(202);
  expect(await statusOf("/signin")).toBe(200);
  expect(processOf(PAGES)).toBe(pages);
});

test("a page that was just read and its stream share one place: nothing is read a second time", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const context = await aPatientBrowser(browser);
  const page = await context.newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  // From the first stream on, the process hears of changes.
  await expect.poll(() => placeIn(context)).not.toBe("0");
  await api.aPendingApproval();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const after = await placeIn(context);
  expect(Number(after)).toBeGreaterThan(0);
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
  test.setTimeout(180_000);
  const alone = await startApp({ ...app.again, COUNTERSIGN_DATA_DIR: app.dataDir, COUNTERSIGN_ROLE: "api" });
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
