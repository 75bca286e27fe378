import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { Api, expect, isLive, pressKey, test, token } from "./fixtures";
import { aPersonWith, aTokenOf } from "./made";

// The board: issues by state, moved by dragging, by keys, and by a menu on a phone.

async function someIssues(api: Api, count: number) {
  const word = token();
  const refs: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { json } = await api.send("POST", "/api/v1/feedback", {
      tenant: "acme",
      tool_called: `board_${word}_${"abcdefgh"[at]}`,
      attempted_action: `Create a deal for ${word}`,
      expected_outcome: "The deal exists",
      actual_outcome: "Nothing was created",
      severity: "med",
      rationale: "Sales asked for the import of the signed deals before Friday.",
    });
    refs.push((json.issue as { ref: string }).ref);
  }
  return { word, refs: refs as [string, ...string[]] };
}

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const card = (page: Page, name: string, ref: string) =>
  column(page, name).getByRole("listitem").filter({ hasText: ref });
const dialog = (page: Page) => page.getByRole("dialog");
const NEW = "New, or came back";

async function open(page: Page, word: string) {
  await page.goto(`/feedback/board?view=all&q=${word}`);
  await isLive(page.getByRole("button", { name: /^Move FB-/ }).first());
}

test("a card is dragged where a verb leads, and nowhere else; the dialog asks for what is missing", async ({
  api,
  signedInAs,
}) => {
  const { word, refs } = await someIssues(api, 2);
  // Wide enough for all columns: a scripted drag does not scroll as a browser does for a hand.
  const page = await signedInAs("triager", { width: 2_200 });
  await open(page, word);
  await expect(column(page, NEW).getByRole("heading")).toContainText("2");
  await card(page, NEW, refs[0]).dragTo(column(page, "Accepted"));
  await expect(card(page, "Accepted", refs[0])).toBeVisible();
  await expect(column(page, NEW).getByRole("heading")).toContainText("1");
  await card(page, "Accepted", refs[0]).dragTo(column(page, NEW));
  await expect(card(page, "Accepted", refs[0])).toBeVisible();
  await card(page, "Accepted", refs[0]).dragTo(column(page, "Declined"));
  await dialog(page).getByLabel("Out of scope").check();
  await dialog(page).getByRole("button", { name: "Decline" }).click();
  await expect(card(page, "Declined", refs[0])).toBeVisible();
  await pressKey(page, "z", card(page, "Accepted", refs[0]));

  const other = new Api(api.url, await aTokenOf((await aPersonWith("triager")).email));
  await other.send("PATCH", `/api/v1/issues/${refs[0]}`, { state: "resolved" });
  await expect(card(page, "Resolved", refs[0])).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test("arrows lead from card to card, single keys move the one that has the focus, which stays in its column", async ({
  api,
  signedInAs,
}) => {
  const { word, refs } = await someIssues(api, 3);
  const page = await signedInAs("triager");
  await open(page, word);
  await pressKey(page, "j", page.locator(`a:focus`, { hasText: refs[2] }));
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("a:focus")).toContainText(refs[1] ?? "");
  await page.keyboard.press("1");
  await expect(card(page, "Accepted", refs[1] ?? "")).toBeVisible();
  await expect(page.locator("a:focus")).toContainText(refs[0]);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("a:focus")).toContainText(refs[1] ?? "");
  await pressKey(page, "r", dialog(page));
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await expect(card(page, "Resolved", refs[1] ?? "")).toBeVisible();
  expect(await api.send("GET", `/api/v1/issues/${refs[1]}`)).toMatchObject({
    json: { state: "resolved", answer: { fixed_in: "4" } },
  });
});

test("on a phone a card is moved by its menu; whoever only reads has none", async ({ api, signedInAs }) => {
  const { word, refs } = await someIssues(api, 1);
  const phone = await signedInAs("triager", { width: 390 });
  await open(phone, word);
  await phone.getByRole("button", { name: `Move ${refs[0]} to…` }).click();
  await expect(phone.getByRole("menuitem")).toHaveText([
    /Accepted/,
    /In progress/,
    /Needs information/,
    /Snoozed…/,
    /Resolved…/,
    /Declined…/,
  ]);
  await phone.getByRole("menuitem", { name: "In progress" }).click();
  await expect(card(phone, "In progress", refs[0])).toHaveCount(1);

  const reader = await signedInAs("viewer");
  await reader.goto(`/feedback/board?view=all&q=${word}`);
  await expect(card(reader, "In progress", refs[0])).toBeVisible();
  await expect(reader.getByRole("button", { name: /^Move FB-/ })).toHaveCount(0);
  await reader.getByRole("link", { name: "List", exact: true }).click();
  await expect(reader).toHaveURL(new RegExp(`/feedback\\?q=${word}$`));
});
