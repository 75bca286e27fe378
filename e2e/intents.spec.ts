import type { Locator, Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { expect, isLive, press, test, token } from "./fixtures";
import { tellRationales } from "./made";
import { leaveDialog, openFilters, pressKey } from "./presses";

/** Finds both intents by their tools, and pins and ignores them together, by keyboard. */
async function markSeveral(page: Page, mark: string): Promise<void> {
  await page.goto(`/rationales/intents?tenant=globex&q=${mark}`);
  await expect(page.getByText(/^2 of \d+ intents$/)).toBeVisible();
  const rows = page.getByRole("list", { name: "Intents" }).getByRole("listitem");
  const bar = page.getByRole("region", { name: "Selected intents" });
  const selectBoth = async () => {
    await rows.nth(0).getByRole("link").first().focus();
    await page.keyboard.press("x");
    await expect(bar).toContainText("1 selected");
    await page.keyboard.press("j");
    await expect(rows.nth(1).getByRole("link").first()).toBeFocused();
    await page.keyboard.press("x");
    await expect(bar).toContainText("2 selected");
  };
  await isLive(rows.nth(1).getByRole("checkbox"));
  await selectBoth();
  await expectAccessibleEverywhere(page);
  await page.keyboard.press("p");
  await expect(rows.getByText("Pinned")).toHaveCount(2);
  await expect(bar).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(page.getByText("Taken back: it is as it was before.")).toBeVisible();
  await expect(rows.getByText("Pinned")).toHaveCount(0);
  await selectBoth();
  await page.keyboard.press("i");
  await expect(page.getByText("No intent matches these filters")).toBeVisible();
  await (await openFilters(page)).getByLabel("Only").selectOption({ label: "Ignored (2)" });
  await expect(rows).toHaveCount(2);
  await selectBoth();
  await page.keyboard.press("i");
  await expect(rows).toHaveCount(0);
  await (await openFilters(page)).getByLabel("Only").selectOption({ label: "All but ignored" });
  await expect(rows).toHaveCount(2);
}

/** Rows are found on the map, and the map is walked and opened by keyboard alone. */
async function theMap(page: Page, row: Locator): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const map = page.getByRole("application", { name: /^Map of \d+ intents$/ });
  const says = page.locator("#intent-map-says");
  await expect(map).toBeVisible();
  const name = (await row.locator("a[data-key=row]").innerText()).trim();
  await row.hover();
  await expect(says).toContainText(name);
  await page.keyboard.press("o");
  await expect(map).toBeFocused();
  const circles = map.getByRole("link");
  const seen = new Set<string>();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowDown"]) {
    await page.keyboard.press(key);
    seen.add(await says.innerText());
  }
  expect(seen.size).toBeGreaterThan(1);
  expect(await circles.count()).toBeGreaterThanOrEqual(seen.size);
  const href = await says.getByRole("link").getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await page.goBack();
  await expect(page.getByRole("button", { name: "Show the map" })).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** On a phone the map is folded, and the first press on a circle shows what it is. */
async function theMapOnAPhone(page: Page): Promise<void> {
  await page.goto("/rationales/intents?tenant=globex");
  const map = page.getByRole("application", { name: /^Map of \d+ intents$/ });
  const show = page.getByRole("button", { name: "Show the map" });
  await isLive(show);
  await show.tap();
  await map.getByRole("link").last().tap();
  await expect(page.locator("#intent-map-says").getByRole("link")).toBeVisible();
  await expect(page).toHaveURL(/intents\?tenant=globex$/);
  await expectAccessibleEverywhere(page);
  await map.getByRole("link").last().tap();
  await expect(page).toHaveURL(/intents\/[0-9a-f-]+$/);
}

/** On a phone nothing is wider than the screen, and what is selected can be acted on. */
async function fitsPhone(page: Page, mark: string): Promise<void> {
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  await page.goto(`/rationales/intents?tenant=globex&q=${mark}`);
  const first = page.getByRole("list", { name: "Intents" }).getByRole("listitem").first();
  await isLive(first.getByRole("checkbox"));
  await first.getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected intents" });
  await press(bar.getByRole("button", { name: "Pin", exact: true }), first.getByText("Pinned"));
  expect(await fits()).toBe(true);
  await press(page.getByRole("button", { name: "Undo" }), page.getByText(/^Taken back/));
  await expect(first.getByText("Pinned")).toHaveCount(0);
  await first.locator("a[data-key=row]").click();
  await expect(page.getByRole("list", { name: "What agents said" })).toBeVisible();
  expect(await fits()).toBe(true);
}

