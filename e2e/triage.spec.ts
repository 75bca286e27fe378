import type { Page } from "@playwright/test";
import { DIALOG, expectAccessible, expectAccessibleEverywhere } from "./accessible";
import { Api, expect, isLive, press, pressKey, test, token } from "./fixtures";
import { aPersonWith, aTokenOf } from "./made";

// Triage by product owners: each verb by keyboard and by touch, with undo.

const aReport = (name: string) => ({
  tenant: "acme",
  provider: "hubspot",
  tool_called: name,
  attempted_action: "Create a deal",
  expected_outcome: "The deal exists",
  actual_outcome: "Nothing was created",
  error_seen: `property "lead_score" does not exist (${name})`,
  severity: "med",
  rationale: "Sales asked for the import of the signed deals before Friday.",
});

async function anIssue(api: Api) {
  const name = `triage_${token()}`;
  const { json } = await api.send("POST", "/api/v1/feedback", aReport(name));
  return { ...(json.issue as { id: string; ref: string }), name };
}

/** The API with a triager's personal token. */
async function aTriager(api: Api): Promise<Api> {
  return new Api(api.url, await aTokenOf((await aPersonWith("triager")).email));
}

const bar = (page: Page) => page.getByRole("region", { name: "Triage" });
const button = (page: Page, name: string) => bar(page).getByRole("button", { name });
const properties = (page: Page) => page.getByRole("region", { name: "Properties" });
const events = (page: Page) => page.getByRole("list", { name: "Events" }).getByRole("listitem");
const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page, text: string) => page.getByRole("region", { name: /messages/i }).getByText(text);

async function open(page: Page, id: string) {
  await page.goto(`/feedback/${id}`);
  await isLive(bar(page).getByRole("button").first());
}

test("an issue goes its way by keyboard alone, and each step can be taken back", async ({
  api,
  signedInAs,
}) => {
  const { id, ref } = await anIssue(api);
  const page = await signedInAs("triager");
  await open(page, id);
  await pressKey(page, "1", toast(page, `Accepted ${ref}.`));
  await pressKey(page, "z", button(page, "Accept"));
  await expect(page.getByRole("main")).toContainText("New");
  await pressKey(page, "s", toast(page, `Started ${ref}.`));
  await expect(button(page, "Accept")).toHaveCount(0);

  await pressKey(page, "r", dialog(page));
  await page.keyboard.type("2.5");
  await page.keyboard.press("Enter");
  await expect(button(page, "Reopen")).toBeVisible();
  await expect(page.getByText("fixed in 2.5").first()).toBeVisible();
  await pressKey(page, "o", button(page, "Decline…"));
  await pressKey(page, "3", dialog(page));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Declined: It works as designed.")).toBeVisible();
  await pressKey(page, "o", button(page, "Snooze…"));
  await pressKey(page, "h", dialog(page));
  await dialog(page).getByLabel("After so many more reports (optional)").fill("5");
  await page.keyboard.press("Enter");
  await expect(page.getByText("after 5 more reports")).toBeVisible();
  // Pressed once each: a second press undoes them.
  await page.keyboard.press("h");
  await expect(button(page, "Snooze…")).toBeVisible();

  await page.keyboard.press("a");
  await expect(properties(page).getByRole("button", { name: "Unassign" })).toBeVisible();
  await expect(toast(page, `${ref} assigned to you.`)).toBeVisible();
  await pressKey(page, "p", page.locator("select[name=priority]:focus"));
  await page.keyboard.press("u");
  await expect(toast(page, `${ref} has priority urgent.`)).toBeVisible();
  await expect(page.locator("select[name=priority]")).toHaveValue("urgent");
  await page.locator("select[name=priority]").blur();
  await pressKey(page, "l", page.locator("input[name=labels]:focus"));
  await page.keyboard.type("schema, crm");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "schema" })).toBeVisible();
  expect(await (await aTriager(api)).send("GET", `/api/v1/issues/${ref}`)).toMatchObject({
    json: {
      state: "accepted",
      triage: { priority: "urgent", assignee: expect.any(String), labels: ["crm", "schema"] },
    },
  });
});

