import type { Page } from "@playwright/test";
import { type Api, expect, isLive, press, pressKey, test, token } from "./fixtures";
import { aPersonWith } from "./made";

async function anIssue(api: Api) {
  const name = `comments_${token()}`;
  const { json } = await api.send("POST", "/api/v1/feedback", {
    tenant: "acme",
    tool_called: name,
    attempted_action: "Create a deal",
    expected_outcome: "The deal exists",
    actual_outcome: `Nothing was created by ${name}`,
    severity: "med",
    rationale: "Sales asked for the import of the signed deals before Friday.",
  });
  return json.issue as { id: string; ref: string };
}

const part = (page: Page) => page.getByRole("region", { name: "Timeline" });
const saying = (page: Page) => part(page).getByRole("listitem").filter({ hasText: "commented" });
const field = (page: Page) => part(page).getByLabel("Your comment");

async function open(page: Page, id: string) {
  await page.goto(`/feedback/${id}`);
  await isLive(part(page).getByRole("button", { name: "Comment" }));
}

test("a comment is written, edited and deleted by keyboard, and a mention reaches an open page", async ({
  api,
  signedInAs,
  pageOf,
}) => {
  const { id, ref } = await anIssue(api);
  const other = await aPersonWith("triager");
  const theirs = await pageOf(other);
  await theirs.goto("/feedback?view=mine");
  const page = await signedInAs("triager");
  await open(page, id);
  await pressKey(page, "c", part(page).locator("textarea:focus"));
  await page.keyboard.type(`<b>Look</b> https://x.test @${other.name.slice(0, -1)}`);
  await expect(page.getByRole("listbox").getByRole("option", { name: other.name })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue(`<b>Look</b> https://x.test @${other.name} `);
  await page.keyboard.type("please");
  await page.keyboard.press("Control+Enter");
  const said = saying(page);
  await expect(said).toContainText(`<b>Look</b> https://x.test @${other.name} please`);
  await expect(said.getByRole("link")).toHaveCount(0);
  await expect(field(page)).toHaveValue("");

  await expect(theirs.getByRole("button", { name: /1 comment mentions you/ }).first()).toBeVisible();
  await expect(theirs.getByRole("list", { name: "Issues" })).toContainText(ref);
  await theirs
    .getByRole("button", { name: /1 comment mentions you/ })
    .first()
    .click();
  await theirs.getByRole("list", { name: "Mentions of you" }).getByRole("link").click();
  await expect(part(theirs)).toContainText("Mentions you");
  await expect(theirs.getByRole("button", { name: /mentions you/ })).toHaveCount(0);

  await press(said.getByRole("button", { name: "Edit" }), part(page).getByLabel("Edit your comment"));
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Never mind");
  await page.keyboard.press("Control+Enter");
  await expect(said).toContainText("Never mind");
  await expect(said).toContainText("edited");
  await expect(part(theirs)).toContainText("Never mind");
  await press(said.getByRole("button", { name: "Delete…" }), page.getByRole("dialog"));
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(said).toContainText("Deleted by its author.");
  await expect(part(page)).not.toContainText("Never mind");
});

test("a comment that is too long is refused where it is written, and nothing of it is lost", async ({
  api,
  signedInAs,
}) => {
  const { id } = await anIssue(api);
  const page = await signedInAs("triager", { width: 390 });
  await open(page, id);
  await field(page).fill("x".repeat(4_002));
  await expect(part(page)).toContainText("at most 4,000 characters: 2 too many");
  await expect(part(page).getByRole("button", { name: "Comment" })).toBeDisabled();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await press(part(page).getByRole("button", { name: "Comment" }), saying(page));
});
