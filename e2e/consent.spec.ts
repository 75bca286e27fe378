import type { Page } from "@playwright/test";
import { type Api, expect, press, pressKey, test, token } from "./fixtures";

// Ring, pane and effect are one call: what a key or a button does, it does to the call that is read.

const bar = (page: Page) => page.getByRole("region", { name: "Decide" });
const dialog = (page: Page) => page.getByRole("dialog");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name: new RegExp(name) });
const row = (page: Page, name: string) =>
  page
    .getByRole("list", { name: /calls/i })
    .getByRole("link", { name: new RegExp(name) })
    .first();
const shortOf = (id: string) => `…${id.slice(-8)}`;

/** Calls that stand in the list in this order. */
async function calls(api: Api, n: number, over: Record<string, unknown> = {}) {
  const run = `cspec-${token()}`;
  const made = [];
  for (let i = 1; i <= n; i += 1) {
    const name = `Call ${i} of ${run}`;
    const { id } = await api.aPendingApproval({ summary: name, ttl_seconds: 3_600 + 60 * i, ...over });
    made.push({ id, name });
  }
  return { run, made: made as [(typeof made)[0], (typeof made)[0], ...typeof made] };
}

test("J opens the row it moves to, and every verb is for that call and names it", async ({
  api,
  signedInAs,
}) => {
  const { run, made } = await calls(api, 2);
  const [first, second] = made;
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${first.id}?view=all&q=${run}`);
  await expect(heading(page, first.name)).toBeVisible();
  await pressKey(page, "j", heading(page, second.name));
  await expect(row(page, second.name)).toBeFocused();
  await expect(row(page, second.name)).toHaveAttribute("aria-current", "page");
  await expect(bar(page)).toContainText(second.name);
  await expect(bar(page)).toContainText(shortOf(second.id));
  for (const key of ["r", "c", "e", "h"]) {
    await pressKey(page, key, dialog(page));
    for (const part of ["High", second.name, shortOf(second.id)])
      await expect(dialog(page)).toContainText(part);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  }
  for (const verb of ["More time…", "Cancel call…"]) {
    await press(page.getByLabel("More", { exact: true }), page.getByRole("button", { name: verb }));
    await page.getByRole("button", { name: verb }).click();
    await expect(dialog(page)).toContainText(shortOf(second.id));
    await page.keyboard.press("Escape");
  }
  await row(page, second.name).focus();
  await pressKey(page, "i", page.getByRole("article").getByText(/^Assigned to you/));
  await page.keyboard.press("a");
  await expect(bar(page).getByRole("button", { name: /^Approve/ })).toBeFocused();
  await pressKey(page, "Enter", dialog(page));
  await expect(dialog(page)).toContainText(shortOf(second.id));
  await press(
    dialog(page).getByRole("button", { name: /^Approve/ }),
    page.getByText(/Approval recorded/).first(),
  );
  expect(await api.approval(second.id)).toMatchObject({ decision: "approved" });
  expect(await api.approval(first.id)).toMatchObject({ decision: "pending", votes: [] });
});

test("until the call under the ring is shown, its verbs and those of the one before are off", async ({
  api,
  signedInAs,
}) => {
  const { run, made } = await calls(api, 2);
  const [first, second] = made;
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${first.id}?view=all&q=${run}`);
  const reject = bar(page).getByRole("button", { name: /^Reject/ });
  await expect(reject).toBeEnabled();
  await pressKey(page, "r", dialog(page));
  await page.keyboard.press("Escape");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/approvals/${second.id}?**`, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("j");
  await expect(row(page, second.name)).toBeFocused();
  await expect(heading(page, first.name)).toBeVisible();
  await expect(reject).toBeDisabled();
  await expect(bar(page).getByRole("button", { name: /^Approve/ })).toBeDisabled();
  for (const key of ["r", "c", "e", "h", "a"]) await page.keyboard.press(key);
  await expect(dialog(page)).toHaveCount(0);
  release();
  await expect(heading(page, second.name)).toBeVisible();
  await pressKey(page, "r", dialog(page));
  await expect(dialog(page)).toContainText(shortOf(second.id));
});
