import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { Page } from "@playwright/test";
import { DIALOG, expectAccessible, expectAccessibleEverywhere } from "./accessible";
import { type Api, expect, isLive, press, pressKey, pressToFocus, test, token } from "./fixtures";

// What people do with the list: fold, select, assign, snooze, save views, act on many calls, by
// mouse, keyboard and thumb.

const list = (page: Page) => page.getByRole("list", { name: /calls/i });
const row = (page: Page, name: string) =>
  list(page)
    .getByRole("link", { name: new RegExp(name) })
    .first();
const bar = (page: Page) => page.getByRole("region", { name: "Selected calls" });
const toast = (page: Page, text: RegExp) => page.getByRole("region", { name: /messages/i }).getByText(text);

async function aCall(api: Api, over: Record<string, unknown> = {}) {
  const name = `qspec-${token()}`;
  const { id } = await api.aPendingApproval({ summary: `Send ${name} to 12 contacts`, ...over });
  return { id, name };
}

test("identical calls are one row that opens to its members, decided together with their own ids", async ({
  api,
  signedInAs,
}) => {
  const name = `qspec-${token()}`;
  const same = {
    summary: `Delete ${name}`,
    arguments: { name },
    agent: "sre-runner",
    tool: "kubectl_delete",
  };
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) ids.push((await api.aPendingApproval(same)).id);
  const page = await signedInAs("approver");
  await page.goto(`/approvals?view=all&q=${name}`);
  await expect(row(page, name)).toBeVisible();
  await expect(list(page).getByRole("link", { name: new RegExp(name) })).toHaveCount(1);
  const open = page.getByRole("button", { name: /3 identical calls/ });
  await press(open, page.getByRole("list", { name: "Identical calls" }));
  await expect(page.getByRole("list", { name: "Identical calls" }).getByRole("link")).toHaveCount(3);
  await page.getByRole("checkbox", { name: new RegExp(`Select all 3: Delete ${name}`) }).check();
  await expect(bar(page)).toContainText("3 selected");
  const dialog = page.getByRole("dialog");
  await press(bar(page).getByRole("button", { name: "Reject…" }), dialog);
  await dialog.getByText("Not now").click();
  await dialog.getByRole("button", { name: "Reject 3 calls" }).click();
  await expect(dialog).toContainText("3 of 3 calls done");
  for (const id of ids)
    expect(await api.approval(id)).toMatchObject({ decision: "rejected", reason: "Not now" });
});

test("calls of one tool are approved together, after every difference was shown; one that is gone is told apart", async ({
  api,
  signedInAs,
}) => {
  const name = `qspec-${token()}`;
  const tool = `tool_${name}`;
  const calls = [];
  // In sequence: a range follows the order of arrival.
  for (const target of ["alpha", "beta", "gamma"])
    calls.push(
      await api.aPendingApproval({
        summary: `Write ${name} ${target}`,
        tool,
        risk: "medium",
        arguments: { target },
      }),
    );
  const page = await signedInAs("approver");
  await page.goto(`/approvals?view=all&q=${name}`);
  await expect(row(page, "alpha")).toBeVisible();
  await page.getByRole("checkbox", { name: new RegExp(`${name} alpha`) }).check();
  await row(page, "gamma").focus();
  await page.getByRole("checkbox", { name: new RegExp(`${name} gamma`) }).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  const dialog = page.getByRole("dialog");
  await press(bar(page).getByRole("button", { name: "Approve…" }), dialog);
  for (const target of ["alpha", "beta", "gamma"])
    await expect(dialog.getByText(target, { exact: true })).toBeVisible();
  await api.send("POST", `/api/v1/approvals/${calls[1]?.id}/cancel`, {});
  await press(dialog.getByRole("button", { name: "Approve 3 calls" }), dialog.getByText("2 of 3 calls done"));
  await expect(dialog).toContainText("cancelled this");
  expect(await api.approval(calls[0]?.id ?? "")).toMatchObject({ decision: "approved" });
  expect(await api.approval(calls[1]?.id ?? "")).toMatchObject({ decision: "cancelled" });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(bar(page)).toContainText("1 selected");
});

