import { expectAccessible, expectAccessibleEverywhere } from "./accessible";
import { aFolder, alive, startApp } from "./app";
import { expect, failOnConsoleErrors, formIsLive, signIn, test } from "./fixtures";

// The way in: the first visit, signing in and out, and what a start leaves behind.

test("first visit: the one-time link makes the first admin, once; a killed launcher takes its children along, a stop too", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const dataDir = aFolder("setup");
  let app = await startApp({ COUNTERSIGN_DATA_DIR: dataDir });
  try {
    await expect.poll(app.output).toContain("/setup?token=");
    const link = /(http\S+\/setup\?token=\S+)/.exec(app.output())?.[1] ?? "";
    const context = await browser.newContext();
    const page = await context.newPage();
    failOnConsoleErrors(page);
    await page.goto(link);
    await formIsLive(page);
    await page.getByLabel("Your name").fill("Maya");
    await page.getByLabel("E-mail address").fill("maya@example.test");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create the account" }).click();
    await expect(page.getByText(/at least 12/i).first()).toBeVisible();
    await expect(page.getByLabel("Your name")).toHaveValue("Maya");
    await expect(page.getByLabel("E-mail address")).toHaveValue("maya@example.test");
    await expectAccessible(page);
    await page.getByLabel("Password", { exact: true }).fill("a few words in a row");
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.waitForURL("**/start");
    await expect(page.getByRole("heading", { level: 1, name: "Getting started" })).toBeVisible();
    const again = await (await browser.newContext()).newPage();
    await again.goto(link);
    await expect(again.getByText("Countersign is already set up")).toBeVisible();
    await context.close();
    await again.context().close();
    // A second start on the same data directory is refused in one line.
    await expect(startApp({ COUNTERSIGN_DATA_DIR: dataDir })).rejects.toThrow(
      /another Countersign already runs/,
    );
    app.child.kill("SIGKILL");
    const health = () =>
      fetch(`${app.url}/api/health`)
        .then(() => "up")
        .catch(() => "down");
    await expect.poll(health, { timeout: 15_000 }).toBe("down");
    app = await startApp({ COUNTERSIGN_DATA_DIR: dataDir });
    expect(app.output()).toContain("was still running");
  } finally {
    const { pid } = app.child;
    expect(await app.stop()).toBe(0);
    expect(alive(pid ?? 0)).toBe(false);
  }
});

test("wrong words let nobody in and keep what was typed", async ({ app, page }) => {
  await page.goto(`${app.url}/signin`);
  await formIsLive(page);
  await page.getByLabel("E-mail address").fill(app.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText(/password/i);
  await expect(page.getByLabel("E-mail address")).toHaveValue(app.admin.email);
});

test("signing in leads to where one wanted to go, never elsewhere; signing out ends the session", async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await page.goto("/approvals?view=decided");
  await page.waitForURL("**/signin**");
  await formIsLive(page);
  await page.getByLabel("E-mail address").fill(app.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(app.admin.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/approvals?view=decided");
  const cookies = await context.cookies();
  await page
    .getByRole("button", { name: /e2e|admin|account|menu/i })
    .first()
    .click();
  await page
    .getByRole("button", { name: "Sign out" })
    .or(page.getByRole("menuitem", { name: "Sign out" }))
    .first()
    .click();
  await page.waitForURL("**/signin**");
  // The cookie of before is worth nothing now: the session is gone on the server.
  await context.addCookies(cookies);
  await page.goto("/approvals");
  await page.waitForURL("**/signin**");
  await page.goto("/signin?callbackUrl=https://evil.example/");
  await signIn(page, app.admin.email, app.admin.password);
  expect(new URL(page.url()).origin).toBe(new URL(app.url).origin);
  await context.close();
});

test("the sign-in page is accessible everywhere", async ({ app, browser }) => {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  failOnConsoleErrors(page);
  await page.goto("/signin");
  await expectAccessibleEverywhere(page);
  await context.close();
});
