import type { Page } from "@playwright/test";
import { dialog } from "./calls-in-list";
import { Api, expect, isLive, test, token } from "./fixtures";
import { aPersonWith, aPollingGateway } from "./made";

// A whole queue and a whole inbox by keyboard alone: after an act the next row opens, in few keys, never
// with another target than the one on the screen, and with the focus never on nothing.

const CALL_KEYS_MAX = 3.5;
const ISSUE_KEYS_MAX = 2.3;

/** A new tenant, with a gateway and a person who sees nothing else. */
async function aTenantWith(role: "approver" | "triager", url: string, openNext = true) {
  const tenant = `flow-${token()}`;
  const { key } = await aPollingGateway(tenant);
  const person = await aPersonWith(role, { tenants: [tenant], openNext });
  return { tenant, api: new Api(url, key), person };
}

const openId = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>("[data-open-call]")?.dataset.openCall ?? null);

/** Waits until another one is open and was painted. */
async function untilOther(page: Page, than: string | null): Promise<string> {
  const id = await page.waitForFunction((last) => {
    const now = document.querySelector<HTMLElement>("[data-open-call]")?.dataset.openCall;
    return now && now !== last ? now : null;
  }, than);
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  return (await id.jsonValue()) as string;
}

/** Counts the frames in which nothing has the focus, from now on. */
const watchFocus = (page: Page) =>
  page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(window, { lostFocus: lost });
    const look = () => {
      if (document.activeElement === document.body || document.activeElement === null)
        lost.push(document.querySelector<HTMLElement>("[data-open-call]")?.dataset.openCall ?? "no page");
      requestAnimationFrame(look);
    };
    look();
  });

const lostFocus = (page: Page) =>
  page.evaluate(() => (window as unknown as { lostFocus: string[] }).lostFocus);

class Keys {
  count = 0;
  constructor(private readonly page: Page) {}
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1;
      await this.page.keyboard.press(key);
    }
  }
}

const focused = (page: Page, selector: string) =>
  page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector);

/** A leads to what is unread, and Enter to the next piece of it, until the focus is on Approve. */
async function aim(page: Page, keys: Keys): Promise<void> {
  await keys.press("a");
  for (let step = 0; step < 20; step += 1) {
    if (await focused(page, "[data-bar] :is(button.btn, input)[data-key=approve]")) return;
    await keys.press("Enter");
  }
}

type Risk = "low" | "medium" | "high" | "critical";

async function approve(page: Page, keys: Keys, risk: Risk): Promise<void> {
  if (risk === "low" || risk === "medium") return keys.press("a", "Enter");
  await aim(page, keys);
  if (risk === "critical") return keys.press("1", "2", "Control+Enter");
  await keys.press("Enter");
  await expect(dialog(page).locator("[data-submit]")).toBeEnabled();
  await keys.press("Control+Enter");
}

type CallAct = "approve" | "reject" | "snooze";

