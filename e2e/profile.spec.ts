import type { Page } from "@playwright/test";
import { appInfo } from "./app";
import { expect, failOnConsoleErrors, formIsLive, press, pressKey, signIn, test } from "./fixtures";
import { aPersonWith } from "./made";

// The own profile. Each test has its own person, because preferences apply to all their browsers.

const aViewer = () => aPersonWith("viewer", { name: "Vera Viewer" });

async function profile(page: Page): Promise<void> {
  await page.goto("/settings/profile");
  await formIsLive(page);
}

const root = (page: Page) => page.locator("html");

test("theme and density are kept for every browser, and the first paint is right", async ({
  browser,
  pageOf,
}) => {
  const vera = await aViewer();
  const page = await pageOf(vera);
  await profile(page);
  await page.getByRole("radio", { name: "Compact" }).check();
  await expect(root(page)).toHaveAttribute("data-density", "compact");
  await page.locator("#look").getByRole("radio", { name: "Dark" }).check();
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  // Shown at once, saved after that: a reload in between would end the saving.
  const saved = async () =>
    /<html[^>]*>/.exec(await (await page.request.get("/settings/profile")).text())?.[0];
  await expect
    .poll(saved)
    .toMatch(/data-theme="dark".*data-density="compact"|data-density="compact".*data-theme="dark"/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Compact" })).toBeChecked();

  const other = await browser.newPage({ baseURL: appInfo().url, viewport: { width: 1440, height: 900 } });
  failOnConsoleErrors(other);
  await signIn(other, vera.email, vera.password);
  // The first page after signing in, as the server rendered it.
  const html = await (await other.request.get("/settings/profile")).text();
  expect(html).toContain('data-theme="dark"');
  expect(html).toContain('data-density="compact"');
  await profile(other);
  const button = other.getByRole("button", { name: "Save" });
  expect((await button.boundingBox())?.height).toBe(28);
  await other.getByRole("radio", { name: "Comfortable" }).check();
  await expect.poll(async () => (await button.boundingBox())?.height).toBe(32);
  await other.close();
});

test("a chosen zone wins over the browser's, on every page", async ({ pageOf }) => {
  const vera = await aViewer();
  const page = await pageOf(vera);
  await profile(page);
  const since = page.locator("#sessions time").first();
  await expect(since).toHaveAttribute("title", /WET|UTC|GMT|Lisbon|WEST/);
  await expect(async () => {
    await page.getByRole("combobox", { name: "Time zone" }).fill("kolkata");
    await expect(page.getByRole("option", { name: /Kolkata/ })).toBeVisible({ timeout: 1_500 });
  }).toPass();
  await page
    .getByRole("option", { name: /Kolkata|Calcutta/ })
    .first()
    .click();
  await expect(since).toHaveAttribute("title", /5:30/);
  await page.reload();
  await expect(since).toHaveAttribute("title", /5:30/);
});

test("single keys are changed by pressing them, conflicts are told, and all goes back", async ({
  pageOf,
}) => {
  const page = await pageOf(await aViewer());
  await profile(page);
  const search = page.getByRole("button", { name: "Change the key of: Search" });
  await search.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("Press a key…")).toBeFocused();
  await page.keyboard.press("f");
  await expect(page.getByRole("alert").filter({ hasText: "F already does “Filters”" })).toBeVisible();
  await expect(search).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("b");
  await expect(page.getByRole("button", { name: "Restore the default key of: Search" })).toBeVisible();
  await page.goto("/approvals?view=all");
  await pressKey(page, "b", page.locator('[data-key="search"]:focus'));

  await profile(page);
  await press(page.getByRole("button", { name: "Reset all keys…" }), page.getByRole("dialog"));
  await page.getByRole("button", { name: "Reset them" }).click();
  await expect(page.getByRole("button", { name: "Restore the default key of: Search" })).toHaveCount(0);
  const stored = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("checkbox", { name: "Single keys on" }).uncheck();
  await expect(search).toHaveCount(0);
  // Applies to this page at once, and elsewhere once stored.
  await stored;
  await page.reload();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("name, password and sessions are one's own to change", async ({ pageOf }) => {
  const vera = await aViewer();
  const page = await pageOf(vera);
  const phone = await pageOf(vera);
  await profile(page);
  await page.getByLabel("Name", { exact: true }).fill("Vera Renamed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Vera Renamed/ })).toBeVisible();

  await press(page.getByRole("button", { name: "Change the password…" }), page.getByRole("dialog"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password", { exact: true }).fill("not this one");
  await dialog.getByLabel("New password", { exact: true }).fill("quite another password");
  await dialog.getByRole("button", { name: "Change the password" }).click();
  await expect(dialog.getByText("This is not your current password.").first()).toBeVisible();
  await dialog.getByLabel("Current password", { exact: true }).fill(vera.password);
  await dialog.getByRole("button", { name: "Change the password" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await phone.goto("/settings/profile");
  await expect(phone).toHaveURL(/\/signin/);

  await signIn(phone, vera.email, "quite another password");
  await page.reload();
  const other = page.locator("#sessions li").filter({ hasNotText: "This browser" });
  await expect(other).toHaveCount(1);
  await press(other.getByRole("button", { name: "Sign out…" }), page.getByRole("dialog"));
  await page.getByRole("button", { name: "Sign it out" }).click();
  await expect(other).toHaveCount(0);
  await phone.goto("/settings/profile");
  await signIn(phone, vera.email, "quite another password");
  await page.reload();
  await press(page.getByRole("button", { name: "Sign out all other browsers…" }), page.getByRole("dialog"));
  await page.getByRole("button", { name: "Sign them out" }).click();
  await expect(other).toHaveCount(0);
  await phone.goto("/settings/profile");
  await expect(phone).toHaveURL(/\/signin/);
});

test("a token is shown once, works, and is refused right after it is revoked", async ({ pageOf, app }) => {
  const page = await pageOf(await aViewer());
  await profile(page);
  await press(page.getByRole("button", { name: "Make a token…" }), page.getByRole("dialog"));
  await page.getByRole("button", { name: "Make the token" }).click();
  await expect(page.getByText("a name that says what it is for").first()).toBeVisible();
  await page.getByLabel("What is it for?").fill("nightly export");
  await page.getByRole("button", { name: "Make the token" }).click();
  const secret = await page.getByRole("dialog").locator("code", { hasText: "cst_" }).innerText();
  await page.getByRole("button", { name: "Done" }).click();
  const asks = async () =>
    (await fetch(`${app.url}/api/v1/approvals`, { headers: { authorization: `Bearer ${secret}` } })).status;
  expect(await asks()).toBe(200);
  const row = page.locator("#tokens li").filter({ hasText: "nightly export" });
  await expect(row).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await press(row.getByRole("button", { name: "Revoke…" }), row.page().getByRole("dialog"));
  await page.getByRole("button", { name: "Revoke it" }).click();
  await expect(row.getByText("revoked")).toBeVisible();
  expect(await asks()).toBe(401);
});

test("notifications are wished for and the browser is asked", async ({ pageOf }) => {
  const page = await pageOf(await aViewer(), { permissions: ["notifications"] });
  await profile(page);
  const kept = () => page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await Promise.all([kept(), page.getByRole("checkbox", { name: "Notify me" }).check()]);
  await Promise.all([kept(), page.getByLabel("Only for calls of at least this risk").selectOption("high")]);
  await expect(page.getByLabel("Only for calls of at least this risk")).toBeEnabled();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Notify me" })).toBeChecked();
  await expect(page.getByLabel("Only for calls of at least this risk")).toHaveValue("high");
});
