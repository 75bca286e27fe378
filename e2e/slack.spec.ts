import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { APP_TOKEN, aSlack, BOT_TOKEN, SIGNING_SECRET, type SlackStandIn, TEAM } from "../lib/testing/slack";
import { expectAccessibleEverywhere, expectFits } from "./accessible";
import { newKey, type RunningApp, startApp } from "./app";
import { Api, expect, press, signIn, test } from "./fixtures";

// The built product against a stand-in of Slack: set up, link, decide, and look at the pages on the way.

const ADMIN = { email: "slack@example.test", password: "a few words in a row" };
const MEMBER = "U0INES";

// One app for all tests; otherwise each worker starts its own.
test.describe.configure({ mode: "default" });

let slack: SlackStandIn;
let app: RunningApp;
let api: Api;
let page: Page;
/** From Slack, by which the account is linked. */
let link = "";

test.beforeAll(async ({ browser }) => {
  slack = await aSlack();
  const key = newKey();
  app = await startApp({
    SLACK_API_URL: slack.apiUrl,
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    COUNTERSIGN_INIT_GATEWAY: "slack-gateway",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
  });
  api = new Api(app.url, key);
  page = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
});

test.afterAll(async () => {
  await app?.stop();
  await slack?.close();
});

const user = { id: MEMBER, name: "ines", username: "ines", team_id: TEAM };
const team = { id: TEAM, domain: "stand-in" };

const command = () => ({
  team_id: TEAM,
  team_domain: "stand-in",
  user_id: MEMBER,
  user_name: "ines",
  response_url: slack.responseUrl,
});

type Button = { action_id: string; value?: string; url?: string };

/** The buttons of the last version of a message. */
function buttonsOf(blocks: unknown): Button[] {
  const all = blocks as { type: string; elements?: Button[] }[];
  return all.filter(({ type }) => type === "actions").flatMap(({ elements = [] }) => elements);
}

test("an administrator stores the secrets, tests them, and the worker connects", async () => {
  await page.goto("/settings/notifications/slack");
  const form = page.getByRole("form", { name: "Secrets of the Slack app" });
  await form.getByLabel("Bot token").fill("xapp-not-a-bot");
  await form.getByRole("button", { name: "Save secrets" }).click();
  await expect(form.getByText(/begins with xoxb-/).last()).toBeVisible();
  await form.getByLabel("Bot token").fill(BOT_TOKEN);
  await form.getByLabel("App-level token").fill(APP_TOKEN);
  await form.getByLabel("Signing secret").fill(SIGNING_SECRET);
  await form.getByRole("button", { name: "Save secrets" }).click();
  await expect(page.getByText("Stored here; it is never shown")).toHaveCount(3);
  await expect(page.getByText("Set up", { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(BOT_TOKEN);
  await page.getByRole("button", { name: "Test the connection" }).click();
  await expect(page.getByText(/in the workspace Stand-in/)).toBeVisible();
  await expect.poll(() => slack.connections()).toBe(1);
  await page.getByText("Manifest for HTTP").click();
  await expect(page.getByText(`${app.url}/api/slack/interactions`)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByLabel("Decide in Slack: acme").selectOption("medium");
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByLabel("Decide in Slack: acme").inputValue();
    })
    .toBe("medium");
});

test("a person links their account by the link that only they see", async () => {
  await slack.push("slash_commands", command());
  await expect.poll(() => slack.responses.length).toBe(1);
  link = buttonsOf(slack.responses[0]?.blocks).find(({ url }) => url)?.url ?? "";
  expect(link).toContain("/settings/profile/slack?token=");
  await page.goto("/settings/profile/slack");
  await expect(page.getByText("No Slack account is linked")).toBeVisible();
  await page.goto(`${link.slice(0, -4)}AAAA`);
  await expect(page.getByText("This link is over")).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("Link only your own Slack account")).toBeVisible();
  await expectAccessibleEverywhere(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Link this Slack account" }).click();
  await expect(page.getByText(/Linked to/)).toBeVisible();
  expect(page.url()).not.toContain("token");
  await page.goto(link);
  await expect(page.getByText("This Slack account is linked already")).toBeVisible();
  await expect(page.getByRole("button", { name: "Link this Slack account" })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await expectFits(page);
});

test("a call is announced in Slack, approved there, and its message says so", async () => {
  const { id } = await api.aPendingApproval({ risk: "medium" });
  await expect.poll(() => slack.messages.length).toBe(1);
  const [message] = slack.messages;
  const buttons = buttonsOf(message?.args.blocks);
  expect(JSON.stringify(message?.args.blocks)).toContain("10,412");
  expect(buttons.map(({ action_id }) => action_id)).toEqual([
    "countersign_approve",
    "countersign_reject",
    "countersign_extend",
    "countersign_open",
  ]);
  const [approve, , extend] = buttons;
  const pressed = { type: "block_actions", user, team, trigger_id: "1", response_url: slack.responseUrl };
  const send = async (values: object) => {
    const view = slack.callsOf("views.open").at(-1)?.view as object;
    const sent = { type: "view_submission", user, team, view: { ...view, state: { values } } };
    await slack.push("interactive", sent);
  };
  const { decide_by: before } = await api.approval(id);
  await slack.push("interactive", { ...pressed, actions: [extend] });
  await expect.poll(() => slack.callsOf("views.open").length).toBe(1);
  await send({ added: { seconds: { selected_option: { value: "3600" } } } });
  const later = new Date(Date.parse(String(before)) + 3_600_000).toISOString().slice(0, 16).replace("T", " ");
  await expect.poll(() => JSON.stringify(message?.args.blocks)).toContain(`Decide by ${later} UTC`);
  await slack.push("interactive", { ...pressed, actions: [approve] });
  await expect.poll(() => slack.callsOf("views.open").length).toBe(2);
  await send({ reason: { text: { value: null } } });
  await expect.poll(async () => (await api.approval(id)).decision).toBe("approved");
  await expect.poll(() => JSON.stringify(message?.args.blocks)).toContain("Approved by");
  expect(buttonsOf(message?.args.blocks).map(({ action_id }) => action_id)).toEqual(["countersign_open"]);
  await page.goto(`/approvals/${id}`);
  await expect(page.getByText(/In Slack/).first()).toBeAttached();
});

test("a signed request of Slack is answered too; an unsigned one is not", async () => {
  const before = slack.responses.length;
  const body = new URLSearchParams(command()).toString();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const mac = createHmac("sha256", SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest("hex");
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${mac}`,
  };
  const send = (over: object = {}) =>
    fetch(`${app.url}/api/slack/commands`, { method: "POST", headers: { ...headers, ...over }, body });
  expect((await send({ "x-slack-signature": `v0=${"0".repeat(64)}` })).status).toBe(401);
  expect((await send()).status).toBe(200);
  await expect.poll(() => slack.responses.length).toBe(before + 1);
  expect(slack.responses.at(-1)?.text).toBe("No call waits for you.");
});

test("unlinking ends it; removed secrets end the connection", async () => {
  await page.goto("/settings/profile/slack");
  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: "Unlink…" }), dialog);
  await dialog.getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText("No Slack account is linked")).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("This link was used before")).toBeVisible();
  await page.goto("/settings/notifications/slack");
  await press(page.getByRole("button", { name: "Remove stored secrets…" }), dialog);
  await dialog.getByRole("button", { name: "Remove secrets" }).click();
  await expect(page.getByText("Not set up")).toBeVisible();
  await expect.poll(() => slack.connections()).toBe(0);
});
