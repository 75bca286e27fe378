import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { Api, expect, isLive, press, pressKey, test, token } from "./fixtures";
import { aPersonWith, aTokenOf } from "./made";

// Several issues at once: selecting, acting on them as seen, and the result for those that changed
// meanwhile.

type Ref = { ref: string };

/** Issues with a word unique to this test, the newest last. */
async function someIssues(api: Api, count: number) {
  const word = token();
  const issues: { id: string; ref: string; tool: string }[] = [];
  for (let at = 0; at < count; at += 1) {
    const tool = `bulk_${word}_${"abcdefgh"[at]}`;
    const { json } = await api.send("POST", "/api/v1/feedback", {
      tenant: "acme",
      tool_called: tool,
      attempted_action: `Create a deal for ${word}`,
      expected_outcome: "The deal exists",
      actual_outcome: "Nothing was created",
      severity: "med",
      rationale: "Sales asked for the import of the signed deals before Friday.",
    });
    issues.push({ ...(json.issue as { id: string; ref: string }), tool });
  }
  return { word, issues };
}

const list = (page: Page) => page.getByRole("list", { name: "Issues" });
const row = (page: Page, ref: string) => list(page).getByRole("listitem").filter({ hasText: ref });
const box = (page: Page, ref: string) => row(page, ref).getByRole("checkbox");
const bar = (page: Page) => page.getByRole("region", { name: "Selected issues" });
const verb = (page: Page, name: string) => bar(page).getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page, text: string) => page.getByRole("region", { name: /messages/i }).getByText(text);

async function open(page: Page, query: string, count: number) {
  await page.goto(`/feedback?${query}`);
  await expect(list(page).getByRole("listitem")).toHaveCount(count);
  await isLive(list(page).getByRole("checkbox").first());
}

test("issues are selected by keyboard and accepted together; what changed meanwhile is named, and one undo takes the rest back", async ({
  api,
  signedInAs,
}) => {
  const { word, issues } = await someIssues(api, 4);
  const [oldest, , third] = issues.map(({ ref }) => ({ ref })) as [Ref, Ref, Ref];
  const page = await signedInAs("triager");
  await open(page, `view=new&q=${word}`, 4);
  await page.keyboard.press("j");
  await pressKey(page, "x", verb(page, "Accept"));
  for (let at = 0; at < 3; at += 1) await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar(page).getByRole("status").first()).toHaveText("4 selected");
  await expect(page).toHaveURL(/\/feedback\?/);

  const other = new Api(api.url, await aTokenOf((await aPersonWith("triager")).email));
  await other.send("PATCH", `/api/v1/issues/${third.ref}`, { state: "declined", reason: "by_design" });
  await expect(row(page, third.ref)).toContainText("No longer in this list");
  await expect(bar(page).getByRole("status").first()).toContainText("4 selected, 1 of them not in the list");
  await page.keyboard.press("1");
  await expect(bar(page)).toContainText("3 of 4 issues accepted.");
  await expect(bar(page)).toContainText("1 issue: changed meanwhile and stayed as it was changed.");
  await expect(bar(page).getByRole("link", { name: third.ref })).toBeVisible();
  await expect(bar(page)).toContainText("(declined)");
  expect(await other.send("GET", `/api/v1/issues/${oldest.ref}`)).toMatchObject({
    json: { state: "accepted" },
  });
  await pressKey(page, "z", toast(page, "Undone."));
  await expect(list(page).getByRole("link", { name: word })).toHaveCount(3);
});

test("one dialog declines, snoozes or resolves all that is selected; facts are said of them and they stay selected; Escape clears", async ({
  api,
  signedInAs,
}) => {
  const { word, issues } = await someIssues(api, 3);
  const [first, second, last] = issues.map(({ ref }) => ({ ref })) as [Ref, Ref, Ref];
  const page = await signedInAs("triager");
  await open(page, `q=${word}`, 3);
  await box(page, first.ref).click();
  await box(page, last.ref).click({ modifiers: ["Shift"] });
  await pressKey(page, "p", page.getByRole("menuitem", { name: "Urgent" }));
  await page.keyboard.press("Enter");
  await expect(toast(page, "3 issues given the priority.")).toBeVisible();
  await pressKey(page, "l", dialog(page));
  await page.keyboard.type(`crm, ${word}`);
  await page.keyboard.press("Enter");
  await expect(toast(page, "3 issues labeled.")).toBeVisible();
  await pressKey(page, "r", dialog(page));
  await expect(dialog(page)).toContainText("Resolve 3 issues");
  await page.keyboard.type("2.5");
  await page.keyboard.press("Enter");
  await expect(toast(page, "3 issues resolved.")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await api.send("GET", `/api/v1/issues/${second.ref}`)).toMatchObject({
    json: { state: "resolved", answer: { fixed_in: "2.5" } },
  });

  await open(page, `view=closed&q=${word}`, 3);
  await box(page, first.ref).click();
  await press(bar(page).getByRole("button", { name: "All 3 shown" }), bar(page).getByText("3 selected"));
  await expectAccessibleEverywhere(page, "[aria-label='Selected issues']");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  await expect(box(page, first.ref)).not.toBeChecked();
});

