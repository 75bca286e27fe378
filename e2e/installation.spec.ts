import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { BUILT_IN_RULES } from "@/lib/tools/by-rule/built-in";
import { aReceiver, type Receiver, status } from "../lib/delivery/testing/receiver";
import { DIALOG, expectAccessibleEverywhere } from "./accessible";
import { aFolder, cli, newKey, newSecret, type RunningApp, startApp } from "./app";
import { Api, expect, failOnConsoleErrors, isLive, press, signIn, test } from "./fixtures";

// Changes for a whole installation, so this file has its own: rules, tracker (a loopback server
// that answers as GitHub does), and a break-glass banner on every page.

// One app for all tests; otherwise each worker starts its own.
test.describe.configure({ mode: "default" });

const ADMIN = { email: "ada@example.test", password: "correct horse battery staple" };
const INES = { email: "ines@example.test", password: "another horse battery staple", name: "Ines" };

const POLICY = `policies:
  - name: Broadcasts
    action: require
    match: { tools: [send-broadcast] }
    require: { approvals: 2 }
`;

const key = newKey();
let app: RunningApp;
let api: Api;
let receiver: Receiver;

test.beforeAll(async () => {
  const answer = status(201, { "content-type": "application/json" }, JSON.stringify({ number: 12 }));
  receiver = await aReceiver(answer);
  app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    COUNTERSIGN_INIT_GATEWAY: "shop",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_SECRET: newSecret(),
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme,globex",
    TRACKER_GITHUB_URL: new URL(receiver.url).origin,
    TRACKER_GITHUB_REPOSITORY: "acme/crm",
    TRACKER_GITHUB_TOKEN: "ghp_0123456789abcdefghij",
  });
  api = new Api(app.url, key);
  for (const provider of ["stripe", "github"]) {
    const { tools } = JSON.parse(readFileSync(`sample/catalogues/${provider}.json`, "utf8"));
    expect((await api.send("PUT", "/api/v1/tools", { provider, tools })).status).toBe(200);
  }
});
test.afterAll(async () => {
  await app?.stop();
  await receiver?.close();
});

async function pageOf(browser: Browser, who: typeof ADMIN, width = 1440): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width, height: 900 } });
  const page = await context.newPage();
  failOnConsoleErrors(page);
  await signIn(page, who.email, who.password);
  return page;
}

const asked = async (provider: string, tool: string) => {
  const { json } = await api.send("POST", "/api/v1/authorize", {
    tenant: "acme",
    provider,
    tool,
    arguments: { at: `${performance.now()}` },
    rationale: "The product owner wants to know where the order stands.",
  });
  return json.decision;
};

