import type { Page } from "@playwright/test";
import { type Api, broadcast, expect, isLive, press, pressKey, test, token } from "./fixtures";
import { aPersonWith, aSessionOf } from "./made";
import { newPolicy } from "./policy-pages";

// What people typed is not lost: it is kept in the browser, for one person, until it is submitted or discarded.

async function anIssue(api: Api): Promise<string> {
  const { json } = await api.send("POST", "/api/v1/feedback", {
    tenant: "acme",
    tool_called: `draft_${token()}`,
    attempted_action: "Create a deal",
    expected_outcome: "The deal exists",
    actual_outcome: "Nothing was created",
    severity: "med",
    rationale: "Sales asked for the import of the signed deals before Friday.",
  });
  return (json.issue as { id: string }).id;
}

const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
const comment = (page: Page) => timeline(page).getByLabel("Your comment");
const restored = (page: Page) => page.getByText("Draft restored");

const draftsIn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft ")).length);

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/feedback/${id}`);
  await isLive(comment(page));
}

/** Answers the next question of the browser, and reports which it was. */
function answering(page: Page, yes: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once("dialog", async (dialog) => {
      resolve(dialog.type());
      await (yes ? dialog.accept() : dialog.dismiss());
    });
  });
}

test("a comment is kept until it is sent or discarded, and no one else sees it in the same browser", async ({
  api,
  pageOf,
}) => {
  const id = await anIssue(api);
  const [first, second] = [await aPersonWith("triager"), await aPersonWith("triager")];
  const page = await pageOf(first);
  await open(page, id);
  // What no one came back to for a month is deleted.
  await page.evaluate(() => localStorage.setItem("draft of long ago", JSON.stringify({ at: 0, value: {} })));
  await open(page, id);
  await comment(page).fill("Half a thought");
  await expect.poll(() => draftsIn(page)).toBe(1);
  await page.reload();
  await expect(comment(page)).toHaveValue("Half a thought");
  await expect(restored(page)).toBeVisible();
  await open(page, await anIssue(api));
  await expect(comment(page)).toHaveValue("");

  await page.context().clearCookies();
  await page.context().addCookies((await aSessionOf(second)).cookies);
  await open(page, id);
  await expect(comment(page)).toHaveValue("");
  await expect(restored(page)).toHaveCount(0);
  await page.context().clearCookies();
  await page.context().addCookies((await aSessionOf(first)).cookies);

  await open(page, id);
  await restored(page).getByRole("button", { name: "Discard" }).click();
  await expect(comment(page)).toHaveValue("");
  expect(await draftsIn(page)).toBe(0);
  await comment(page).fill("A whole thought");
  await page.keyboard.press("Control+Enter");
  await expect(timeline(page).getByRole("listitem").filter({ hasText: "commented" })).toBeVisible();
  await expect(comment(page)).toHaveValue("");
  expect(await draftsIn(page)).toBe(0);
});

test("a text of 100,000 characters is kept; where nothing can be kept, the page works and asks before it is left", async ({
  api,
  pageOf,
}) => {
  const id = await anIssue(api);
  const page = await pageOf(await aPersonWith("triager"));
  await open(page, id);
  await comment(page).fill("x".repeat(100_000));
  await page.reload();
  await expect(comment(page)).toHaveValue("x".repeat(100_000));
  await restored(page).getByRole("button", { name: "Discard" }).click();
  await expect(comment(page)).toHaveValue("");

  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Storage.prototype.getItem = () => {
      throw new DOMException("blocked", "SecurityError");
    };
  });
  await open(page, id);
  await comment(page).fill("Nowhere to be kept");
  const asked = answering(page, false);
  await page.getByRole("link", { name: "Tools", exact: true }).click();
  expect(await asked).toBe("confirm");
  await expect(comment(page)).toHaveValue("Nowhere to be kept");
  await comment(page).press("Control+Enter");
  await expect(timeline(page).getByRole("listitem").filter({ hasText: "commented" })).toBeVisible();
  await page.getByRole("link", { name: "Tools", exact: true }).click();
  await expect(page).toHaveURL(/\/tools/);
});

test("an answer to agents opens again with what was typed, and its page asks before it is left", async ({
  api,
  pageOf,
}) => {
  const id = await anIssue(api);
  const page = await pageOf(await aPersonWith("triager"));
  await open(page, id);
  const form = page.getByRole("form", { name: "Answer to agents" });
  await press(page.getByRole("button", { name: "Write an answer" }), form);
  await form.getByLabel("Workaround").fill("Call list_properties first.");
  const stays = answering(page, false);
  await page.getByLabel("Back to the list").click();
  expect(await stays).toBe("confirm");
  await expect(form.getByLabel("Workaround")).toHaveValue("Call list_properties first.");
  const leaves = answering(page, true);
  await page.reload();
  expect(await leaves).toBe("beforeunload");
  await expect(form.getByLabel("Workaround")).toHaveValue("Call list_properties first.");
  await expect(restored(page)).toBeVisible();
  await form.getByRole("button", { name: "Save the answer" }).click();
  await expect(page.getByRole("button", { name: "Edit the answer" })).toBeVisible();
  expect(await draftsIn(page)).toBe(0);
});

test("a reason outlives its dialog and the page, and is gone once the call is rejected", async ({
  api,
  pageOf,
}) => {
  const { id } = await api.aPendingApproval(broadcast());
  const page = await pageOf(await aPersonWith("approver"));
  await page.goto(`/approvals/${id}`);
  const dialog = page.getByRole("dialog");
  await pressKey(page, "r", dialog);
  await dialog.getByRole("textbox").fill("The segment is wrong");
  // Out of the field, then out of the dialog.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await pressKey(page, "r", dialog);
  await expect(dialog.getByRole("textbox")).toHaveValue("The segment is wrong");
  await expect(dialog.getByText("Draft restored")).toBeVisible();
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText("The segment is wrong").first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await draftsIn(page)).toBe(0);
});

test("a policy that was begun is kept, and its page asks before it is left by link or key", async ({
  pageOf,
}) => {
  const page = await pageOf(await aPersonWith("admin"));
  const [name, tool] = [`Policy ${token()}`, `tool-${token()}`];
  let form = await newPolicy(page, name, tool);
  const stays = answering(page, false);
  await page.getByRole("link", { name: "Tools", exact: true }).click();
  expect(await stays).toBe("confirm");
  await expect(form).toBeVisible();
  const leaves = answering(page, true);
  await page.locator("h1").click();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  expect(await leaves).toBe("confirm");
  await expect(page).toHaveURL(/\/tools/);
  await page.goto("/policies");
  form = page.getByRole("form", { name: /^Policy / });
  await press(page.getByRole("button", { name: "Add a policy" }), form);
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(form).toContainText(`Calls to ${tool} `);
  await form.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect(form).toHaveCount(0);
  expect(await draftsIn(page)).toBe(0);
});

test("rules for unrated tools are kept as they are edited, the open one too", async ({ pageOf }) => {
  const page = await pageOf(await aPersonWith("admin"));
  await page.goto("/tools/rules");
  const form = page.getByRole("form", { name: /^Rule / });
  await press(page.getByRole("button", { name: "Add a rule" }), form);
  const name = await form.getByLabel("Name", { exact: true }).inputValue();
  await form.getByLabel("A parameter named").fill("recipients");
  const leaves = answering(page, true);
  await page.reload();
  expect(await leaves).toBe("beforeunload");
  const bar = page.getByRole("region", { name: "Save the rules" });
  await expect(bar).toContainText("Draft restored");
  await press(page.getByRole("button", { name: `Edit ${name}`, exact: true }), form);
  await expect(form.getByLabel("A parameter named")).toHaveValue("recipients");
  await form.getByRole("button", { name: "Keep this rule" }).click();
  await expect(form).toHaveCount(0);
  await bar.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  expect(await draftsIn(page)).toBe(0);
});
