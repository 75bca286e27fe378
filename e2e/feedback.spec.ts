import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { type Api, expect, press, pressKey, pressToFocus, test, token } from "./fixtures";

// What product owners do with feedback: find an issue, read its evidence, answer the agents, take the reports away.

type Over = Record<string, unknown>;

/** A report of a unique problem, so that parallel specs find their own. */
async function aReport(api: Api, over: Over = {}) {
  const name = `tool_${token()}`;
  const sent = {
    tenant: "acme",
    provider: "hubspot",
    tool_called: name,
    attempted_action: "Create a deal with the custom property lead_score",
    expected_outcome: "The deal exists with lead_score 82",
    actual_outcome: "Nothing was created",
    error_seen: `property "lead_score" does not exist (${name})`,
    severity: "high",
    rationale: "Sales asked for the import of the signed deals before Friday.",
    suggested_improvement: "List the valid property names in the error",
    agent: "claude-code",
    session_id: `ses_${token()}`,
    ...over,
  };
  const { status, json } = await api.send("POST", "/api/v1/feedback", sent);
  if (status !== 201) throw new Error(`no report: ${status} ${JSON.stringify(json)}`);
  const issue = json.issue as { id: string; ref: string };
  return { ...issue, reportId: String(json.id), name: String(sent.tool_called), sent, answer: json.answer };
}

const list = (page: Page) => page.getByRole("list", { name: "Issues" });
const row = (page: Page, name: string) => list(page).getByRole("link", { name: new RegExp(name) });

test("an issue is found by words, opened beside the list, and read as evidence", async ({
  api,
  signedInAs,
}) => {
  const { name, ref, sent } = await aReport(api);
  const page = await signedInAs("viewer");
  await page.goto("/feedback");
  await page.getByRole("searchbox", { name: "Search all texts" }).fill(name);
  await expect(page).toHaveURL(new RegExp(`q=${name}`));
  await expect(list(page).getByRole("listitem")).toHaveCount(1);
  await row(page, name).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("lead_score");
  for (const text of [
    sent.attempted_action,
    sent.expected_outcome,
    sent.actual_outcome,
    sent.suggested_improvement,
  ])
    await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Error, as the agent saw it" })).toContainText("lead_score");
  await expect(page.getByText(ref).first()).toBeVisible();
  await expect(row(page, name)).toHaveAttribute("aria-current", "page");
  // Viewers see no button they cannot use.
  await expect(page.getByRole("button", { name: /answer/i })).toHaveCount(0);
});

test("new counts what arrived, not what slid in from the next page, and what left the list says so", async ({
  api,
  signedInAs,
}) => {
  const mark = `mark${token()}`;
  const about = { actual_outcome: `Nothing ${mark}`, severity: "low" };
  // The first of 51 is on the second page.
  const first = await aReport(api, about);
  const others = await Promise.all(Array.from({ length: 49 }, () => aReport(api, about)));
  const last = await aReport(api, about);
  const page = await signedInAs("viewer");
  await page.goto(`/feedback?severity=low&q=${mark}`);
  await expect(row(page, last.name)).toBeVisible();
  await expect(row(page, first.name)).toHaveCount(0);
  const again = { tool_called: last.name, error_seen: last.sent.error_seen };
  await aReport(api, { ...about, ...again, severity: "high" });
  // A repeated report is not announced, a new one is.
  await aReport(api, { ...about, severity: "high" });
  await expect(list(page).getByText("No longer in this list")).toBeVisible();
  await expect(row(page, first.name)).toBeAttached();
  await expect(row(page, String(others[0]?.name))).toBeAttached();
  await expect(page.getByRole("button", { name: /new issue/ })).toHaveCount(0);
  const fresh = await aReport(api, about);
  const pill = page.getByRole("button", { name: "Show 1 new issue" });
  await expect(pill).toBeVisible();
  await expect(row(page, fresh.name)).toHaveCount(0);
  await press(pill, row(page, fresh.name));
  await expect(list(page).getByRole("listitem").first()).toContainText(fresh.name);
});