test("the next issue is the one that took the place of the one that left the list", async ({
  api,
  signedInAs,
}) => {
  const { word, issues } = await someIssues(api, 4);
  const page = await signedInAs("triager");
  await open(page, `view=new&q=${word}`, 4);
  const opened = (at: number) =>
    expect(page.getByRole("region", { name: "Triage" }).and(page.locator(":visible")))
      .toBeVisible()
      .then(() => expect(page).toHaveURL(new RegExp(issues[at]?.id ?? "none")));
  await page.keyboard.press("j");
  await opened(3);
  await page.keyboard.press("j");
  await opened(2);
  await page.keyboard.press("1");
  await expect(row(page, issues[2]?.ref ?? "")).toContainText("No longer in this list");
  await page.keyboard.press("j");
  await opened(1);
  await page.keyboard.press("1");
  await expect(row(page, issues[1]?.ref ?? "")).toContainText("No longer in this list");
  await page.keyboard.press("k");
  await opened(3);
});

test("where the list makes room for the issue that was opened, keys act on that one and on nothing out of sight", async ({
  api,
  signedInAs,
}) => {
  const { word, issues } = await someIssues(api, 3);
  const [first, second, opened] = issues as [(typeof issues)[0], (typeof issues)[0], (typeof issues)[0]];
  const page = await signedInAs("triager", { width: 900 });
  await open(page, `view=new&q=${word}`, 3);
  await box(page, first.ref).click();
  await box(page, second.ref).click();
  await expect(bar(page).getByRole("status").first()).toHaveText("2 selected");
  await row(page, opened.ref).getByRole("link").click();
  await isLive(page.getByRole("region", { name: "Triage" }).getByRole("button").first());
  await expect(bar(page)).toBeHidden();
  await pressKey(page, "1", toast(page, `Accepted ${opened.ref}.`));
  for (const { ref } of [first, second])
    expect(await api.send("GET", `/api/v1/issues/${ref}`)).toMatchObject({ json: { state: "new" } });
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(bar(page).getByRole("status").first()).toContainText("2 selected");
});

test("a filter of the inbox is kept under a name, found in the sidebar with its number, renamed and deleted", async ({
  api,
  pageOf,
}) => {
  const { word } = await someIssues(api, 2);
  const query = `view=new&tool=bulk_${word}_a`;
  const page = await pageOf(await aPersonWith("viewer"));
  await page.goto(`/feedback?${query}`);
  await press(page.getByRole("button", { name: "Save view…" }), dialog(page));
  await page.keyboard.type(`Mine ${word}`);
  await page.keyboard.press("Enter");
  const kept = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: `Mine ${word}` });
  await expect(kept).toContainText("1 waiting for you");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Mine ${word}`);
  await page.goto("/approvals");
  await kept.click();
  await expect(page).toHaveURL(new RegExp(`/feedback\\?${query}`));
  await press(page.getByRole("button", { name: "Rename…" }), dialog(page));
  await dialog(page).getByLabel("Name").fill(`Other ${word}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Other ${word}`);
  await page.getByRole("button", { name: "Delete view" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Feedback");
});

test("several issues are merged into one of them by keyboard, and one undo takes them apart", async ({
  api,
  signedInAs,
}) => {
  const { word, issues } = await someIssues(api, 3);
  const [oldest] = issues.map(({ ref }) => ref) as [string];
  const page = await signedInAs("triager");
  await open(page, `view=new&q=${word}`, 3);
  await page.keyboard.press("j");
  await pressKey(page, "x", bar(page));
  for (let at = 0; at < 2; at += 1) await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar(page).getByRole("status").first()).toHaveText("3 selected");
  await pressKey(page, "2", dialog(page));
  await expect(dialog(page)).toContainText("Merge 3 issues into another issue");
  await dialog(page).getByLabel("Into").fill(oldest);
  await expect(dialog(page)).toContainText(`come together`);
  await page.keyboard.press("Enter");
  await expect(toast(page, "2 issues merged.")).toBeVisible();
  await expect(list(page).getByRole("link", { name: word })).toHaveCount(1);
  await expect(row(page, oldest)).toContainText("3 reports");
  await page.keyboard.press("z");
  await expect(list(page).getByRole("link", { name: word })).toHaveCount(3);
});