test("assign by key: others see it, take it over with a note, and it is unassigned", async ({
  api,
  signedInAs,
}) => {
  const { id, name } = await aCall(api);
  const ines = await signedInAs("approver");
  await ines.goto(`/approvals?view=all&q=${name}`);
  await expect(row(ines, name)).toBeVisible();
  const admin = await signedInAs("admin");
  await admin.goto(`/approvals/${id}`);
  await expect(admin.getByRole("button", { name: /^Assign to me/ }).last()).toBeVisible();
  // Pressed once: a second press would unassign it.
  await isLive(row(ines, name));
  await row(ines, name).press("i");
  await expect(toast(ines, /assigned to you until/)).toBeVisible();
  const takeOver = admin.getByRole("button", { name: "Take over…", exact: true });
  await expect(admin.getByText(/^Assigned to Approver Ines until/)).toBeVisible({ timeout: 60_000 });
  await expect(takeOver).toBeVisible({ timeout: 60_000 });
  const dialog = admin.getByRole("dialog");
  await press(takeOver, dialog);
  await dialog.getByLabel("Note to Approver Ines").fill("You are at lunch");
  await dialog.getByRole("button", { name: "Take over" }).click();
  await expect(admin.getByText(/^Assigned to you until/)).toBeVisible();
  await expect(admin.getByText(/You are at lunch/)).toBeVisible();
  await admin.getByRole("button", { name: "Unassign", exact: true }).click();
  await expect(admin.getByRole("button", { name: /^Assign to me/ }).last()).toBeVisible();
});

test("snooze by key: it leaves the list, stands under Snoozed, and Z brings it back", async ({
  api,
  signedInAs,
}) => {
  const { name } = await aCall(api);
  const page = await signedInAs("approver");
  await page.goto(`/approvals?q=${name}`);
  await expect(row(page, name)).toBeVisible();
  await row(page, name).focus();
  const dialog = page.getByRole("dialog");
  await pressKey(page, "h", dialog);
  await dialog.getByLabel(/15 minutes/).check();
  await dialog.getByRole("button", { name: "Snooze", exact: true }).press("Enter");
  await expect(toast(page, /Snoozed until/)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
  await page.goto(`/approvals?view=snoozed&q=${name}`);
  await expect(row(page, name)).toBeVisible();
  // Pressed once: a second press would snooze the call again.
  await isLive(row(page, name));
  await row(page, name).press("h");
  await expect(toast(page, /snooze has ended/)).toBeVisible();
  await page.goto(`/approvals?q=${name}`);
  await expect(row(page, name)).toBeVisible();
  await row(page, name).focus();
  await pressKey(page, "h", dialog);
  await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(toast(page, /Snoozed until/)).toBeVisible();
  await page.keyboard.press("z");
  await expect(toast(page, /snooze has ended/)).toBeVisible();
  await expect(row(page, name)).toBeVisible();
});

test("a call opened by its address is seen in the list beside it, and back in the list its row has the focus", async ({
  api,
  signedInAs,
}) => {
  const name = `qspec-${token()}`;
  const ids: string[] = [];
  for (let i = 0; i < 24; i += 1)
    ids.push((await api.aPendingApproval({ summary: `Send ${name} no. ${i}`, arguments: { name, i } })).id);
  const page = await signedInAs("approver");
  const open = list(page).locator("[aria-current=page]");
  const ends = [ids[0], ids[23]];
  for (const id of ends) {
    await page.goto(`/approvals/${id}?view=all&q=${name}`);
    await expect(open).toBeInViewport();
  }
  // The call that has waited longest is on top.
  const next = page.locator(`[data-id="${ids[22]}"]`);
  await isLive(open);
  await page.keyboard.press("k");
  await expect(next.and(page.locator("[aria-current=page]"))).toBeInViewport();
  await page.keyboard.press("u");
  await page.waitForURL(/\/approvals\?/);
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport();
});

test("the list's width is moved by keyboard and remembered", async ({ api, signedInAs }) => {
  const { id } = await aCall(api);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  const edge = page.getByRole("separator", { name: "Width of the list" });
  await edge.focus();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(edge).toHaveAttribute("aria-valuenow", "640");
  }).toPass();
  await page.reload();
  await expect(edge).toHaveAttribute("aria-valuenow", "640");
  expect((await page.getByRole("list", { name: /calls/i }).boundingBox())?.width).toBeGreaterThan(600);
});