test("rationales are grouped into intents on demand; what people say of them is obeyed and undone", async ({
  api,
  signedInAs,
}) => {
  const mark = token();
  const [refunds, logs] = [`create_refund_${mark}`, `kubectl_logs_${mark}`];
  const ways = [
    [refunds, "Refund the duplicate charge of order"],
    [refunds, "Give back what was charged twice for order"],
    [logs, "See why the search pod crashes since its restart, number"],
    [logs, "Read the newest log lines of the crashing search pod, from line"],
  ] as const;
  const rows = Array.from({ length: 120 }, (_, at) => {
    const [tool, words] = ways[at % ways.length] ?? ways[0];
    // Irregular, because regular calls would be a job. The first is from yesterday at any run time.
    const ago = at === 0 ? 86_300 : (at ** 3 * 31) % 86_300;
    const occurred = new Date(Date.now() - ago * 1_000).toISOString();
    const rationale = `${words} ${1000 + at}.`;
    return { tenant: "globex", tool, outcome: "ok", rationale, agent: "copilot", occurred_at: occurred };
  });
  const boiler = Array.from({ length: 3 }, () => ({
    ...{ tenant: "globex", tool: refunds, outcome: "ok", rationale: "User requested this action" },
    ...{ agent: "copilot", occurred_at: new Date().toISOString() },
  }));
  expect((await api.send("POST", "/api/v1/audit", { rows: [...rows, ...boiler] })).status).toBe(207);
  await tellRationales("globex");

  const viewer = await signedInAs("viewer");
  await viewer.goto("/rationales");
  await viewer.getByRole("link", { name: "Intents", exact: true }).click();
  await expect(viewer.getByRole("heading", { name: "Intents", level: 1 })).toBeVisible();
  await expect(viewer.getByRole("button", { name: /Group them now|Says/ })).toHaveCount(0);

  const page = await signedInAs("admin");
  await page.goto("/rationales/intents?tenant=globex");
  const empty = page.getByRole("region", { name: "Says nothing" });
  await expect(empty).toContainText("User requested this action");
  await expect(empty).toContainText("could be said of every call");
  const intents = page.getByRole("list", { name: "Intents" });
  const ours = intents.getByRole("listitem").filter({ hasText: refunds });
  await press(
    page.getByRole("button", { name: "Group them now" }),
    page.getByText(/^(Waiting for a worker|Being grouped|Grouped)/),
  );
  // The worker groups them with the language model, and the page updates.
  await expect(ours).toHaveCount(1, { timeout: 90_000 });
  await expectAccessibleEverywhere(page);
  await theMap(page, ours);
  await theMapOnAPhone(await signedInAs("viewer", { width: 390 }));
  await markSeveral(page, mark);
  await fitsPhone(await signedInAs("admin", { width: 390 }), mark);
  await page.goto("/rationales/intents?tenant=globex");
  await ours.locator("a[data-key=row]").click();
  await expect(page).toHaveURL(/rationales\/intents\/[0-9a-f-]+$/);
  const said = page.getByRole("list", { name: "What agents said" });
  await expect(said).toContainText("Give back what was charged twice for order");
  await expectAccessibleEverywhere(page);
  // By keyboard: a custom name, then one rationale split off and restored.
  await page.keyboard.press("r");
  await page.getByRole("textbox", { name: "Name" }).fill(`Double charges ${mark}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Double charges ${mark}`);
  // The other intents to merge are found by words, not only the nearest.
  const merging = page.getByRole("dialog", { name: /^Merge into/ });
  await pressKey(page, "m", merging);
  await merging.getByRole("searchbox", { name: "Find another intent" }).fill("no intent has these words");
  await expect(merging.getByText("No other intent has these words.")).toBeVisible();
  await merging.getByRole("searchbox", { name: "Find another intent" }).fill(logs);
  await expect(merging.getByRole("checkbox")).toHaveCount(1);
  await leaveDialog(page);
  await said.getByRole("checkbox").first().check();
  await page.keyboard.press("s");
  await expect(page.getByText("You are on the page of the new intent.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Double charges ${mark}`);
  await expect(page.getByRole("list", { name: "What people did" })).toContainText("Taken back by");
  const one = said.getByRole("listitem").filter({ hasText: "Give back" });
  await one.getByRole("link").first().focus();
  await page.keyboard.press("w");
  await expect(page.getByText("It says nothing, with any tool.").first()).toBeVisible();
  await expect(one).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(one).toHaveCount(1);
  await expect(page.getByText("Taken back.")).toBeAttached();
  await one.getByRole("button", { name: "Says nothing" }).click();
  await expect(one).toHaveCount(0);

  // An issue of the intent, and back.
  await page.keyboard.press("t");
  const issues = page.getByRole("list", { name: "Issues" });
  await expect(issues).toContainText("made of it");
  await issues
    .getByRole("link")
    .filter({ hasText: `Intent: Double charges ${mark}` })
    .click();
  const after = page.getByRole("region", { name: "What agents were after" });
  await expect(after).toContainText("A person made this issue of");
  await after
    .getByRole("link", { name: `Double charges ${mark}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Double charges ${mark}`);

  // The week of the oldest one.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/rationales/weekly?tenant=globex&week=${yesterday}`);
  await expect(page.getByRole("region", { name: /^New/ })).toContainText(refunds);
  await expect(page.getByRole("link", { name: "Weekly", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByRole("button", { name: "Copy as Markdown" })).toBeEnabled();
  await expectAccessibleEverywhere(page);

  await page.goto(`/rationales/intents?tenant=globex&q=double+charges+${mark}`);
  await expect(ours).toHaveCount(1);
  await page.getByRole("slider", { name: "Granularity" }).press("ArrowRight");
  await expect(page).toHaveURL(/level=fine/);
  await page.goto("/rationales/intents?tenant=globex&by=tool");
  const told = page.getByRole("list", { name: "Says nothing" });
  const nothing = told.getByRole("listitem").filter({ hasText: "Give back" });
  await press(
    nothing.getByRole("button", { name: "Says something" }),
    page.getByText("It says something. The next grouping finds its intent.").first(),
  );
  await expect(nothing).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Share that says something, by tool" })).toContainText(refunds);
});
