// Parts of a page that come after it, where they cannot be fetched: the server is away for a moment, or a newer one has other files.
import type { Page } from "@playwright/test";
import { aProvider, mail } from "./a-provider";
import { expect, test } from "./fixtures";

const SCRIPTS = /\/_next\/static\/.*\.js/;

/** A page whose own scripts arrive, and nothing that is loaded later. Returns how to let it arrive. */
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
  // What the server drew stands, and leads on.
  await expect(
    page.getByRole("list", { name: "Calls waiting for a decision" }).getByRole("link").first(),
  ).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tools" }),
  ).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  // What drives the sidebar is missing: its button says so.
  await expect(async () => {
    await page
      .getByRole("button", { name: /^Search/ })
      .first()
      .click();
    await expect(alert).toBeVisible({ timeout: 800 });
  }).toPass();
  await alert.getByRole("button", { name: "Close" }).click();
  // The dialog of a verb is missing: its button says so again at each press.
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
  // Nobody has to ask for what drives the list: it is fetched until it is there.
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
  // Where the page has moved meanwhile, as it does when the live stream comes late, the pointer follows.
  await link.hover();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/tools\/[0-9a-f-]{36}/);
});
