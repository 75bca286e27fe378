import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { readToEnd } from "./calls-in-list";
import { type Api, broadcast, expect, press, pressKey, test, token } from "./fixtures";

const bar = (page: Page) => page.getByRole("region", { name: "Decide" });

const recorded = (page: Page) => page.getByText(/Approval recorded/).first();

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: /calls/i }).getByRole("link", { name: new RegExp(name) });

/** A call with a unique headline, so that parallel specs find their own. */
async function aCall(api: Api, over: Record<string, unknown> = {}) {
  const name = `spec-${token()}`;
  const { id } = await api.aPendingApproval({ summary: `Send ${name} to 10,412 contacts`, ...over });
  return { id, name };
}

test("a new call appears in an open queue within a second or so, without moving what is there", async ({
  api,
  signedInAs,
}) => {
  const page = await signedInAs("approver");
  // A unique word: calls of other tests arrive as well.
  const word = `qw${token()}`;
  const call = (name: string) => api.aPendingApproval({ summary: `Send ${name} ${word} to 10,412 contacts` });
  await call("first");
  await page.goto(`/approvals?view=all&q=${word}`);
  await expect(row(page, `first ${word}`)).toBeVisible();
  await call("second");
  const name = `second ${word}`;
  const pill = page.getByRole("button", { name: /new/i });
  await expect(pill).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
  await pill.click();
  await expect(row(page, name)).toBeVisible();
});

