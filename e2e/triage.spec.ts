import type { Page } from "@playwright/test";
import { DIALOG, expectAccessible, expectAccessibleEverywhere } from "./accessible";
import { Api, expect, isLive, press, pressKey, test, token } from "./fixtures";
import { aPersonWith, aTokenOf } from "./made";

// Triage by product owners: each verb by keyboard and by touch, with undo.

async function anIssue(api: Api) {
  const name = `triage_${token()}`;
  const { json } = await api.send("POST", "/api/v1/feedback", {
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
  return { ...(json.issue as { id: string; ref: string }), name };
}

/** The API with a triager's personal token. */
async function aTriager(api: Api): Promise<Api> {
  return new Api(api.url, await aTokenOf((await aPersonWith("triager")).email));
}

const bar = (page: Page) => page.getByRole("region", { name: "Triage" });
const button = (page: Page, name: string) => bar(page).getByRole("button", { name });
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
  await expect(button(page, "Resolve…")).toBeVisible();

  await page.keyboard.press("a");
  await expect(button(page, "Unassign")).toBeVisible();
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
  await page
    .getByRole("link", { name: new RegExp(second.ref) })
    .first()
    .click();
  await expect(
    page.getByRole("list", { name: "Issues that were merged into this one" }).getByText(first.ref),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Reports (2)" })).toBeVisible();
  await open(page, first.id);
  await pressKey(page, "2", button(page, "Accept"));
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
    await press(button(page, name), dialog(page));
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
  await expect(page.getByRole("region", { name: /^Comments/ }).getByRole("textbox")).toHaveCount(0);
  await page.goto(`/feedback?view=all&q=${name}`);
  await expect(page.getByRole("list", { name: "Issues" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Issues" }).getByRole("checkbox")).toHaveCount(0);
});
