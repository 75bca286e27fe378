import { expectAccessibleEverywhere } from "./accessible";
import { expect, failOnConsoleErrors, formIsLive, signIn, test } from "./fixtures";

// Signing in and out. The first visit is in first-run.spec.ts.

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
  const menu = page.getByRole("button", { name: /e2e|admin|account|menu/i }).first();
  const signOut = page
    .getByRole("button", { name: "Sign out" })
    .or(page.getByRole("menuitem", { name: "Sign out" }))
    .first();
  // Hydration may render the page again, which closes the menu.
  await expect(async () => {
    if (!(await signOut.isVisible())) await menu.click({ timeout: 5_000 });
    await signOut.click({ timeout: 5_000 });
  }).toPass();
  await page.waitForURL("**/signin**");
  // The old cookie is invalid: the server ended the session.
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