test("a duplicate is merged by keyboard, leads on, and is taken apart or undone", async ({
  api,
  signedInAs,
}) => {
  const [first, second] = [await anIssue(api), await anIssue(api)];
  const page = await signedInAs("triager");
  await open(page, first.id);
  await pressKey(page, "2", dialog(page));
  await dialog(page).getByRole("button", { name: "Merge" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Choose an issue");
  await dialog(page).getByLabel("Into").fill(`${api.url}/feedback/${second.id}?view=all`);
  await expect(dialog(page)).toContainText(`1 report of ${first.ref} and 1 report of ${second.ref}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Merged into/)).toBeVisible();
  await pressKey(page, "z", button(page, "Accept"));
  await pressKey(page, "2", dialog(page));
  await dialog(page).getByLabel("Into").fill(second.ref);
  await page.keyboard.press("Enter");
  // The link of the notice: a pill of new issues may cover the row of the list.
  await page
    .getByText(/^Merged into/)
    .getByRole("link", { name: new RegExp(second.ref) })
    .click();
  await expect(
    page.getByRole("list", { name: "Issues that were merged into this one" }).getByText(first.ref),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Reports (2)" })).toBeVisible();
  await open(page, first.id);
  await pressKey(page, "2", button(page, "Accept"));
});

test("the timeline says who did what, with comments and reports at their time, and begins with the oldest", async ({
  api,
  signedInAs,
}) => {
  const { id, name } = await anIssue(api);
  const page = await signedInAs("triager");
  await open(page, id);
  await pressKey(page, "1", button(page, "Start"));
  await page.keyboard.press("c");
  await page.keyboard.type("I asked the platform team.");
  await page.keyboard.press("Control+Enter");
  await expect(events(page).filter({ hasText: "commented" })).toContainText("I asked the platform team.");
  await api.send("POST", "/api/v1/feedback", aReport(name));
  await api.send("POST", "/api/v1/feedback", aReport(name));
  await page.reload();
  const lines = ["reported it first", "accepted it", "commented", "reported it 2 times"];
  for (const [at, line] of lines.entries()) await expect(events(page).nth(at)).toContainText(line);
  await expect(events(page)).toHaveCount(lines.length);
  // Equal reports are one row, which opens.
  const reports = page.getByRole("region", { name: "Reports (3)" });
  await expect(reports.getByRole("list", { name: "Reports", exact: true }).locator("> li")).toHaveCount(1);
  await expect(reports.getByRole("list", { name: "Equal reports" })).toBeHidden();
  await reports.getByText("×3 with the same words").click();
  await expect(reports.getByRole("list", { name: "Equal reports" }).getByRole("listitem")).toHaveCount(2);
  await reports.getByRole("checkbox", { name: "Choose all 3 equal reports" }).check();
  await expect(reports.getByText("3 reports chosen")).toBeVisible();
  await page.getByRole("link", { name: "Comments 1" }).click();
  await expect(events(page)).toHaveCount(1);
  await expectAccessibleEverywhere(page);
});

test("properties are a rail from 1280 px, and below a sheet that its button and their keys open", async ({
  api,
  signedInAs,
}) => {
  const { id } = await anIssue(api);
  const page = await signedInAs("triager", { width: 390 });
  await open(page, id);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  const opener = button(page, "Properties");
  await expect(properties(page)).toBeHidden();
  expect(await fits()).toBe(true);
  await press(opener, properties(page));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(properties(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await pressKey(page, "p", page.locator("select[name=priority]:focus"));
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(properties(page)).toBeVisible();
  await expect(opener).toBeHidden();
  expect(await fits()).toBe(true);
});

test("somebody who acts on what another changed meanwhile is told, and nothing is done", async ({
  api,
  signedInAs,
}) => {
  const { id, ref } = await anIssue(api);
  const page = await signedInAs("triager");
  await open(page, id);
  await page.route("**/feedback/**", (route) =>
    route.request().method() === "GET" && route.request().headers().rsc ? route.abort() : route.continue(),
  );
  await (await aTriager(api)).send("PATCH", `/api/v1/issues/${ref}`, { claim: "refuted" });
  await button(page, "Accept").click();
  await expect(bar(page).getByRole("alert")).toContainText("This issue changed in the meantime.");
});

test("on a phone the verbs are within reach, and the dialogs accessible everywhere", async ({
  api,
  signedInAs,
}) => {
  const { id } = await anIssue(api);
  const page = await signedInAs("triager", { width: 390 });
  await open(page, id);
  for (const name of ["Resolve…", "Decline…", "Snooze…", "Duplicate…"]) {
    const verb = button(page, name);
    if (name !== "Decline…") await press(bar(page).getByLabel("More"), verb);
    await press(verb, dialog(page));
    if (name === "Resolve…") await expectAccessibleEverywhere(page, DIALOG);
    else await expectAccessible(page, DIALOG);
    await dialog(page).getByRole("button", { name: "Go back" }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
  await press(button(page, "Decline…"), dialog(page));
  await expect(dialog(page).getByRole("radio", { name: "It works as designed" })).toBeChecked();
});

test("a viewer reads what the team decided, and has neither verbs nor boxes", async ({ api, signedInAs }) => {
  const { id, ref, name } = await anIssue(api);
  await (await aTriager(api)).send("PATCH", `/api/v1/issues/${ref}`, {
    state: "declined",
    reason: "out_of_scope",
  });
  const page = await signedInAs("viewer");
  await page.goto(`/feedback/${id}`);
  await expect(page.getByText("Declined: Out of scope.")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Timeline" }).getByRole("textbox")).toHaveCount(0);
  await page.goto(`/feedback?view=all&q=${name}`);
  await expect(page.getByRole("list", { name: "Issues" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Issues" }).getByRole("checkbox")).toHaveCount(0);
});