test("others see who is looking", async ({ api, signedInAs }) => {
  const { id } = await aCall(api);
  const ines = await signedInAs("approver");
  await ines.goto(`/approvals/${id}`);
  const viewer = await signedInAs("viewer");
  await viewer.goto(`/approvals/${id}`);
  await expect(viewer.getByText("Approver Ines is looking")).toBeVisible({ timeout: 60_000 });
  await expect(ines.getByText("Viewer Ines is looking")).toBeVisible({ timeout: 60_000 });
  await viewer.getByRole("link", { name: "Tools", exact: true }).first().click();
  await expect(ines.getByText("Viewer Ines is looking")).toHaveCount(0, { timeout: 60_000 });
});

test("the form keeps untouched bytes, shows what changed, and approves it, by thumb", async ({
  api,
  signedInAs,
}) => {
  const body = JSON.stringify({
    tenant: "acme",
    tool: `form_${token()}`,
    risk: "low",
    rationale: "The form has to keep what nobody touched.",
    summary: "Form",
    arguments: { big: 1, to: "alpha", tags: ["a", "b"] },
  }).replace('"big":1', '"big":9007199254740993');
  const made = await api.send("POST", "/api/v1/approvals", body);
  const id = String(made.json.approval_id);
  const page = await signedInAs("approver", { width: 390 });
  await page.goto(`/approvals/${id}`);
  const dialog = page.getByRole("dialog");
  await press(page.getByLabel("More", { exact: true }), page.getByRole("button", { name: "Edit…" }).last());
  await press(page.getByRole("button", { name: "Edit…" }).last(), dialog);
  await expectAccessible(page);
  await expect(dialog.getByText("This tool has no published definition")).toHaveCount(1);
  await expect(dialog.getByText("not in the tool’s definition")).toHaveCount(0);
  await dialog.getByLabel("to", { exact: true }).fill("beta");
  await dialog.getByLabel("tags, item 2").fill("c");
  await expect(dialog.getByRole("region", { name: "What you changed" })).toContainText("beta");
  await press(
    dialog.getByRole("button", { name: /^Approve edited/ }),
    page.getByText(/edited call recorded/).first(),
  );
  const canonical = '{"big":9007199254740993,"tags":["a","c"],"to":"beta"}';
  const digest = createHash("sha256").update(canonical).digest("hex");
  expect(await api.approval(id)).toMatchObject({
    decision: "approved",
    edited: true,
    arguments_sha256: digest,
  });
});

test("a viewer has no boxes and no acts", async ({ api, signedInAs }) => {
  const { name } = await aCall(api);
  const page = await signedInAs("viewer");
  await page.goto(`/approvals?q=${name}`);
  await expect(row(page, name)).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Assign|Snooze)/ })).toHaveCount(0);
});