test("a triager answers; the next agent is told, and a stale tab does no harm", async ({
  api,
  signedInAs,
}) => {
  const { id, name } = await aReport(api);
  const page = await signedInAs("triager");
  const stale = await signedInAs("triager");
  for (const each of [page, stale]) await each.goto(`/feedback/${id}`);
  const old = stale.getByRole("form", { name: "Answer to agents" });
  await press(stale.getByRole("button", { name: "Write an answer" }), old);
  await old.getByLabel("Message").fill("Something else");
  const form = page.getByRole("form", { name: "Answer to agents" });
  await press(page.getByRole("button", { name: "Write an answer" }), form);
  await form.getByLabel("Message").fill("x".repeat(2_001));
  await form.getByRole("button", { name: "Save the answer" }).click();
  await expect(form.getByLabel("Message")).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("Message")).toHaveValue("x".repeat(2_001));
  await form.getByLabel("Message").fill("Property names will be in the error.");
  await form.getByLabel("Workaround").fill("Call hubspot_list_properties first.");
  await form.getByLabel("Fixed in").fill("2.5");
  await form.getByRole("button", { name: "Save the answer" }).click();
  await expect(page.getByText("Call hubspot_list_properties first.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit the answer" })).toBeVisible();
  const again = await api.send("POST", "/api/v1/feedback", {
    ...(
      await aReport(api, { tool_called: name, error_seen: `property "lead_score" does not exist (${name})` })
    ).sent,
  });
  expect(again.json).toMatchObject({
    known: true,
    answer: {
      message: "Property names will be in the error.",
      workaround: "Call hubspot_list_properties first.",
      fixed_in: "2.5",
    },
  });
  await old.getByRole("button", { name: "Save the answer" }).click();
  await expect(old.getByRole("alert")).toContainText("Nothing was changed");
  await expect(old.getByLabel("Message")).toHaveValue("Something else");
});

test("a report has a page with the call, the session and the approvals it came from", async ({
  api,
  signedInAs,
}) => {
  const session = `ses_${token()}`;
  const name = `tool_${token()}`;
  await api.send("POST", "/api/v1/audit", {
    tenant: "acme",
    tool: name,
    outcome: "timeout",
    rationale: "Import the deals that were signed on paper.",
    session_id: session,
    occurred_at: new Date(Date.now() - 5_000).toISOString(),
  });
  const approval = await api.aPendingApproval({ session_id: session, summary: `Send ${name} to all` });
  const { reportId, ref } = await aReport(api, { tool_called: name, session_id: session });
  const page = await signedInAs("viewer");
  await page.goto(`/feedback/reports/${reportId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Report on ${ref}`);
  await expect(page.getByRole("link", { name: `Send ${name} to all` })).toHaveAttribute(
    "href",
    `/approvals/${approval.id}`,
  );
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(/\/rationales\/calls\//);
  await expect(page.getByText("Import the deals that were signed on paper.").first()).toBeVisible();
  await page.goto(`/feedback/reports/${reportId}`);
  await page.getByRole("link", { name: "All calls of the session" }).click();
  await expect(page).toHaveURL(new RegExp(`/rationales\\?session=${session}`));
});

test("by keyboard alone: search, walk the list, open, go back", async ({ api, signedInAs }) => {
  const mark = `mark${token()}`;
  const first = await aReport(api, { actual_outcome: `Nothing ${mark}` });
  const second = await aReport(api, { actual_outcome: `Nothing ${mark}` });
  const page = await signedInAs("viewer");
  await page.goto("/feedback");
  const search = page.getByRole("searchbox", { name: "Search all texts" });
  await pressToFocus(page, "/", search);
  await page.keyboard.type(mark);
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
  await search.blur();
  await page.keyboard.press("j");
  await expect(row(page, second.name)).toBeFocused();
  await page.keyboard.press("j");
  await expect(row(page, first.name)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(first.id));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first.name);
  await pressKey(page, "u", page.getByRole("heading", { level: 1, name: "Feedback" }));
});

test("on a phone: one pane at a time, with a way back, nothing wider than the screen", async ({
  api,
  signedInAs,
}) => {
  const { name } = await aReport(api);
  const page = await signedInAs("viewer", { width: 390 });
  await page.goto(`/feedback?q=${name}`);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  expect(await fits()).toBe(true);
  await row(page, name).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(list(page)).toBeHidden();
  expect(await fits()).toBe(true);
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(row(page, name)).toBeVisible();
});

test("inbox and report have no serious accessibility problem anywhere", async ({ api, signedInAs }) => {
  const { reportId } = await aReport(api);
  const page = await signedInAs("triager");
  for (const path of ["/feedback", `/feedback/reports/${reportId}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (path === "/feedback")
      await expect(page.getByText("Issues in 30 days", { exact: true })).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
});
