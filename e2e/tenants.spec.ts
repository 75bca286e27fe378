import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { appInfo } from "./app";
import { Api, expect, press, test, token } from "./fixtures";
import { aPollingGateway } from "./made";

// What an administrator sets up for a tenant: every verb of the settings pages, on desktop, phone
// and by keyboard.

/** A tenant with a polling gateway, so that no callbacks are queued. */
async function aTenant() {
  const key = `t-${token()}`;
  const { name: gateway, key: credential } = await aPollingGateway(key, `gw-${key}`);
  return { key, gateway, api: new Api(appInfo().url, credential) };
}

const setting = (page: Page, title: string) => page.getByRole("region", { name: title });
const TTL = "How long a call waits for a decision";
const open = (page: Page, key: string) => page.goto(`/settings/tenants/${key}`);

/** Types until the page listens: earlier input is lost. */
async function type(page: Page, title: string, text: string) {
  const field = setting(page, title).getByRole("textbox");
  await expect(async () => {
    await field.fill(text);
    await expect(setting(page, title).getByRole("button", { name: /^Save/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("create a tenant, find it, rename it", async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  const key = `new-${token()}`;
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/settings\/tenants$/);
  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: "Create a tenant…" }), dialog);
  await dialog.getByLabel("Key").fill("not a key!");
  await dialog.getByLabel("Name").fill("New Organisation");
  await dialog.getByRole("button", { name: "Create the tenant" }).click();
  await expect(dialog.getByText(/1 to 100 letters/).first()).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("New Organisation");
  await dialog.getByLabel("Key").fill(key);
  await dialog.getByRole("button", { name: "Create the tenant" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New Organisation" })).toBeVisible();
  await page.getByRole("form", { name: "Name" }).getByLabel("Name").fill("Newest Organisation");
  await page.getByRole("form", { name: "Name" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Newest Organisation" })).toBeVisible();
  await page.goto("/settings/tenants");
  await expect(async () => {
    await page.getByRole("searchbox").fill(key);
    await expect(page).toHaveURL(new RegExp(`q=${key}`), { timeout: 2_000 });
  }).toPass();
  const row = page.getByRole("row").filter({ hasText: key });
  await expect(row).toContainText("Newest Organisation");
  await expect(async () => {
    await row.getByRole("link").first().click({ timeout: 1_000 });
    await expect(page).toHaveURL(new RegExp(`/settings/tenants/${key}`), { timeout: 3_000 });
  }).toPass();
});

test("a time: an error stays at its field, its consequence follows what is typed, and the new value holds", async ({
  signedInAs,
}) => {
  const { key, api } = await aTenant();
  const page = await signedInAs("admin");
  await open(page, key);
  const ttl = setting(page, TTL);
  await expect(ttl.getByText("Default", { exact: true })).toBeVisible();
  await type(page, TTL, "0");
  await ttl.getByRole("button", { name: "Save" }).click();
  await expect(ttl.getByText("A whole number from 1 minute to 30 days.")).toBeVisible();
  await expect(ttl.getByRole("textbox")).toHaveValue("0");
  await expect(ttl.getByRole("textbox")).toBeFocused();
  await type(page, TTL, "90");
  await ttl.getByLabel(/Unit of/).selectOption("minutes");
  await expect(ttl.getByText(/within 1 hour 30 minutes expires/)).toBeVisible();
  await ttl.getByRole("button", { name: "Save" }).click();
  await expect(ttl.getByText("Saved")).toBeVisible();
  await expect(ttl.getByText(/Changed by/)).toContainText("Admin Ines");
  const { body } = await api.aPendingApproval({ tenant: key });
  const seconds = (Date.parse(String(body.decide_by)) - Date.parse(String(body.created_at))) / 1_000;
  expect(Math.round(seconds)).toBe(5_400);
  await expect(
    ttl.getByText(/1 pending call keeps its deadline; new ones get 1 hour 30 minutes/),
  ).toBeVisible();
  await ttl.getByRole("button", { name: "Use the default (1 day)" }).click();
  await ttl.getByRole("button", { name: "Save" }).click();
  await expect(ttl.getByText("Default", { exact: true })).toBeVisible();
});

test("what is dangerous names its consequence before it is saved", async ({ signedInAs }) => {
  const { key, api } = await aTenant();
  const page = await signedInAs("admin");
  await open(page, key);
  const title = "Let high-risk calls through without a person";
  const auto = setting(page, title);
  const save = auto.getByRole("button", { name: "Save…" });
  const choose = () =>
    expect(async () => {
      await auto.getByText("Let through", { exact: true }).click();
      await expect(save).toBeVisible({ timeout: 1_000 });
    }).toPass();
  await choose();
  const dialog = page.getByRole("dialog");
  await press(save, dialog);
  await expect(dialog).toContainText(
    `Every high-risk call of ${key}, and every lower one that would need a person, will run the moment an agent asks`,
  );
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const call = {
    tenant: key,
    tool: "wipe",
    arguments: {},
    risk: "high",
    rationale: "The test needs an answer.",
  };
  expect((await api.send("POST", "/api/v1/authorize", call)).json.decision).toBe("wait");
  await press(save, dialog);
  await dialog.getByRole("button", { name: "Let them run unseen" }).click();
  await expect(auto.getByText("Saved")).toBeVisible();
  const next = await api.send("POST", "/api/v1/authorize", { ...call, arguments: { other: 1 } });
  expect(next.json.decision).toBe("allow");
});

test("a rating of the tenant's own is added, removed and brought back", async ({ signedInAs }) => {
  const { key, api } = await aTenant();
  const tool = { name: "wipe", description: "Wipes it.", inputSchema: { type: "object" }, risk: "low" };
  expect((await api.send("PUT", "/api/v1/tools", { provider: "disk", tools: [tool] })).status).toBe(200);
  const page = await signedInAs("admin");
  await open(page, key);
  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: "Add a rating…" }), dialog);
  await dialog.getByRole("button", { name: "Rate the tool" }).click();
  await expect(dialog.getByText("Choose a tool.")).toBeVisible();
  await dialog.getByLabel("Tool").click();
  await dialog.getByRole("option", { name: /wipe/ }).click();
  await dialog.getByLabel("Risk").selectOption("critical");
  await dialog.getByRole("button", { name: "Rate the tool" }).click();
  const row = page.getByRole("row").filter({ hasText: "wipe" });
  await expect(row).toContainText("Critical");
  await row.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("No ratings for this tenant")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Critical");
});

test("the grace period is extended and ended, and who leaves rationales out is listed", async ({
  signedInAs,
}) => {
  const { key, api, gateway } = await aTenant();
  const call = { tenant: key, tool: "read", arguments: {}, risk: "low", agent: "quiet-agent" };
  expect((await api.send("POST", "/api/v1/authorize", call)).status).toBe(200);
  const page = await signedInAs("admin");
  await open(page, key);
  const row = page.getByRole("row").filter({ hasText: "quiet-agent" });
  await expect(row).toContainText(gateway);
  const form = page.getByRole("form", { name: "Extend" });
  await expect(async () => {
    await form.getByLabel("Days to add").fill("soon");
    await form.getByRole("button", { name: "Extend" }).click();
    await expect(form.getByText(/a whole number of days/).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(form.getByLabel("Days to add")).toHaveValue("soon");
  await form.getByLabel("Days to add").fill("10");
  await form.getByRole("button", { name: "Extend" }).click();
  await expect(setting(page, "Grace period for missing rationales").getByRole("textbox")).toHaveValue("24");
  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: "End it now…" }), dialog);
  await dialog.getByRole("button", { name: "End the grace period" }).click();
  await expect(page.getByText(/The grace period ended/)).toBeVisible();
  expect((await api.send("POST", "/api/v1/authorize", call)).status).toBe(422);
  await page.goto(`/rationales/offenders?tenant=${key}`);
  const caller = page.getByRole("list", { name: "Callers without a rationale" }).getByRole("listitem");
  await expect(caller).toContainText("2 calls without a rationale, 1 of them refused");
  await expect(caller).toContainText("Unresolved");
  await expectAccessibleEverywhere(page);
  const good = { ...call, rationale: "The test sends one from now on." };
  expect((await api.send("POST", "/api/v1/authorize", good)).status).toBe(200);
  await page.getByRole("link", { name: "Resolved", exact: true }).click();
  await expect(caller).toContainText("quiet-agent");
});

test("for how long rows are kept: counted before, agreed to, and told", async ({ signedInAs }) => {
  const { key, api } = await aTenant();
  const old = { tenant: key, tool: "read", outcome: "ok", rationale: "The test needs an old call." };
  const at = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const rows = [1, 2, 3].map(() => ({ ...old, occurred_at: at }));
  expect((await api.send("POST", "/api/v1/audit", { rows })).json.accepted).toBe(3);
  const page = await signedInAs("admin");
  await open(page, key);
  const calls = setting(page, "Calls that agents made");
  await expect(async () => {
    await calls.getByText("For a time").click();
    await expect(calls.getByRole("textbox")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await calls.getByRole("textbox").fill("3");
  await calls.getByRole("button", { name: "Save" }).click();
  await expect(calls.getByText("A whole number of days from 7 to 3,650.")).toBeVisible();
  await calls.getByRole("textbox").fill("30");
  await expect(calls.getByText(/Would delete 3 calls older than/)).toBeVisible();
  const dialog = page.getByRole("dialog");
  await press(calls.getByRole("button", { name: "Save…" }), dialog);
  await expect(dialog).toContainText("Would delete 3 calls");
  await dialog.getByRole("button", { name: "Keep for this time only" }).click();
  await expect(calls.getByText("Saved")).toBeVisible();
  await page.reload();
  await expect(calls.getByRole("textbox")).toHaveValue("30");
  const texts = setting(page, "Rationales of these calls");
  await expect(async () => {
    await texts.getByText("For a time").click();
    await expect(texts.getByRole("textbox")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await texts.getByRole("textbox").fill("60");
  await press(texts.getByRole("button", { name: "Save…" }), dialog);
  await dialog.getByRole("button", { name: "Keep for this time only" }).click();
  await expect(page.getByText(/their rationales cannot be kept for 60/).first()).toBeVisible();
});

test("a tenant is deleted only once nothing is under way, by its key typed in full", async ({
  signedInAs,
}) => {
  const { key, api } = await aTenant();
  await api.aPendingApproval({ tenant: key });
  await api.aPendingApproval({ tenant: key });
  const page = await signedInAs("admin");
  await open(page, key);
  const danger = page.getByRole("region", { name: "Delete this tenant" });
  await expect(danger).toContainText("2 calls wait for a decision");
  await expect(danger.getByRole("button", { name: "Delete the tenant…" })).toHaveCount(0);
  const dialog = page.getByRole("dialog");
  await press(danger.getByRole("button", { name: "Cancel 2 pending calls…" }), dialog);
  await dialog.getByRole("button", { name: "Cancel them" }).click();
  await expect(dialog).toBeHidden();
  await press(danger.getByRole("button", { name: "Delete the tenant…" }), dialog);
  const last = dialog.getByRole("button", { name: "Delete the tenant" });
  await dialog.getByLabel(`Type ${key} to confirm`).fill(key.slice(1));
  await expect(last).toBeDisabled();
  await dialog.getByLabel(`Type ${key} to confirm`).fill(key);
  await last.click();
  await expect(page).toHaveURL(/\/settings\/tenants$/);
  await expect(page.getByRole("row").filter({ hasText: key })).toHaveCount(0);
  const call = { tenant: key, tool: "read", arguments: {}, rationale: "The tenant is gone by now." };
  await expect
    .poll(async () => (await api.send("POST", "/api/v1/authorize", call)).status, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(401);
  await page.goto(`/settings/tenants/${key}`);
  await expect(page.getByText("There is nothing at this address")).toBeVisible();
  await page.goto(`/activity?tenant=${key}`);
  await expect(page.getByText(`deleted the tenant ${key}`)).toBeVisible();
});

test("by keyboard alone: reach a setting, change it, save it", async ({ signedInAs }) => {
  const { key } = await aTenant();
  const page = await signedInAs("admin");
  await open(page, key);
  await type(page, TTL, "4");
  const field = setting(page, TTL).getByRole("textbox");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("5");
  await page.keyboard.press("Tab");
  await expect(setting(page, TTL).getByLabel(/Unit of/)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(setting(page, TTL).getByRole("button", { name: "Save" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(setting(page, TTL).getByText("Saved")).toBeVisible();
});

test("accessible everywhere", async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  for (const path of ["/settings/tenants", "/settings/tenants/acme"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
});
