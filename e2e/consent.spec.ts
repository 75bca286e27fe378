import type { Locator } from "@playwright/test";
import { bar, calls, dialog, heading, row, shortOf } from "./calls-in-list";
import { expect, isLive, leaveDialog, press, pressKey, pressToFocus, test, token } from "./fixtures";

// Ring, pane and effect are one call: keys and buttons act on the call being read.

test("J opens the row it moves to, and every verb is for that call and names it", async ({
  api,
  signedInAs,
}) => {
  const { run, made } = await calls(api, 2);
  const [first, second] = made;
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${first.id}?view=all&q=${run}`);
  await expect(heading(page, first.name)).toBeVisible();
  await pressToFocus(page, "j", row(page, second.name));
  await expect(heading(page, second.name)).toBeVisible();
  await expect(row(page, second.name)).toBeFocused();
  await expect(row(page, second.name)).toHaveAttribute("aria-current", "page");
  await expect(bar(page)).toContainText(second.name);
  await expect(bar(page)).toContainText(shortOf(second.id));
  for (const key of ["r", "c", "e", "h"]) {
    await pressKey(page, key, dialog(page));
    for (const part of ["High", second.name, shortOf(second.id)])
      await expect(dialog(page)).toContainText(part);
    await leaveDialog(page);
  }
  for (const verb of ["More time…", "Cancel call…"]) {
    await press(page.getByLabel("More", { exact: true }), page.getByRole("button", { name: verb }));
    await page.getByRole("button", { name: verb }).click();
    await expect(dialog(page)).toContainText(shortOf(second.id));
    await leaveDialog(page);
  }
  // Pressed once: a second press would unassign it.
  await row(page, second.name).press("i");
  await expect(page.getByRole("article").getByText(/^Assigned to you/)).toBeVisible();
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
  // If the ring is on any part of another row, it is not on the open call.
  await page.getByRole("checkbox", { name: new RegExp(second.name) }).focus();
  await expect(reject).toBeDisabled();
  await row(page, first.name).focus();
  await expect(reject).toBeEnabled();
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

test("somebody else's decision is said in the dialog and in the bar, and nothing of mine is recorded", async ({
  api,
  signedInAs,
}) => {
  const { run, made } = await calls(api, 2);
  const [first] = made;
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${first.id}?view=all&q=${run}`);
  await expect(bar(page)).toBeVisible();
  await pressKey(page, "r", dialog(page));
  await dialog(page).getByLabel("In your words").fill("Half a reason");
  await api.send("POST", `/api/v1/approvals/${first.id}/cancel`, { reason: "No longer needed" });
  const told = /Cancelled by e2e-gateway at .*Nothing of yours was recorded\./;
  await expect(dialog(page).getByText(told)).toBeVisible();
  await expect(dialog(page).getByLabel("In your words")).toHaveValue("Half a reason");
  await expect(dialog(page).getByRole("button", { name: "Reject" })).toBeDisabled();
  // Esc leaves the field, then closes the dialog, and only the dialog.
  await leaveDialog(page);
  await expect(bar(page).getByText(told)).toBeVisible();
  await expect(bar(page).getByRole("link", { name: /^Next: / })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(heading(page, first.name)).toBeVisible();
  expect(await api.approval(first.id)).toMatchObject({ decision: "cancelled", votes: [] });
});

test("the second look at a high call says so too when the call ends under it", async ({
  api,
  signedInAs,
}) => {
  const { made } = await calls(api, 1);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${made[0].id}`);
  await press(bar(page).getByRole("button", { name: /^Approve/ }), dialog(page));
  await api.send("POST", `/api/v1/approvals/${made[0].id}/cancel`, {});
  await expect(dialog(page).getByText(/Cancelled by e2e-gateway/)).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: /^Approve/ })).toBeDisabled();
});

test("after a decision by keyboard the focus is on what comes next, and J goes on from there", async ({
  api,
  signedInAs,
}) => {
  const { run, made } = await calls(api, 2, { risk: "low" });
  const [first, second] = made;
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${first.id}?view=all&q=${run}`);
  const approve = bar(page).getByRole("button", { name: /^Approve/ });
  await pressKey(page, "a", approve.and(page.locator(":focus")));
  await pressKey(page, "Enter", page.getByText(/Approval recorded/).first());
  const next = bar(page).getByRole("link", { name: `Next: ${second.name}` });
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, second.name)).toBeVisible();
  await expect(row(page, second.name)).toBeFocused();
  await pressKey(page, "r", dialog(page));
  await expect(dialog(page)).toContainText(shortOf(second.id));
});