test("100 waiting calls are cleared by keyboard, each as it was meant, within 3.5 keys a call", async ({
  app,
  pageOf,
}) => {
  test.setTimeout(600_000);
  const { tenant, api, person } = await aTenantWith("approver", app.url);
  const plan = new Map<string, { act: CallAct; risk: Risk }>();
  const all = Array.from({ length: 100 }, (_, at) => {
    const risk: Risk = at < 4 ? "critical" : at < 24 ? "high" : at < 64 ? "medium" : "low";
    const act: CallAct = at % 10 === 7 ? "reject" : at % 10 === 3 ? "snooze" : "approve";
    return { at, risk, act };
  });
  for (const { at, risk, act } of all) {
    const { id } = await api.aPendingApproval({
      ...{ tenant, risk, summary: `Send letter ${at} to 12 people`, arguments: { letter: at } },
      facts: { what: "Letter", to_whom: `List ${at}`, how_many: 12, undo: "impossible" },
    });
    plan.set(id, { act, risk });
  }

  const page = await pageOf(person);
  await page.goto("/approvals");
  await isLive(page.getByRole("checkbox").first());
  const keys = new Keys(page);
  await keys.press("j");
  let id = await untilOther(page, null);
  await watchFocus(page);
  for (let done = 1; done <= plan.size; done += 1) {
    const { act, risk } = plan.get(id) ?? { act: "approve", risk: "low" };
    if (act === "approve") await approve(page, keys, risk);
    else if (act === "snooze") await keys.press("h", "1");
    else await keys.press("r", "3", "Enter");
    if (done === 12) await expect(page.getByText("12 of 100")).toBeVisible();
    if (done < plan.size) id = await untilOther(page, id);
  }
  await expect(page.getByText(/^All clear\. 100 in \d+ (minutes|seconds)$/)).toBeVisible();
  expect(keys.count / plan.size).toBeLessThanOrEqual(CALL_KEYS_MAX);
  expect(await lostFocus(page)).toEqual([]);

  const decisions = { approve: "approved", reject: "rejected", snooze: "pending" };
  for (const [call, { act }] of plan)
    expect(await api.approval(call), call).toMatchObject({
      decision: decisions[act],
      ...(act === "reject" ? { reason: "Not now" } : {}),
    });
  await page.goto("/approvals?view=snoozed");
  const snoozed = await page
    .locator("[data-row]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
  expect(new Set(snoozed)).toEqual(
    new Set([...plan].flatMap(([call, { act }]) => (act === "snooze" ? [call] : []))),
  );
});

type IssueAct = "accept" | "decline" | "snooze" | "resolve" | "ask" | "merge";

const ISSUE_KEYS: Record<IssueAct, string[]> = {
  accept: ["1"],
  decline: ["3", "2", "Enter"],
  snooze: ["h", "1"],
  resolve: ["r", "Enter"],
  ask: ["i"],
  merge: ["2", "1", "Enter"],
};

const ISSUE_STATES: Record<IssueAct, string> = {
  accept: "accepted",
  decline: "declined",
  snooze: "snoozed",
  resolve: "resolved",
  ask: "needs_info",
  merge: "merged",
};

async function anIssue(api: Api, tenant: string, tool: string, says: string) {
  const { json } = await api.send("POST", "/api/v1/feedback", {
    ...{ tenant, tool_called: tool, severity: "med" },
    attempted_action: says,
    expected_outcome: `It works: ${says}`,
    actual_outcome: `Nothing came of it: ${says}`,
    rationale: "The quarterly import of the signed contracts has to be done by Friday.",
  });
  return json.issue as { id: string; ref: string };
}

test("60 issues are triaged by keyboard, each as it was meant, within 2.3 keys an issue", async ({
  app,
  pageOf,
}) => {
  test.setTimeout(600_000);
  const { tenant, api, person } = await aTenantWith("triager", app.url);
  const plan = new Map<string, { act: IssueAct; ref: string; into?: string }>();
  const acts: IssueAct[] = ["accept", "decline", "accept", "snooze", "accept", "resolve", "ask", "decline"];
  const word = token();
  for (let at = 0; at < 58; at += 1) {
    const issue = await anIssue(api, tenant, `flow_${word}_${at}`, `Import contract ${at}`);
    plan.set(issue.id, { act: acts[at % acts.length] ?? "accept", ref: issue.ref });
  }
  const tool = `flow_${word}_twice`;
  const target = await anIssue(api, tenant, tool, "Find the customer's address by their telephone number");
  const double = await anIssue(api, tenant, tool, "Upload a photograph larger than eight megabytes");
  plan.set(target.id, { act: "accept", ref: target.ref });
  plan.set(double.id, { act: "merge", ref: double.ref, into: target.ref });

  const page = await pageOf(person);
  await page.goto("/feedback?view=new");
  await isLive(page.getByRole("checkbox").first());
  const keys = new Keys(page);
  await keys.press("j");
  let id = await untilOther(page, null);
  await watchFocus(page);
  for (let done = 1; done <= plan.size; done += 1) {
    const { act, ref, into } = plan.get(id) ?? { act: "accept", ref: "" };
    const [first, ...rest] = ISSUE_KEYS[act];
    await keys.press(first ?? "");
    if (into) await expect(dialog(page).getByLabel("Into")).toHaveValue(into);
    await keys.press(...rest);
    if (done < plan.size) id = await untilOther(page, id);
    await expect(page.getByRole("region", { name: "Messages" })).toContainText(ref);
    if (done === 12) await expect(page.getByText("12 of 60")).toBeVisible();
  }
  await expect(page.getByText(/^All clear\. 60 in \d+ (minutes|seconds)$/)).toBeVisible();
  expect(keys.count / plan.size).toBeLessThanOrEqual(ISSUE_KEYS_MAX);
  expect(await lostFocus(page)).toEqual([]);
  for (const [, { act, ref }] of plan) {
    const { json } = await api.send("GET", `/api/v1/issues/${ref}`);
    expect(json, ref).toMatchObject({ state: ISSUE_STATES[act] });
  }
});

test("keys pressed before the next call was on the screen decide none; Z says why a decision is final", async ({
  app,
  pageOf,
}) => {
  const { tenant, api, person } = await aTenantWith("approver", app.url);
  const ids: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const over = {
      tenant,
      risk: at % 2 === 0 ? "medium" : "low",
      summary: `Call ${at}`,
      ttl_seconds: 3_600 + 60 * at,
    };
    ids.push((await api.aPendingApproval({ ...over, arguments: { at }, facts: {} })).id);
  }
  const page = await pageOf(person);
  await page.goto("/approvals");
  await isLive(page.getByRole("checkbox").first());
  await page.keyboard.press("j");
  const first = await untilOther(page, null);
  // The next page is held back, so that all further keys come before it.
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/approvals\/[0-9a-f-]{36}.*_rsc=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  for (let turn = 0; turn < 3; turn += 1)
    for (const key of ["a", "Enter", "h", "1", "r"]) await page.keyboard.press(key);
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Approved");
  for (const key of ["a", "Enter", "Enter", "h", "1", "r", "Enter"]) await page.keyboard.press(key);
  letThrough();
  const second = await untilOther(page, first);
  await expect(dialog(page)).toHaveCount(0);
  for (const id of ids)
    expect(await api.approval(id)).toMatchObject({ decision: id === first ? "approved" : "pending" });
  await page.keyboard.press("z");
  await expect(page.getByRole("region", { name: "Messages" })).toContainText(
    "You can revoke it until the call starts",
  );
  // The first keys that are meant for the second call count.
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await untilOther(page, second);
  expect(await api.approval(second)).toMatchObject({ decision: "approved" });
});

test("a person who does not want the next one stays where the act was", async ({ app, pageOf }) => {
  const { tenant, api, person } = await aTenantWith("approver", app.url, false);
  const calls = [];
  for (let at = 0; at < 2; at += 1)
    calls.push(await api.aPendingApproval({ tenant, risk: "low", summary: `Call ${at}`, arguments: { at } }));
  const page = await pageOf(person);
  await page.goto("/approvals");
  await isLive(page.getByRole("checkbox").first());
  await page.keyboard.press("j");
  const first = await untilOther(page, null);
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Approval recorded/).first()).toBeVisible();
  expect(await openId(page)).toBe(first);
  await page.keyboard.press("z");
  await expect(page.getByText(/An approval cannot be undone/)).toBeVisible();
  await page.goto("/settings/profile#look");
  const choice = page.getByLabel("Open the next one after an act");
  await isLive(choice);
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok()),
    choice.check(),
  ]);
  await page.reload();
  await expect(choice).toBeChecked();
});
