import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { expect, isLive, test, token } from "./fixtures";
import { aPollingGateway, setTenant } from "./made";
import { openFilters } from "./presses";

// What people read, verify and export from the activity log.

/** A tenant with one settings change from the command line. */
async function aTenant() {
  const key = `t-${token()}`;
  await aPollingGateway(key, `gw-${key}`);
  await setTenant(key, { ttl_seconds: 120 });
  return key;
}

const rows = (page: Page) => page.getByRole("table", { name: /Activity/ }).getByRole("row");
const row = (page: Page, text: string) => rows(page).filter({ hasText: text }).first();

test("who did what, in words, with before and after, and a way to the thing itself", async ({
  signedInAs,
}) => {
  const key = await aTenant();
  const page = await signedInAs("admin");
  await page.goto(`/activity?tenant=${key}`);
  const changed = row(page, `Command line changed the settings of ${key}`);
  const details = changed.getByText("Details", { exact: true });
  await isLive(details);
  await details.click();
  await expectAccessibleEverywhere(page);
  await expect(changed.getByRole("term")).toHaveText("Time to decide");
  await expect(changed.getByRole("definition").first()).toContainText("1 day");
  await expect(changed.getByRole("definition").last()).toContainText("2 minutes");
  await changed.getByRole("link", { name: "Only what concerns one thing" }).click();
  await expect(page).toHaveURL(/subject=tenant/);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(page).not.toHaveURL(/subject=/);
  await page.goto(`/activity?tenant=${key}`);
  await row(page, "changed the settings").getByRole("link", { name: key }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/tenants/${key}`));
});

test("what happens appears by itself in an open page", async ({ signedInAs }) => {
  const key = await aTenant();
  const page = await signedInAs("admin");
  // Other specs verify the log meanwhile, which writes a row into every chain.
  await page.goto(`/activity?tenant=${key}&action=tenant`);
  await expect(rows(page)).toHaveCount(3);
  await setTenant(key, { ttl_seconds: 240 });
  await expect(rows(page)).toHaveCount(4);
});

test("the trail is recomputed, and the result stays on the page in plain words", async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  await page.goto("/activity");
  const check = page.getByRole("region", { name: "Is the chain unbroken?" });
  await expect(async () => {
    await check.getByRole("button").click({ timeout: 1_000 });
    await expect(check.getByText(/^Unbroken: [\d,]+ rows in \d+ chains/)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(check).toContainText(/From .* to .*\. Checked by/);
  await page.reload();
  await expect(check.getByText(/^Unbroken:/)).toBeVisible();
  await expect(check.getByRole("button", { name: "Check again" })).toBeVisible();
  await check.getByText("Each chain").click();
  await expect(check.getByText(/Last fingerprint/).first()).toBeVisible();
  await expect(row(page, "checked this trail")).toBeVisible();
});

test("the trail is downloaded, to verify it and as a table", async ({ signedInAs }, info) => {
  const key = await aTenant();
  const page = await signedInAs("admin");
  await page.goto(`/activity?tenant=${key}&action=tenant`);
  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name }).click(),
    ]);
    const path = info.outputPath(file.suggestedFilename());
    await file.saveAs(path);
    return path;
  };
  const file = await download("Verifiable (NDJSON)");
  const lines = readFileSync(file, "utf8").trim().split("\n");
  expect(lines.filter((line) => line.includes(key)).length).toBeGreaterThan(1);
  const csv = readFileSync(await download("Table (CSV)"), "utf8")
    .trim()
    .split("\r\n");
  expect(csv[0]).toContain("at,tenant,actor_kind");
  expect(csv).toHaveLength(3);
});

test("by keyboard alone: open a row's details and follow its subject", async ({ signedInAs }) => {
  const key = await aTenant();
  const page = await signedInAs("admin");
  await page.goto(`/activity?tenant=${key}`);
  const changed = row(page, "changed the settings");
  await isLive(changed.getByRole("link", { name: key }));
  await changed.getByRole("link", { name: key }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(changed.getByText("Only what concerns one thing")).toBeVisible();
  await changed.getByRole("link", { name: key }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/settings/tenants/${key}`));
});

test("filters are behind one button at any width, apply at once, and each has a chip", async ({
  signedInAs,
}) => {
  for (const width of [390, 1440]) {
    const page = await signedInAs("admin", { width });
    await page.goto("/activity");
    const menu = await openFilters(page);
    await menu.getByLabel("What").selectOption({ index: 1 });
    await expect(page).toHaveURL(/action=/);
    await expect(menu.getByLabel("Until")).toBeVisible();
    await page.reload();
    // An address with a filter opens nothing.
    await expect(menu).toBeHidden();
    await page.getByRole("link", { name: /^Remove the filter What/ }).click();
    await expect(page).not.toHaveURL(/action=/);
  }
});