test("a search field lets go of the keyboard, and Esc closes one thing at a time and stays on the page", async ({
  api,
  signedInAs,
}) => {
  const { run, made } = await calls(api, 2);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${made[0].id}?view=all&q=${run}`);
  const field = page.getByRole("searchbox", { name: "Search text" });
  await pressKey(page, "/", field);
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue(run);
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(heading(page, made[0].name)).toBeVisible();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(row(page, made[0].name)).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selected calls" })).toContainText("1 selected");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(page.getByRole("region", { name: "Selected calls" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selected calls" })).toHaveCount(0);
  await page.keyboard.press("/");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/approvals\?.*q=/);
  // Each press moves one row.
  await isLive(row(page, made[0].name));
  await page.keyboard.press("j");
  await expect(heading(page, made[0].name)).toBeVisible();
});

/** Controls inside `within` whose visible part is under the region. */
function coveredBy(region: Locator, within: string): Promise<string[]> {
  return region.evaluate((strip, place) => {
    const box = strip.getBoundingClientRect();
    if (box.height === 0) throw new Error("the message is gone");
    const lies = (one: Element) => {
      let { left, right, top, bottom } = one.getBoundingClientRect();
      const cut = (by: DOMRect) => {
        left = Math.max(left, by.left);
        right = Math.min(right, by.right);
        top = Math.max(top, by.top);
        bottom = Math.min(bottom, by.bottom);
      };
      // A part scrolled out of its box is invisible.
      for (let at = one.parentElement; at; at = at.parentElement)
        if (getComputedStyle(at).overflow !== "visible") cut(at.getBoundingClientRect());
      cut(box);
      // Space is reserved in whole pixels.
      return right - left > 1 && bottom - top > 1;
    };
    return [...document.querySelectorAll("button, a, input, select, textarea, summary")]
      .filter((one) => one.closest(place) && !strip.contains(one))
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && lies(one))
      .map((one) => one.getAttribute("aria-label") ?? one.textContent);
  }, within);
}

test("a toast lies on no button, at 1440 px and at 390 px", async ({ api, signedInAs }) => {
  const { made } = await calls(api, 1);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${made[0].id}`);
  const messages = page.getByRole("region", { name: "Messages" });
  await press(
    page.getByRole("article").getByRole("button", { name: /^Assign to me/ }),
    messages.getByText(/assigned to you until/),
  );
  await messages.hover(); // it stays as long
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // The page reserves space a moment after the message appears. Below the bar it scrolls under
    // the strip, so its end is checked too.
    await expect(async () => {
      expect(await coveredBy(messages, "[aria-label=Decide], [aria-label=Sidebar]")).toEqual([]);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      expect(await coveredBy(messages, "body")).toEqual([]);
    }).toPass({ timeout: 60_000 });
  }
});

test("long text that is the act shows its first lines and is opened first at medium, thousands of rows too, by thumb", async ({
  api,
  signedInAs,
}) => {
  const { made } = await calls(api, 1, {
    risk: "medium",
    arguments: { sql: `delete from invoices where paid;\n${"-- more\n".repeat(400)}` },
  });
  const many = await calls(api, 1, {
    risk: "medium",
    arguments: { ids: Array.from({ length: 3_000 }, (_, n) => n) },
  });
  const page = await signedInAs("approver", { width: 390, colorScheme: "dark" });
  for (const [id, fold] of [
    [made[0].id, /Show all/],
    [many.made[0].id, /more rows/],
  ] as const) {
    await page.goto(`/approvals/${id}`);
    const approve = bar(page).getByRole("button", { name: /^Approve/ });
    await expect(approve).toBeDisabled();
    if (id === made[0].id)
      await expect(page.getByText(/delete from invoices where paid/).first()).toBeVisible();
    const summary = page.getByRole("article").locator("summary").filter({ hasText: fold });
    await expect(async () => {
      await summary.click({ timeout: 2_000 });
      await expect(approve).toBeEnabled({ timeout: 2_000 });
    }).toPass();
  }
});

test("the diff keeps its columns when the tool's definition is broken", async ({ api, signedInAs }) => {
  const tool = `cut_${token()}`;
  const limits = {
    to: { type: "string", enum: ["the first of a few long words", "the second of a few long words"] },
  };
  const registered = await api.send("PUT", "/api/v1/tools", {
    provider: "resend",
    tools: [{ name: tool, description: "Cuts.", inputSchema: { type: "object", properties: limits } }],
  });
  expect(registered.status).toBeLessThan(300);
  const send = (to: string) => calls(api, 1, { tool, risk: "low", arguments: { to } });
  const page = await signedInAs("approver");
  const before = await send("the first of a few long words");
  await page.goto(`/approvals/${before.made[0].id}`);
  await press(
    bar(page).getByRole("button", { name: /^Approve/ }),
    page.getByText(/Approval recorded/).first(),
  );
  const { made } = await send("something-else-entirely which is not in the list of the definition");
  await page.goto(`/approvals/${made[0].id}`);
  await expect(page.getByText(/Breaks the tool’s definition/)).toBeVisible();
  const cells = page.getByRole("row", { name: /^to/ }).getByRole("cell");
  const widths = await cells.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThan(200);
});

test("a row of the queue is at most 72 px high, and 44 px in compact density", async ({
  api,
  signedInAs,
}) => {
  const { run, made } = await calls(api, 1);
  const page = await signedInAs("approver");
  await page.goto(`/approvals?view=all&q=${run}`);
  await expect(row(page, made[0].name)).toBeVisible();
  const height = async () => (await row(page, made[0].name).boundingBox())?.height ?? 0;
  // Hydration renders the row again.
  await expect.poll(height).toBeGreaterThan(40);
  expect(await height()).toBeLessThanOrEqual(72);
  // Hydration applies the person's preference, perhaps after this.
  await expect(async () => {
    await page.evaluate(() => {
      document.documentElement.dataset.density = "compact";
    });
    expect(await height()).toBeLessThanOrEqual(45);
  }).toPass();
});
