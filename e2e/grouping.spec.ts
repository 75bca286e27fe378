import type { Page } from "@playwright/test";
import { type Api, expect, isLive, press, pressKey, test, token } from "./fixtures";

// Which reports form one issue: what the worker matches by words and meaning, and what people
// correct.

type Said = { expected_outcome: string; actual_outcome: string; error_seen?: string };

async function report(api: Api, tool: string, said: Said) {
  const { json } = await api.send("POST", "/api/v1/feedback", {
    tenant: "acme",
    provider: "github",
    tool_called: tool,
    attempted_action: "Change a file of the repository",
    severity: "med",
    rationale: "The user asked for the change before the release.",
    ...said,
  });
  return json.issue as { id: string; ref: string };
}

const SHA: Said = {
  expected_outcome: "The file is replaced by the new content",
  actual_outcome: "Refused, since I gave no sha of the blob that is replaced",
  error_seen: "Validation error: sha was not supplied for an existing blob",
};
const ALIKE: Said = { ...SHA, error_seen: "For an existing blob no sha was supplied: validation error" };
const NEAR: Said = {
  expected_outcome: "The file has the new text",
  actual_outcome: "The tool asks for a sha that I do not have",
};

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: /messages/i }).getByText(text);

const members = (page: Page) => page.getByRole("list", { name: "Issues that were merged into this one" });

const COMPARED = { timeout: 60_000 };

const alike = (page: Page) => page.getByRole("list", { name: "Issues that may be the same" });

test("what is plainly one is put together by itself, says why, and is taken apart", async ({
  api,
  signedInAs,
}) => {
  const tool = `file_${token()}`;
  const first = await report(api, tool, SHA);
  const page = await signedInAs("triager");
  await page.goto(`/feedback/${first.id}`);
  await isLive(page.getByRole("region", { name: "Triage" }).getByRole("button").first());
  const second = await report(api, tool, ALIKE);
  expect(second.id).not.toBe(first.id);
  // The worker compares them next, after reports of other tests, and the open page updates.
  await expect(members(page).getByText(second.ref)).toBeVisible(COMPARED);
  await expect(members(page)).toContainText("Put here without asking");
  await expect(members(page)).toContainText("both say");
  await press(
    members(page).getByRole("button", { name: `Take ${second.ref} out of ${first.ref}` }),
    toast(page, `Unmerged ${second.ref}.`),
  );
  await expect(members(page)).toHaveCount(0);
  await pressKey(page, "z", members(page));
  await expect(members(page).getByText(second.ref)).toBeVisible();
});

test("what may be the same is suggested, merged or told apart", async ({ api, signedInAs }) => {
  const tool = `file_${token()}`;
  const first = await report(api, tool, SHA);
  const second = await report(api, tool, NEAR);
  const page = await signedInAs("triager");
  await page.goto(`/feedback/${second.id}`);
  await expect(alike(page).getByText(first.ref)).toBeVisible(COMPARED);
  await press(
    alike(page).getByRole("button", { name: `${second.ref} and ${first.ref} are not the same` }),
    toast(page, "They are not suggested"),
  );
  await expect(alike(page)).toHaveCount(0);
  await pressKey(page, "z", alike(page));
  const dialog = page.getByRole("dialog");
  await press(alike(page).getByRole("button", { name: `Merge ${second.ref} into ${first.ref}…` }), dialog);
  await expect(dialog).toContainText(`1 report of ${second.ref} and 1 report of ${first.ref}`);
  await press(
    dialog.getByRole("button", { name: "Merge", exact: true }),
    page.getByText(`Merged into ${first.ref}`),
  );
});

test("reports that belong elsewhere are split off or moved by keyboard, and back", async ({
  api,
  signedInAs,
}) => {
  const tool = `deal_${token()}`;
  const about = (field: string) =>
    report(api, tool, {
      expected_outcome: `The ${field} of the deal is set`,
      actual_outcome: "Nothing was set",
      error_seen: `Unknown property ${field}`,
    });
  const issue = await about("stage");
  for (const field of ["stage", "owner", "owner"]) expect((await about(field)).id).toBe(issue.id);
  const page = await signedInAs("triager");
  await page.goto(`/feedback/${issue.id}`);
  const reports = page.getByRole("region", { name: "Reports (4)" });
  await isLive(reports.getByRole("button", { name: "Split off" }));
  await pressKey(page, "m", page.getByText("Choose the reports that belong elsewhere first."));
  // The first box has the focus; the newest two reports are about the owner.
  await page.keyboard.press("Space");
  await reports.getByRole("checkbox").nth(1).focus();
  await page.keyboard.press("Space");
  await expect(reports.getByText("2 reports chosen")).toBeVisible();
  await press(
    reports.getByRole("button", { name: "Split off" }),
    page.getByRole("region", { name: "Reports (2)" }),
  );
  const opened = await about("owner");
  expect(opened.id).not.toBe(issue.id);
  expect((await about("stage")).id).toBe(issue.id);

  await page.goto(`/feedback/${opened.id}`);
  const own = page.getByRole("region", { name: "Reports (3)" });
  await isLive(own.getByRole("button", { name: "Split off" }));
  await own.getByRole("checkbox").first().focus();
  await page.keyboard.press("Space");
  await pressKey(page, "m", page.getByRole("dialog"));
  await page.keyboard.type(issue.ref);
  await expect(page.getByRole("dialog")).toContainText(`1 report come`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Reports (2)" })).toBeVisible();
  await pressKey(page, "z", page.getByRole("region", { name: "Reports (3)" }));
});
