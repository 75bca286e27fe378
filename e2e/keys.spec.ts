import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { broadcast, expect, pressKey, test, token } from "./fixtures";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search or jump to" });

test("the palette finds a call, a page and an act, by keyboard alone", async ({ api, signedInAs }) => {
  const word = `word${token()}`;
  const { id } = await api.aPendingApproval({ ...broadcast(), summary: `Send ${word} to nobody` });
  const page = await signedInAs("approver");
  await page.goto("/approvals");

  await pressKey(page, "Control+k", palette(page));
  await page.keyboard.type(word);
  const option = palette(page).getByRole("option", { name: new RegExp(word) });
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/approvals/${id}`);

  // On a call the palette also offers its verbs.
  await pressKey(page, "Control+k", palette(page));
  await page.keyboard.type("reject");
  await expect(palette(page).getByRole("option", { name: "Reject…" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Reject/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await pressKey(page, "Control+k", palette(page));
  await page.keyboard.type("decided");
  await expect(palette(page).getByRole("option", { name: "Decided" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/approvals?view=decided");
});

test("the palette has what was opened last first, and changes the look", async ({ api, signedInAs }) => {
  const word = `word${token()}`;
  const { id } = await api.aPendingApproval({ ...broadcast(), summary: `Send ${word} to nobody` });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  await expect(page).toHaveTitle(new RegExp(word));
  await page.goto("/tools");
  await pressKey(page, "Control+k", palette(page));
  await expect(palette(page).getByRole("option").first()).toHaveText(new RegExp(word));
  await page.keyboard.type("theme dark");
  await expect(palette(page).getByRole("option", { name: "Theme: dark" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await pressKey(page, "Control+k", palette(page));
  await page.keyboard.type("density comp");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
});

test("keys one after the other lead to pages, and the sheet names them all", async ({ signedInAs }) => {
  const page = await signedInAs("approver");
  await page.goto("/approvals");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await pressKey(page, "?", sheet);
  await expect(sheet.getByText("Start approving; never decides on its own")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForURL("**/tools");
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await page.waitForURL("**/approvals");
});

test("the bell shows what waits, the title counts it", async ({ api, signedInAs }) => {
  const word = `word${token()}`;
  await api.aPendingApproval({
    ...broadcast(),
    risk: "critical",
    summary: `Erase ${word}`,
    ttl_seconds: 120,
  });
  const page = await signedInAs("approver", { colorScheme: "dark" });
  await page.goto("/approvals");
  await expect(page).toHaveTitle(/^\(\d+\+?\) Approvals/);
  await page
    .getByRole("button", { name: /^What waits for you/ })
    .first()
    .click();
  const panel = page.getByRole("group", { name: "What waits for you" });
  await expect(panel.getByRole("link", { name: new RegExp(word) })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("link", { name: new RegExp(word) }).click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(word) })).toBeVisible();
});