const effect = (page: Page) => page.getByRole("region", { name: "Save the rules" });
const rule = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("an administrator sees what rules would do, changes them, switches them on, and takes it back", async ({
  browser,
}) => {
  const page = await pageOf(browser, ADMIN);
  await page.goto("/tools");
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await expect(page.getByText("No rule applies yet")).toBeVisible();
  await expect(effect(page)).toContainText("48 unrated tools: 24 low, 14 medium, 10 high");
  await expect(effect(page)).toContainText(
    "calls of 24 tools wait for a person today and will run without one",
  );
  expect(await asked("stripe", "list_customers")).toBe("wait");
  await isLive(page.getByRole("button", { name: "Edit Only reads" }));
  await expectAccessibleEverywhere(page);

  // Reads need a person as well, so no waiting call runs.
  const save = page.getByRole("button", { name: "Save and switch on" });
  await page.getByRole("button", { name: "Edit Only reads" }).click();
  const form = page.getByRole("form", { name: "Rule Only reads" });
  await form.getByLabel("First word of the name, one of").fill("list, odd-word");
  await form.getByRole("button", { name: "Keep this rule" }).click();
  await expect(form.getByText("“odd-word” is not one word")).toBeVisible();
  await form.getByLabel("First word of the name, one of").fill("list");
  await form.getByRole("button", { name: "Keep this rule" }).click();
  await expect(save).toBeDisabled();
  await expect(effect(page)).toContainText("Preview first, then save.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(effect(page)).toContainText(/48 unrated tools: 11 low/);
  await expect(rule(page, "Only reads").first()).toContainText("Rates 11 tools");

  // By keyboard: a rule moves, and the page announces its position.
  await page.getByRole("button", { name: "Move Only reads up" }).press("Enter");
  const above = BUILT_IN_RULES.findIndex(({ name }) => name === "Only reads");
  await expect(page.getByText(`Only reads is now rule ${above} of ${BUILT_IN_RULES.length}.`)).toBeAttached();
  await page.getByRole("button", { name: "Preview" }).press("Enter");
  await expect(save).toBeEnabled();
  await save.press("Enter");
  await expect(page.getByText("Version 1 of the rules is saved. It applies to new calls.")).toBeVisible();
  await expect(page.getByText("Switched on", { exact: true })).toBeVisible();
  expect(await asked("stripe", "list_customers")).toBe("allow");
  expect(await asked("stripe", "create_refund")).toBe("wait");

  await page.goto("/tools?view=by-rule&q=create_refund");
  await expect(page.getByRole("row", { name: /create_refund/ })).toContainText("rated by a rule");
  const byRule = page.getByRole("row", { name: /^A rule/ });
  const rating = page.getByRole("link", { name: "Rating", exact: true });
  await press(page.getByRole("link", { name: "create_refund" }), rating);
  await press(rating, byRule);
  await expect(byRule).toContainText("Writes where money is");

  await page.goto("/tools/rules");
  await isLive(page.getByRole("button", { name: "Preview" }));
  await page.getByLabel("The rules are switched on").uncheck();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(effect(page)).toContainText("Switched off: 48 unrated tools");
  await page.getByRole("button", { name: "Save and switch off" }).click();
  await expect(page.getByText("Version 2 is saved, and the rules are switched off.")).toBeVisible();
  expect(await asked("stripe", "list_customers")).toBe("wait");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByText("The earlier rules apply again.")).toBeVisible();
  expect(await asked("stripe", "list_customers")).toBe("allow");
  await page.getByRole("link", { name: "Load version 2 into the editor" }).click();
  await expect(page.getByText("Version 2 is loaded below")).toBeVisible();
  await page.goto("/activity?action=tool_rules");
  await expect(page.getByText("saved version 3 of the rules for unrated tools")).toBeVisible();
  await page.context().close();
});

test("an issue becomes an item of the tracker with one press, and is linked to it", async ({ browser }) => {
  const { json } = await api.send("POST", "/api/v1/feedback", {
    tenant: "acme",
    tool_called: "create_deal",
    attempted_action: "Create a deal",
    expected_outcome: "The deal exists",
    actual_outcome: "Nothing was created",
    severity: "low",
    rationale: "Sales asked for the import of the signed deals before Friday.",
  });
  const { id, ref } = json.issue as { id: string; ref: string };
  const page = await pageOf(browser, ADMIN);
  await page.goto(`/feedback/${id}`);
  const tracker = page.getByRole("region", { name: "Tracker" });
  const link = tracker.getByRole("link", { name: /acme\/crm\/issues\/12$/ });
  await press(tracker.getByRole("button", { name: "Create on GitHub" }), link);
  await expect(page.getByText(`An item of ${ref} was made on GitHub.`)).toBeVisible();
  await expect(tracker.getByRole("button", { name: "Create on GitHub" })).toHaveCount(0);
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.body).toContain("Nothing was created");
});

/** The notifications a page has requested since it lost the focus. */
const toldOf = (page: Page) => page.evaluate(() => (window as unknown as { told: unknown[] }).told);

/**
 * Turns on notifications for a page without focus. Records them instead of showing them;
 * notifications.spec.ts tests a browser with windows.
 */
async function lookElsewhere(page: Page): Promise<void> {
  await page.context().grantPermissions(["notifications"], { origin: app.url });
  const panel = page.getByRole("group", { name: "What waits for you" });
  const turnOn = panel.getByRole("button", { name: "Turn on browser notifications" });
  await press(page.getByRole("button", { name: /^What waits for you/ }).first(), turnOn);
  await press(turnOn, panel.getByText("Browser notifications are on."));
  await page.evaluate(() => {
    document.hasFocus = () => false;
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    const told: unknown[] = [];
    Object.assign(window, { told });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data } = {}) => {
      told.push({ title, body, path: data?.path });
    };
  });
}

