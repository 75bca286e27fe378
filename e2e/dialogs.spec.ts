import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { bar, dialog, readToEnd } from "./calls-in-list";
import { type Api, expect, isLive, leaveDialog, pressKey, test, token } from "./fixtures";

// The keys of dialogs, and what a key says that cannot do anything yet.

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

async function aCall(api: Api, over: Record<string, unknown> = {}) {
  const name = `keys-${token()}`;
  const { id } = await api.aPendingApproval({ summary: `Send ${name}`, ...over });
  return { id, name };
}

test("numbers choose, own words replace the suggested reason, Esc leaves the field and then the dialog", async ({
  api,
  signedInAs,
}) => {
  const { id, name } = await aCall(api);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}?view=all&q=${name}`);
  await isLive(bar(page).getByRole("button").first());
  await pressKey(page, "r", dialog(page));
  const chosen = (reason: string) => expect(dialog(page).getByRole("radio", { name: reason })).toBeChecked();
  await expect(dialog(page).getByRole("radio", { checked: true })).toHaveCount(1);
  await expectAccessible(page, "dialog");
  await page.keyboard.press("2");
  await chosen("Affects more than was asked for");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  await page.keyboard.press("e");
  await expect(dialog(page)).toBeVisible();
  await leaveDialog(page);
  await page.keyboard.press("c");
  const field = dialog(page).getByRole("textbox");
  await page.keyboard.type("1 recipient only");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("1 recipient only\n");
  await page.keyboard.press("Escape");
  await expect(field).not.toBeFocused();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Request for changes recorded/).first()).toBeVisible();
  expect(await api.approval(id)).toMatchObject({ decision: "changes_requested", reason: "1 recipient only" });
});

test("a rejection in own words does not carry the suggested reason; Ctrl and Enter send it", async ({
  api,
  signedInAs,
}) => {
  const { id, name } = await aCall(api);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}?view=all&q=${name}`);
  await isLive(bar(page).getByRole("button").first());
  await pressKey(page, "r", dialog(page));
  await page.keyboard.type("The list is from last year");
  await expect(dialog(page).getByRole("radio", { name: "Other", exact: true })).toBeChecked();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/Rejection recorded/).first()).toBeVisible();
  expect(await api.approval(id)).toMatchObject({ reason: "The list is from last year" });
  await page.keyboard.press("z");
  await expect(bar(page)).toContainText("A rejection cannot be undone");
});

test("Enter in the field of a critical call says what it needs, and approves nothing alone", async ({
  api,
  signedInAs,
}) => {
  const { id, name } = await aCall(api, { risk: "critical" });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}?view=all&q=${name}`);
  await isLive(bar(page).getByRole("button").first());
  const field = bar(page).getByRole("textbox");
  await field.focus();
  const says = bar(page).getByRole("alert");
  await page.keyboard.press("Enter");
  await expect(says).toHaveText("Type the text shown here first.");
  await page.keyboard.type("10411");
  await page.keyboard.press("Enter");
  await expect(says).toHaveText("This is not the text shown here. Type it exactly.");
  await field.fill("10412");
  await readToEnd(page);
  await field.focus();
  await page.keyboard.press("Enter");
  await expect(says).toHaveText("Press Ctrl or ⌘ with Enter to approve.");
  expect(await api.approval(id)).toMatchObject({ decision: "pending" });
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/Approval recorded/).first()).toBeVisible();
});

test("M without chosen reports says what it needs", async ({ api, signedInAs }) => {
  const { json } = await api.send("POST", "/api/v1/feedback", {
    ...{ tenant: "acme", tool_called: `keys_${token()}`, severity: "low" },
    attempted_action: "Create a deal",
    expected_outcome: "The deal exists",
    actual_outcome: "Nothing was created",
    rationale: "Sales asked for the import of the signed deals before Friday.",
  });
  const { id, ref } = json.issue as { id: string; ref: string };
  const page = await signedInAs("triager");
  await page.goto("/feedback?view=new");
  await isLive(page.getByRole("checkbox").first());
  await pressKey(page, "m", messages(page).getByText("Open an issue and choose some of its reports first."));
  await page.goto(`/feedback/${id}`);
  await isLive(page.getByRole("region", { name: "Triage" }).getByRole("button").first());
  await pressKey(page, "m", messages(page).getByText(`${ref} has no reports to choose among.`));
});