test("by keyboard alone: move, select with Shift, and reject what is selected", async ({
  api,
  signedInAs,
}) => {
  const name = `qspec-${token()}`;
  const ids: string[] = [];
  for (const n of [1, 2]) ids.push((await api.aPendingApproval({ summary: `Row ${n} of ${name}` })).id);
  const page = await signedInAs("approver");
  await page.goto(`/approvals?view=all&q=${name}`);
  await expect(row(page, "Row 1")).toBeVisible();
  await pressToFocus(page, "j", row(page, "Row 1"));
  await expect(page.getByRole("checkbox", { name: /^Select: Row 1/ })).toBeEnabled();
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 selected");
  await page.keyboard.press("j");
  await expect(row(page, "Row 2").and(page.locator(":focus"))).toBeVisible();
  await page.keyboard.press("Shift+X");
  await expect(bar(page)).toContainText("2 selected");
  const dialog = page.getByRole("dialog");
  const reject = bar(page).getByRole("button", { name: "Reject…" });
  await reject.focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("Not now").click();
  await dialog.getByRole("button", { name: "Reject 2 calls" }).press("Enter");
  await expect(dialog).toContainText("2 of 2 calls done");
  for (const id of ids) expect(await api.approval(id)).toMatchObject({ decision: "rejected" });
});

test("a call that a key began to open takes no dialog away once people select", async ({
  api,
  signedInAs,
}) => {
  const name = `qspec-${token()}`;
  await api.aPendingApproval({ summary: `Row 1 of ${name}` });
  const page = await signedInAs("approver");
  const steps = new EventEmitter();
  const [asked, letThrough, answered] = [once(steps, "asked"), once(steps, "let"), once(steps, "answered")];
  await page.route(/\/approvals\/[0-9a-f-]{36}\?.*_rsc=/, async (route) => {
    if (route.request().headers()["next-router-prefetch"]) return route.continue();
    steps.emit("asked");
    const response = await route.fetch();
    await letThrough;
    await route.fulfill({ response });
    steps.emit("answered");
  });
  await page.goto(`/approvals?view=all&q=${name}`);
  await expect(row(page, "Row 1")).toBeVisible();
  await pressToFocus(page, "j", row(page, "Row 1"));
  await asked;
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 selected");
  const dialog = page.getByRole("dialog");
  await bar(page).getByRole("button", { name: "Reject…" }).press("Enter");
  const reason = dialog.getByRole("textbox").first();
  await reason.fill("Not now, please");
  steps.emit("let");
  await answered;
  // A later timer of the page: the response's effects were scheduled before.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  await expect(reason).toHaveValue("Not now, please");
  expect(new URL(page.url()).pathname).toBe("/approvals");
});

test("a selection and the snooze dialog are accessible everywhere", async ({ api, signedInAs }) => {
  const { name } = await aCall(api);
  const page = await signedInAs("approver", { width: 390 });
  await page.goto(`/approvals?view=all&q=${name}`);
  await page.getByRole("checkbox").first().check();
  await expect(bar(page)).toBeVisible();
  await expectAccessibleEverywhere(page);
  const views = page.getByRole("navigation", { name: "Views" });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await views.boundingBox())?.height, `at ${width} px`).toBeLessThan(60);
  }
  await press(bar(page).getByRole("button", { name: "Snooze…" }), page.getByRole("dialog"));
  await expectAccessibleEverywhere(page, DIALOG);
});

test("a row far down a phone's list opens at the top of its call", async ({ api, signedInAs }) => {
  const name = `qspec-${token()}`;
  for (let n = 0; n < 20; n += 1)
    await api.aPendingApproval({ summary: `Send ${name} to list ${n}`, arguments: { name, n } });
  const page = await signedInAs("approver", { width: 390 });
  await page.goto(`/approvals?view=all&q=${name}`);
  const last = list(page)
    .getByRole("link", { name: new RegExp(name) })
    .last();
  await expect(async () => {
    await last.scrollIntoViewIfNeeded({ timeout: 2_000 });
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await last.click({ timeout: 2_000 });
    await expect(page).toHaveURL(/\/approvals\/[0-9a-f-]{36}/, { timeout: 3_000 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(name) })).toBeInViewport();
});
