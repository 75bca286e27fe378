// Late parts of a page that cannot load: the server is away for a moment, or a newer one has other
// files.
import type { Page } from "@playwright/test";
import { aProvider, mail } from "./a-provider";
import { expect, test } from "./fixtures";

const SCRIPTS = /\/_next\/static\/.*\.js/;

/** A page whose own scripts load, but no later parts. Returns a function that lets them load. */
async function openWithoutLaterParts(page: Page, address: string): Promise<() => Promise<void>> {
  const html = await (await page.request.get(address)).text();
  const own = new Set([...html.matchAll(/<script[^>]+src="([^"?]+)/g)].map(([, src]) => src));
  await page.route(SCRIPTS, (route) =>
    own.has(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  );
  await page.goto(address);
  return () => page.unroute(SCRIPTS);
}

test("a page stays whole, tells whoever presses for what is missing, and has it once it can be fetched", async ({
  signedInAs,
  api,
}) => {
  const { id } = await api.aPendingApproval();
  const page = await signedInAs("admin");
  const arrive = await openWithoutLaterParts(page, `/approvals/${id}?view=all`);
  const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  // The server's HTML stays, with working links.
  await expect(
    page.getByRole("list", { name: "Calls waiting for a decision" }).getByRole("link").first(),
  ).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tools" }),
  ).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  // The sidebar's code is missing: its button says so.
  await expect(async () => {
    await page
      .getByRole("button", { name: /^Search/ })
      .first()
      .click();
    await expect(alert).toBeVisible({ timeout: 800 });
  }).toPass();
  await alert.getByRole("button", { name: "Close" }).click();
  // The verb's dialog is missing: its button says so at each press.
  const reject = page.getByRole("button", { name: /^Reject/ }).first();
  for (const _ of ["once", "again"]) {
    await expect(async () => {
      await reject.click();
      await expect(alert).toBeVisible({ timeout: 800 });
    }).toPass();
    await alert.getByRole("button", { name: "Close" }).click();
    await expect(alert).toHaveCount(0);
  }
  await arrive();
  await reject.click();
  await expect(page.getByRole("dialog", { name: /Reject/ })).toBeVisible();
  await page.keyboard.press("Escape");
  // The list's code retries until it loads.
  await expect(page.getByRole("button", { name: /^Snooze/ }).first()).toBeAttached({ timeout: 60_000 });
});

test("a press that begins before a part is there, and ends once it is, counts", async ({
  app,
  signedInAs,
}) => {
  const { provider } = await aProvider(app.url, [mail("send")]);
  const page = await signedInAs("viewer");
  const arrive = await openWithoutLaterParts(page, `/tools?provider=${provider}`);
  const link = page.getByRole("main").getByRole("link", { name: "send", exact: true });
  await link.evaluate((one) => one.setAttribute("data-early", ""));
  await link.hover();
  await page.mouse.down();
  await arrive();
  await expect(page.locator("[data-early]")).toHaveCount(0, { timeout: 60_000 });
  // If the page moved meanwhile, as when the live stream arrives late, the pointer follows.
  await link.hover();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/tools\/[0-9a-f-]{36}/);
});
