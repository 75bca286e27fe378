import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { type Api, expect, isLive, press, pressKey, pressToFocus, test, token } from "./fixtures";
import { openFilters } from "./presses";

// Product owners and the log of calls: find one by its words, read it, open its session, download
// rows.

type Over = Record<string, unknown>;

async function aCall(api: Api, over: Over = {}): Promise<{ id: string; name: string }> {
  const name = String(over.tool ?? `tool_${token()}`);
  const { status, json } = await api.send("POST", "/api/v1/audit", {
    tenant: "acme",
    provider: "stripe",
    tool: name,
    outcome: "ok",
    rationale: `Refund what ${name} charged twice.`,
    agent: "support-copilot",
    duration_ms: 371,
    attempt: 1,
    occurred_at: new Date().toISOString(),
    ...over,
  });
  if (status !== 201) throw new Error(`no call: ${status} ${JSON.stringify(json)}`);
  return { id: String(json.id), name };
}

const table = (page: Page) => page.getByRole("table", { name: "Calls" });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

test("a call is found by words of its rationale and read in full", async ({ api, signedInAs }) => {
  const mark = `mark${token()}`;
  const { id, name } = await aCall(api, {
    rationale: `Refund the second charge of customer ${mark} who paid twice.`,
    outcome: "validation_error",
    arguments: undefined,
    validation: [{ path: "/amount", message: "must be a whole number of cents", received: 49.9 }],
    error_message: "amount: invalid",
    approval_id: "01890000-0000-7000-8000-000000000000",
  });
  const page = await signedInAs("viewer");
  await page.goto("/rationales");
  await page.getByRole("searchbox", { name: "Search rationales" }).fill(mark);
  await expect(page).toHaveURL(new RegExp(`q=${mark}`));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`customer ${mark} who paid twice`);
  await expect(rows(page)).toContainText("Invalid arguments");
  await expect(rows(page)).toContainText("371 ms");
  await rows(page).getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/rationales/calls/${id}`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(page.getByRole("row", { name: /\/amount/ })).toContainText("49.9");
  await expect(page.getByRole("region", { name: "Text of the error" })).toContainText("amount: invalid");
  await expect(page.getByText("written by the agent, not verified")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the approval" })).toHaveAttribute(
    "href",
    "/approvals/01890000-0000-7000-8000-000000000000",
  );
});

test("figures lead to their rows", async ({ api, signedInAs }) => {
  await aCall(api, { outcome: "execution_error" });
  const page = await signedInAs("viewer");
  await page.goto("/rationales");
  const figures = page.getByLabel("Figures", { exact: true });
  await expect(figures).toContainText("Calls");
  // Figures, list and download share one time range, and each shows it.
  const week = /^Last 7 days \(\d+ \w+ to \d+ \w+, UTC\)$/;
  await expect(figures.getByText(week)).toBeVisible();
  const span = await figures.getByText(week).innerText();
  await expect(page.getByText(`calls, newest first. ${span}.`)).toBeVisible();
  await figures.getByRole("link", { name: /%$/ }).click();
  await expect(page).toHaveURL(/\?class=failed$/);
  await expect(page.getByText(`calls match, newest first. ${span}.`)).toBeVisible();
  await (await openFilters(page)).getByLabel("Time").selectOption("any");
  await expect(page.getByText("calls match, newest first. Any time.")).toBeVisible();
  await page.goto("/rationales");
  await page.getByText("Show as a table").first().click();
  await page.getByRole("region", { name: "Calls by day (UTC) and outcome" }).getByRole("link").last().click();
  await expect(page).toHaveURL(/since=.*until=/);
});

test("options of the filters say how many calls they have, and the total is exact", async ({
  api,
  signedInAs,
}) => {
  const agent = `agent_${token()}`;
  const { name } = await aCall(api, { agent });
  await aCall(api, { agent, tool: name, outcome: "execution_error" });
  const page = await signedInAs("viewer");
  await page.goto("/rationales");
  const filters = await openFilters(page);
  await expect(filters.getByText(/^Counts: all calls from \d+ \w+ to \d+ \w+ \(UTC\)/)).toBeVisible();
  await filters.getByLabel("Tool").selectOption({ label: `${name} (2)` });
  await expect(page.getByText(/^2 calls match, newest first/)).toBeVisible();
  await expect(filters.getByLabel("Agent").getByRole("option", { name: `${agent} (2)` })).toBeAttached();
  // What was searched for is in sight; its figures by day open on demand.
  const days = page.getByRole("heading", { name: "Calls by day (UTC) and outcome" });
  await expect(days).toBeHidden();
  await page.keyboard.press("Escape");
  await press(page.getByText("By day, tool and agent"), days);
});

test("a session has a header, its calls, approvals, feedback and corrections", async ({
  api,
  signedInAs,
}) => {
  const session = `ses_${token()}`;
  const first = await aCall(api, {
    session_id: session,
    occurred_at: new Date(Date.now() - 90_000).toISOString(),
  });
  const second = await aCall(api, { session_id: session, outcome: "execution_error" });
  const approval = await api.aPendingApproval({ session_id: session, summary: `Send ${first.name} to all` });
  const said = `No, ${first.name} was the wrong one.`;
  const corrected = await api.send("POST", "/api/v1/corrections", {
    tenant: "acme",
    tool: first.name,
    session_id: session,
    utterance: said,
  });
  expect(corrected.status).toBe(201);
  const page = await signedInAs("viewer");
  await page.goto(`/rationales?session=${session}`);
  const head = page.getByRole("region", { name: /^Session/ });
  await expect(head).toContainText("2 min");
  await expect(head).toContainText("50 %");
  const inOrder = page.getByRole("list", { name: "The session in order" });
  await expect(inOrder.getByText(said)).toBeVisible();
  await expect(inOrder.getByRole("link", { name: `Send ${first.name} to all` })).toHaveAttribute(
    "href",
    `/approvals/${approval.id}`,
  );
  await expect(inOrder.getByRole("listitem")).toHaveCount(4);
  await expect(inOrder.getByRole("listitem").first()).toContainText(first.name);
  await page.goto(`/rationales/calls/${second.id}`);
  const around = page.getByRole("list", { name: "In the same session" });
  await expect(around.getByRole("listitem")).toHaveCount(2);
  await around.getByRole("link", { name: new RegExp(first.name) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first.name);
  await expect(page.getByText(said)).toBeVisible();
  await page.getByRole("link", { name: "Whole session" }).click();
  await expect(page).toHaveURL(new RegExp(`session=${session}`));
});

test("columns are each person's choice and stay chosen", async ({ api, signedInAs }) => {
  const { name } = await aCall(api);
  const page = await signedInAs("viewer");
  await page.goto(`/rationales?tool=${name}`);
  const gateway = table(page).getByRole("columnheader", { name: "Gateway" });
  await expect(table(page).getByRole("columnheader", { name: "Attempt" })).toBeVisible();
  await expect(gateway).toHaveCount(0);
  const box = page.getByRole("checkbox", { name: "Gateway" });
  const columns = page.getByRole("button", { name: "Columns" });
  await isLive(columns);
  await press(columns, box);
  await box.check();
  await expect(gateway).toBeVisible();
  await page.reload();
  await expect(gateway).toBeVisible();
});

test("calls are downloaded with the browser's session, formulas made harmless", async ({
  api,
  signedInAs,
}) => {
  const { name } = await aCall(api, { rationale: "=cmd|'/c calc'!A0 is what it says" });
  const page = await signedInAs("viewer");
  await page.goto(`/rationales?tool=${name}`);
  const link = page.getByRole("link", { name: "Calls as CSV" });
  await press(page.getByRole("button", { name: "Download" }), link);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^calls-all-tenants-\d{4}-\d{2}-\d{2}\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  expect(text.split("\r\n")).toHaveLength(3);
  expect(text).toContain(`"'=cmd|'/c calc'!A0 is what it says"`);
});

test("by keyboard alone: search, walk the rows, open, go back", async ({ api, signedInAs }) => {
  const mark = `mark${token()}`;
  await aCall(api, {
    rationale: `First of the two ${mark}`,
    occurred_at: new Date(Date.now() - 5_000).toISOString(),
  });
  const second = await aCall(api, { rationale: `Second of the two ${mark}` });
  const page = await signedInAs("viewer");
  await page.goto("/rationales");
  const search = page.getByRole("searchbox", { name: "Search rationales" });
  await pressToFocus(page, "/", search);
  await page.keyboard.type(mark);
  await expect(rows(page)).toHaveCount(2);
  await search.blur();
  await page.keyboard.press("j");
  await expect(rows(page).first().getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(second.id));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(second.name);
  await pressKey(page, "u", page.getByRole("heading", { level: 1, name: "Rationales" }));
});

test("on a phone: a list instead of a table, nothing wider than the screen", async ({ api, signedInAs }) => {
  const { name } = await aCall(api);
  const page = await signedInAs("viewer", { width: 390 });
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  await page.goto(`/rationales?tool=${name}`);
  const calls = page.getByRole("list", { name: "Calls", exact: true });
  await expect(calls.getByRole("listitem")).toHaveCount(1);
  await expect(table(page)).toBeHidden();
  expect(await fits()).toBe(true);
  await calls.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  expect(await fits()).toBe(true);
});

test("log, session and call have no serious accessibility problem anywhere", async ({ api, signedInAs }) => {
  const session = `ses_${token()}`;
  const { id } = await aCall(api, {
    session_id: session,
    outcome: "wrong_tool_boundary",
    risk: "high",
    referral: { boundary_axes: ["bulk"], evidence: "412 recipients in one request" },
    validation: [{ path: "/to", message: "too many", received: [1, 2] }],
    error_message: "Too many recipients",
  });
  const page = await signedInAs("viewer");
  for (const path of ["/rationales", `/rationales?session=${session}`, `/rationales/calls/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Adding up" })).toHaveCount(0);
    await expectAccessibleEverywhere(page);
  }
});