test("one person approves alone in an emergency, all are told at once, and another one reviews it", async ({
  browser,
}) => {
  const file = path.join(aFolder("glass"), "policies.yaml");
  writeFileSync(file, POLICY);
  const made = ["--email", INES.email, "--name", INES.name, "--role", "approver", "--password-stdin"];
  await Promise.all([
    cli(app.dataDir, ["policy", "apply", file], "", app.again),
    cli(app.dataDir, ["user", "create", ...made], INES.password, app.again),
  ]);
  const desk = await pageOf(browser, ADMIN);
  const phone = await pageOf(browser, INES, 390);
  // Break-glass notifies at any risk.
  const { id } = await api.aPendingApproval({ risk: "low", summary: "Send it now" });
  const more = phone.getByLabel("More", { exact: true });
  await phone.goto(`/approvals/${id}`);
  await more.click();
  await expect(phone.getByRole("button", { name: "Cancel call…" })).toBeVisible();
  // Forbidden unless the tenant permits it.
  await expect(phone.getByRole("button", { name: "Break glass…" })).toHaveCount(0);

  await desk.goto("/settings/tenants/acme");
  const setting = desk.getByRole("region", { name: "Who may break the glass in an emergency" });
  await press(setting.getByText("Approvers too"), setting.getByRole("button", { name: "Save…" }));
  await expect(setting).toContainText("Any approver or administrator may approve a call alone");
  await press(
    setting.getByRole("button", { name: "Save…" }),
    desk.getByRole("dialog", { name: "Let one person pass what policies ask?" }),
  );
  await desk.getByRole("button", { name: "Let them" }).click();
  await expect(desk.getByRole("dialog")).toHaveCount(0);
  await desk.goto("/reviews");
  await expect(desk.getByText("Nothing to review")).toBeVisible();
  await desk.goto("/approvals");
  await lookElsewhere(desk);

  await phone.reload();
  const dialog = phone.getByRole("dialog", { name: "Break the glass: approve this call alone?" });
  await more.click();
  await press(phone.getByRole("button", { name: "Break glass…" }), dialog);
  await expect(dialog).toContainText("2 people have to approve it.");
  const submit = dialog.getByRole("button", { name: "Approve alone" });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel(/Type the count to unlock approval/).fill("10412");
  await press(submit, dialog.getByText("Say why in at least 10 characters"));
  await dialog.getByLabel("Why can it not wait?").fill("Customers are charged the wrong price.");
  await expectAccessibleEverywhere(phone, DIALOG);
  await press(submit, phone.getByText("Break-glass, not reviewed yet"));
  await expect(dialog).toHaveCount(0);
  await expect(phone.getByText("You broke the glass, so another person has to review it.")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Close review…" })).toHaveCount(0);
  expect((await api.approval(id)).agent_message).toContain(
    "One person approved this call alone, by break-glass",
  );

  const banner = desk.getByRole("status").filter({ hasText: "Break-glass:" });
  await expect(banner).toContainText("Ines approved a call of acme alone");
  await expect(desk.getByRole("link", { name: /^Reviews/ }).first()).toContainText("1");
  await expect
    .poll(() => toldOf(desk))
    .toContainEqual({
      title: "Break-glass: Ines approved alone",
      body: "Send it now\nacme",
      path: `/approvals/${id}`,
    });
  await banner.getByRole("link", { name: "Review", exact: true }).click();
  const reviews = desk.getByRole("list", { name: "Reviews" });
  await expect(reviews).toContainText("Ines approved it alone by break-glass");
  await expect(reviews).toContainText("Passed over: 2 people had to approve it.");
  await expectAccessibleEverywhere(desk);
  const close = desk.getByRole("dialog", { name: "Was it right not to wait?" });
  await press(reviews.getByRole("button", { name: "Close review…" }), close);
  await press(close.getByRole("button", { name: "Close review" }), close.getByText("Choose a verdict."));
  await close.getByLabel(/Should have waited/).check();
  await close.getByLabel("What did you find?").fill("I was awake. Call me first.");
  await expectAccessibleEverywhere(desk, DIALOG);
  await close.getByRole("button", { name: "Close review" }).click();
  await expect(desk.getByText("Nothing to review")).toBeVisible();
  await expect(banner).toHaveCount(0);
  await desk.getByRole("link", { name: "Closed", exact: true }).click();
  await expect(reviews).toContainText("Should have waited, says ada");
  await desk.goto("/reviews?view=closed&tenant=globex");
  await expect(desk.getByText("No review here")).toBeVisible();

  // Returns to the call, and from there to the review.
  await expect(phone.getByText("Break-glass, reviewed")).toBeVisible();
  await expect(phone.getByText("“I was awake. Call me first.”").first()).toBeVisible();
  await phone.getByRole("link", { name: "All reviews" }).click();
  await expect(phone).toHaveURL(/\/reviews\?view=closed&tenant=acme/);
  await expect(phone.getByRole("list", { name: "Reviews" })).toContainText("Should have waited");
  await desk.goto("/approvals?view=decided");
  await expect(desk.getByText("Ines, alone by break-glass")).toBeVisible();
});