test("high risk: read, approve in two steps, and see it recorded", async ({ api, signedInAs }) => {
  const { id, name } = await aCall(api);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(page.getByText("10,412", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("written by the agent, not verified")).toBeVisible();
  const dialog = page.getByRole("dialog");
  await press(bar(page).getByRole("button", { name: /^Approve and send/ }), dialog);
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await press(dialog.getByRole("button", { name: /^Approve and send/ }), recorded(page));
  expect(await api.approval(id)).toMatchObject({ decision: "approved", execution: "awaiting" });
});

test("a call is approved with a rule, by keyboard, and the next one like it passes", async ({
  api,
  signedInAs,
}) => {
  const call = { ...broadcast(), tool: `digest-${token()}`, on_behalf_of: undefined, mode: "reissue" };
  const ask = (recipients: number) =>
    api.send("POST", "/api/v1/authorize", { ...call, arguments: { segment: "testers", recipients } });
  const { json } = await ask(40);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${json.approval_id}`);
  await readToEnd(page);
  await bar(page).getByLabel("More").focus();
  await pressKey(page, "Enter", bar(page).getByRole("button", { name: "Approve and remember…" }));
  const dialog = page.getByRole("dialog");
  await press(bar(page).getByRole("button", { name: "Approve and remember…" }), dialog);
  await expect(dialog.getByLabel("For how long?")).toBeFocused();
  await dialog.getByLabel("How recipients may vary").selectOption("at_most");
  await dialog.getByLabel("Limit of recipients").fill("50");
  await expect(dialog).toContainText("recipients over 50, for example 51");
  await press(dialog.getByRole("button", { name: "Approve and remember" }), recorded(page));
  expect((await ask(50)).json).toMatchObject({ decision: "allow", reason: "remembered" });
  expect((await ask(51)).json).toMatchObject({ decision: "wait" });
});

test("critical risk: nothing unlocks but the count, typed", async ({ api, signedInAs }) => {
  const preview = { format: "text", content: "Dear customer" };
  const { id } = await aCall(api, { risk: "critical", preview });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  const approve = bar(page).getByRole("button", { name: /^Approve and send/ });
  await expect(approve).toBeDisabled();
  await expectAccessibleEverywhere(page);
  const field = page.getByLabel("Type the count to unlock approval");
  await field.fill("1041");
  await expect(approve).toBeDisabled();
  await field.fill("10412");
  await press(approve, recorded(page));
});

test("reject asks for a reason, by keyboard alone", async ({ api, signedInAs }) => {
  const { id } = await aCall(api);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  await expect(bar(page)).toBeVisible();
  const dialog = page.getByRole("dialog");
  await pressKey(page, "r", dialog);
  // The first choice has the focus; typing starts free text.
  await page.keyboard.type("Wrong segment");
  await expect(dialog.getByLabel("In your words")).toHaveValue("Wrong segment");
  await dialog.getByRole("button", { name: "Reject" }).press("Enter");
  await expect(page.getByText(/Rejection recorded/).first()).toBeVisible();
  expect(await api.approval(id)).toMatchObject({ decision: "rejected", reason: "Wrong segment" });
});

test("edit and approve: types are kept, a refusal keeps what was typed, the edited call is what is approved", async ({
  api,
  signedInAs,
}) => {
  const { id } = await aCall(api, { arguments: { segmentId: "seg_all", count: 3 } });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  const dialog = page.getByRole("dialog");
  await press(bar(page).getByRole("button", { name: /^Edit/ }), dialog);
  await dialog.getByText("JSON", { exact: true }).click();
  const text = dialog.getByLabel("Arguments (JSON)");
  await text.fill('{"segmentId": "seg_beta", "count": "3"}');
  const approve = dialog.getByRole("button", { name: /^Approve edited/ });
  await press(approve, dialog.getByText(/must stay one/));
  await expect(text).toHaveValue('{"segmentId": "seg_beta", "count": "3"}');
  await text.fill('{"segmentId": "seg_beta", "count": 3}');
  await press(approve, page.getByText(/edited call recorded/).first());
  expect(await api.approval(id)).toMatchObject({
    decision: "approved",
    edited: true,
    revision: 2,
    arguments: { segmentId: "seg_beta", count: 3 },
  });
});

test("a viewer reads everything and has no verbs", async ({ api, readAs }) => {
  const { id, name } = await aCall(api);
  const verbs = [/^Approve/, /^Reject/, /^Edit/];
  const { page: able, read: readAble } = await readAs("approver");
  await readAble(`/approvals/${id}`);
  for (const verb of verbs) await expect(able.getByRole("button", { name: verb })).not.toHaveCount(0);
  const { page, read } = await readAs("viewer");
  await read(`/approvals/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  for (const verb of verbs) await expect(page.getByRole("button", { name: verb })).toHaveCount(0);
});

test("hostile text is text: markup shows, hidden characters show as escapes, look-alikes are flagged", async ({
  api,
  signedInAs,
}) => {
  const { id } = await aCall(api, {
    arguments: {
      html: "<img src=x onerror=alert(1)>",
      hidden: "pay\u202ebob\u200b",
      target: "p\u0430ypal.com",
    },
    rationale: "**bold** <script>alert(1)</script> [link](javascript:alert(1))",
  });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  await expect(page.getByText("<img src=x onerror=alert(1)>").first()).toBeVisible();
  await expect(page.getByText(/<script>alert\(1\)<\/script>/).first()).toBeVisible();
  await expect(page.getByText(/U\+202E/).first()).toBeVisible();
  await expect(page.getByText(/U\+200B/).first()).toBeVisible();
  await expect(page.getByText("Look twice").first()).toBeVisible();
  expect(await page.locator("img[src=x]").count()).toBe(0);
});

test("changes since the last approved call stand out, with the count against history", async ({
  api,
  signedInAs,
}) => {
  const tool = `send-broadcast-${token()}`;
  const before = await aCall(api, {
    tool,
    risk: "low",
    summary: "Send to 402 contacts",
    facts: { how_many: 402, to_whom: "Beta" },
    arguments: { segmentId: "seg_beta", at: null },
  });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${before.id}`);
  await press(bar(page).getByRole("button", { name: /^Approve/ }), recorded(page));
  const { id } = await aCall(api, {
    tool,
    arguments: { segmentId: "seg_all" },
    facts: { how_many: 10412, to_whom: "All" },
  });
  await page.goto(`/approvals/${id}`);
  await expect(page.getByText("26× the last approved (402)")).toBeVisible();
  const table = page.getByRole("region", { name: /Changes since the last approved call/ });
  await expect(table.getByText("seg_beta")).toBeVisible();
  await expect(table.getByText("absent").first()).toBeVisible();
  await page.keyboard.press("d");
  await expect(
    page
      .getByRole("radio", { name: "All arguments" })
      .or(page.getByRole("button", { name: "All arguments" }))
      .or(page.getByRole("tab", { name: "All arguments" }))
      .first(),
  ).toBeVisible();
});

test("on a phone: from the queue to a decision with a thumb, on to the next call, until nothing else waits", async ({
  api,
  signedInAs,
}) => {
  const name = `nspec-${token()}`;
  const first = await api.aPendingApproval({ summary: `Row 1 of ${name}` });
  await api.aPendingApproval({ risk: "low", summary: `Row 2 of ${name}` });
  const page = await signedInAs("approver", { width: 390 });
  await page.goto(`/approvals?view=all&q=${name}`);
  await expect(page.getByRole("link", { name: /^Mine/ })).toHaveAttribute("title", /assigned to others/);
  await row(page, "Row 1 of").tap();
  const approve = bar(page).getByRole("button", { name: /^Approve/ });
  await expect(page.getByRole("heading", { level: 1, name: /Row 1/ })).toBeVisible();
  expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  const dialog = page.getByRole("dialog");
  await readToEnd(page);
  await press(approve, dialog);
  await press(dialog.getByRole("button", { name: /^Approve/ }), recorded(page));
  expect(await api.approval(first.id)).toMatchObject({ decision: "approved" });
  const next = bar(page).getByRole("link", { name: `Next: Row 2 of ${name}` });
  await expect(next).toBeVisible();
  expect((await next.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await next.tap();
  await expect(page.getByRole("heading", { level: 1, name: /Row 2/ })).toBeVisible();
  await expect(recorded(page)).toHaveCount(0);
  await press(approve, recorded(page));
  await expect(bar(page).getByText("Nothing else waits in this list.")).toBeVisible();
});
