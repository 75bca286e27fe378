import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { cli, type RunningApp, startApp } from "./app";
import { expect, failOnConsoleErrors, readerOf, signIn, test } from "./fixtures";

// An installation has one sample workspace, so this file has its own installation, empty at first.

// Mostly one browser going from page to page, which is slow on a busy machine.
test.describe.configure({ mode: "serial" });

const PASSWORD = "correct horse battery staple";
const OFFER = "Look around with sample data";
const LOAD = "Load a sample workspace";
const REMOVE = "Remove the sample workspace…";
const BANNER = "Sample data is on.";
// Its worker makes some thousand rows a second when the machine is not busy with other specs.
const MADE_MS = 60_000;

let app: RunningApp;

test.beforeAll(async () => {
  app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: "admin@example.test",
    COUNTERSIGN_INIT_ADMIN_PASSWORD: PASSWORD,
  });
  const person = ["--email", "viewer@example.test", "--name", "Vera", "--role", "viewer"];
  await cli(app.dataDir, ["user", "create", ...person, "--password-stdin"], `${PASSWORD}\n`, app.again);
});
test.afterAll(async () => {
  await app.stop();
});

const signedIn = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>();

async function enter(browser: Browser, who: "admin" | "viewer"): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const storageState = signedIn.get(who);
  const timezoneId = "Europe/Lisbon";
  const context = await browser.newContext({ baseURL: app.url, viewport, timezoneId, storageState });
  const page = await context.newPage();
  failOnConsoleErrors(page);
  if (!storageState) {
    await signIn(page, `${who}@example.test`, PASSWORD);
    signedIn.set(who, await context.storageState());
  }
  return page;
}

/** The page content for a person who has signed in before. */
const reading = (browser: Browser, who: "admin" | "viewer") =>
  readerOf(browser, app.url, signedIn.get(who)?.cookies ?? []);

/** By keyboard alone. A new page does not listen yet; once it does, the button disappears. */
async function pressEnter(button: Locator, effect: Locator): Promise<void> {
  await expect(async () => {
    await button.press("Enter", { timeout: 500 }).catch(() => undefined);
    await expect(effect).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

const WITH_OFFER = ["/approvals", "/feedback", "/rationales", "/tools", "/gateways"];
const sampleSection = (page: Page) => page.locator("#sample");

test("pages without rows lead an administrator to it; a viewer sees no button", async ({ browser }) => {
  const admin = await enter(browser, "admin");
  const drawn = await reading(browser, "admin");
  for (const address of WITH_OFFER) {
    await drawn.read(address);
    await expect(drawn.page.getByRole("link", { name: OFFER })).toBeVisible();
  }
  await drawn.page.context().close();
  await admin.goto("/approvals");
  await admin.getByRole("link", { name: OFFER }).click();
  await expect(admin.getByRole("button", { name: LOAD })).toBeInViewport();

  await (await enter(browser, "viewer")).context().close();
  const { page: viewer, read } = await reading(browser, "viewer");
  for (const address of WITH_OFFER) {
    await read(address);
    await expect(viewer.getByRole("main")).not.toBeEmpty();
    await expect(viewer.getByRole("link", { name: OFFER })).toHaveCount(0);
  }
  await read("/start");
  await expect(sampleSection(viewer)).toContainText("An administrator of all tenants can load or remove it.");
  await expect(sampleSection(viewer).getByRole("button")).toHaveCount(0);
  await admin.context().close();
  await viewer.context().close();
});

test("it is loaded with progress, by keyboard", async ({ browser }) => {
  const admin = await enter(browser, "admin");
  await admin.goto("/start");
  const progress = admin.getByRole("progressbar", { name: "Progress" });
  await pressEnter(admin.getByRole("button", { name: LOAD }), progress);
  await expect(sampleSection(admin)).toContainText(/\d+ % · [\d,]+ rows/);
  await expect(admin.getByText("The sample workspace is loaded.")).toBeVisible({ timeout: MADE_MS });
  await expect(admin.getByText(BANNER)).toBeVisible();
  await expect(admin.getByRole("button", { name: LOAD })).toHaveCount(0);
  await admin.context().close();
});

test("every page has something to show", async ({ browser }) => {
  const { page: admin, read } = await reading(browser, "admin");
  const hasRows: Record<string, Locator> = {
    "/approvals?view=all": admin.locator("[data-row]").first(),
    "/approvals?view=decided": admin.getByRole("row").nth(10),
    "/feedback": admin.locator("[data-row]").nth(3),
    "/rationales": admin.locator("[data-row]").nth(10),
    "/tools": admin.locator("[data-row]").nth(10),
    "/tools/findings?view=gone": admin.getByText("Fixed in version").first(),
    "/tools/health": admin.getByRole("cell", { name: "Degraded" }).first(),
    "/tools/cheatsheets": admin.getByRole("link", { name: /stripe/ }).first(),
    "/gateways": admin.getByRole("link", { name: "sample-edge", exact: true }),
    "/settings/tenants": admin.getByText("sample-fernhill").first(),
    "/activity?tenant=sample-halden": admin.getByRole("row").nth(10),
  };
  for (const [address, row] of Object.entries(hasRows)) {
    await read(address);
    await expect(row, address).toBeVisible();
    await expect(admin.getByText(BANNER), address).toBeVisible();
  }
  await read("/approvals?view=all");
  await read((await admin.locator("[data-row] a").first().getAttribute("href")) ?? "");
  await expect(admin.getByRole("region", { name: "Decide" })).toBeVisible();
  const tool = ["--provider", "stripe", "--tool", "create_refund", "--risk", "critical"];
  await cli(app.dataDir, ["tool", "rate", "--gateway", "sample-edge", ...tool], "", app.again);

  const { page: viewer, read: readAsViewer } = await reading(browser, "viewer");
  await readAsViewer("/start");
  await expect(sampleSection(viewer)).toContainText("Fernhill Outdoor");
  await expect(sampleSection(viewer).getByRole("button")).toHaveCount(0);
  await viewer.context().close();
  await admin.context().close();
});

test("its line is hidden for good in one browser", async ({ browser }) => {
  const viewer = await enter(browser, "viewer");
  await viewer.goto("/approvals");
  await viewer.getByRole("button", { name: "Hide the note about sample data" }).click();
  await expect(viewer.getByText(BANNER)).toBeHidden();
  await viewer.goto("/tools");
  await expect(viewer.getByText(BANNER)).toHaveCount(0);
  await viewer.context().close();
});

test("one click takes it away again", async ({ browser }) => {
  const admin = await enter(browser, "admin");
  await admin.goto("/start#sample");
  const confirm = admin.getByRole("dialog").getByRole("button", { name: "Remove it" });
  await pressEnter(admin.getByRole("button", { name: REMOVE }), confirm);
  await expectAccessible(admin);
  await confirm.press("Enter");
  await expect(admin.getByRole("button", { name: LOAD })).toBeVisible({ timeout: MADE_MS });
  await expect(admin.getByText(BANNER)).toHaveCount(0);
  const { page, read } = await reading(browser, "admin");
  for (const address of WITH_OFFER) {
    await read(address);
    await expect(page.getByRole("link", { name: OFFER })).toBeVisible();
    await expect(page.getByText(BANNER)).toHaveCount(0);
  }
  await read("/settings/tenants");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("sample-fernhill")).toHaveCount(0);
  await page.context().close();
  // The activity log keeps what was done to it, by name.
  await admin.goto("/activity");
  await expect(admin.getByRole("row", { name: "rated the tool stripe · create_refund" })).toBeVisible();
  // An open page would report the app that stops after the last test.
  await admin.context().close();
});
