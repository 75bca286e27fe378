import type { Page } from "@playwright/test";
import { bar, calls, dialog, heading, row } from "./calls-in-list";
import { Api, expect, press, pressKey, pressToFocus, test } from "./fixtures";
import { aTokenOf } from "./made";

// Every verb acts on the call being read, and on no other.

/** Two calls in the list; the first opened, then J pressed: the second is being read. */
async function movedToSecond(api: Api, page: Page) {
  const { run, made } = await calls(api, 2);
  const [first, second] = made;
  await page.goto(`/approvals/${first.id}?view=all&q=${run}`);
  await expect(heading(page, first.name)).toBeVisible();
  await pressToFocus(page, "j", row(page, second.name));
  await expect(heading(page, second.name)).toBeVisible();
  await expect(row(page, second.name)).toBeFocused();
  return { run, first, second };
}

async function fromMore(page: Page, verb: string) {
  const button = page.getByRole("button", { name: verb });
  await press(page.getByLabel("More", { exact: true }), button);
  await press(button, dialog(page));
}

const REASON = "Not this segment";

const VERBS = [
  {
    begin: (page: Page) => pressKey(page, "r", dialog(page)),
    field: "In your words",
    submit: "Reject",
    effect: "rejected",
  },
  {
    begin: (page: Page) => pressKey(page, "c", dialog(page)),
    field: "What should be different?",
    submit: "Request changes",
    effect: "changes_requested",
  },
  {
    begin: (page: Page) => fromMore(page, "Cancel call…"),
    field: "Why? (optional)",
    submit: "Cancel the call",
    effect: "cancelled",
  },
];

test("Reject, Request changes and Cancel, each after J, are for the call it moved to, and for no other", async ({
  api,
  signedInAs,
}) => {
  const page = await signedInAs("approver");
  const { run, made } = await calls(api, 1 + VERBS.length);
  await page.goto(`/approvals/${made[0].id}?view=all&q=${run}`);
  await expect(heading(page, made[0].name)).toBeVisible();
  for (const [at, { begin, field, submit, effect }] of VERBS.entries()) {
    const { id, name } = made[at + 1] ?? made[0];
    await pressToFocus(page, "j", row(page, name));
    await expect(heading(page, name)).toBeVisible();
    await expect(row(page, name)).toBeFocused();
    await begin(page);
    await dialog(page).getByLabel(field).fill(REASON);
    await dialog(page).getByRole("button", { name: submit, exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
    expect(await api.approval(id)).toMatchObject({ decision: effect, reason: REASON });
    for (const other of made.slice(at + 2).concat(made[0]))
      expect(await api.approval(other.id)).toMatchObject({ decision: "pending", votes: [] });
  }
});

test("More time and Snooze after J are for the call it moved to, and for no other", async ({
  api,
  signedInAs,
}) => {
  const page = await signedInAs("approver");
  const { run, first, second } = await movedToSecond(api, page);
  const [firstBefore, secondBefore] = [await api.approval(first.id), await api.approval(second.id)];
  const deadline = (call: Record<string, unknown>) => Date.parse(String(call.decide_by));
  await fromMore(page, "More time…");
  await dialog(page).getByRole("button", { name: "Extend", exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(deadline(await api.approval(second.id))).toBe(deadline(secondBefore) + 3_600_000);
  expect(deadline(await api.approval(first.id))).toBe(deadline(firstBefore));
  await row(page, second.name).focus();
  await pressKey(page, "h", dialog(page));
  await dialog(page).getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(page.getByText(/Snoozed until/).first()).toBeVisible();
  await page.goto(`/approvals?view=snoozed&q=${run}`);
  await expect(row(page, second.name)).toBeVisible();
  await expect(row(page, first.name)).toHaveCount(0);
});

test("what one approved a moment ago is revoked on the same page", async ({ api, signedInAs }) => {
  const { made } = await calls(api, 1, { risk: "low", mode: "reissue" });
  const [call] = made;
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${call.id}`);
  await press(
    bar(page).getByRole("button", { name: /^Approve/ }),
    page.getByText(/Approval recorded/).first(),
  );
  await press(bar(page).getByRole("button", { name: "Revoke approval…" }), dialog(page));
  await dialog(page).getByLabel("Why?").fill(REASON);
  await dialog(page).getByRole("button", { name: "Revoke approval", exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await api.approval(call.id)).toMatchObject({ decision: "revoked", reason: REASON });
});

test("Revoke approval after J takes back the one it moved to, and no other", async ({
  api,
  people,
  signedInAs,
}) => {
  // They never run, because an agent would have to repeat them.
  const { run, made } = await calls(api, 2, { risk: "low", mode: "reissue" });
  const [older, newer] = made;
  const page = await signedInAs("approver");
  const script = new Api(api.url, await aTokenOf((await people("approver")).email));
  for (const { id } of [older, newer]) {
    const { revision, arguments_sha256 } = await script.approval(id);
    await script.send("POST", `/api/v1/approvals/${id}/approve`, { revision, arguments_sha256 });
  }
  await page.goto(`/approvals/${newer.id}?view=decided&q=${run}`);
  await expect(heading(page, newer.name)).toBeVisible();
  await pressToFocus(page, "j", row(page, older.name));
  await expect(heading(page, older.name)).toBeVisible();
  await press(bar(page).getByRole("button", { name: "Revoke approval…" }), dialog(page));
  await dialog(page).getByLabel("Why?").fill(REASON);
  await dialog(page).getByRole("button", { name: "Revoke approval", exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await api.approval(older.id)).toMatchObject({ decision: "revoked", reason: REASON });
  expect(await api.approval(newer.id)).toMatchObject({ decision: "approved" });
});
