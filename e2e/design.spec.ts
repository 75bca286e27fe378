import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleEverywhere } from "./accessible";
import { expect, failOnConsoleErrors, test } from "./fixtures";

// Every part in every state, on its own page. e2e/pictures.spec.ts checks how pages look.

const THEMES = ["light", "dark"] as const;

type Theme = (typeof THEMES)[number];

/** Without a theme the page uses the browser's. */
async function open(page: Page, url: string, theme: Theme | undefined): Promise<void> {
  failOnConsoleErrors(page);
  if (theme) await page.context().addCookies([{ name: "theme", value: theme, url }]);
  await page.goto(`${url}/design`);
  await page.evaluate(() => document.fonts.ready);
  // The tables arrive late; a working control shows that the page listens.
  await expect(page.getByRole("table", { name: "Tools by calls" }).first()).toBeVisible();
  await page.waitForFunction(() => {
    const box = document.querySelector('[data-specimen="tables"] input[type=checkbox]');
    return box !== null && Object.keys(box).some((key) => key.startsWith("__reactProps"));
  });
}

const group = (page: Page, id: string) => page.locator(`[data-specimen="${id}"]`);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, timezoneId: "UTC", hasTouch: true });

  test("nothing is wider than the screen: a table leaves out columns and scrolls inside of itself", async ({
    page,
    app,
  }) => {
    await open(page, app.url, "light");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const table = page.getByRole("table", { name: "Tools by calls" }).first();
    await expect(table.getByRole("columnheader", { name: "Calls" })).toBeVisible();
    await expect(table.getByRole("columnheader", { name: "Failed" })).toBeHidden();
    const region = page.getByRole("region", { name: "Tools by calls, scrolls sideways" }).first();
    await region.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });
});

test("the page is accessible everywhere, also with everything open", async ({ page, app }) => {
  test.slow(); // axe reads a page of everything
  await open(page, app.url, undefined);
  const inBothThemes = async (part: string) => {
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, part);
    }
  };
  await page.getByRole("combobox", { name: "Tool", exact: true }).first().click();
  await inBothThemes('[data-specimen="choices"]');
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await inBothThemes('[data-specimen="floating"]');
  await page.keyboard.press("Escape");
  await expectAccessibleEverywhere(page);
});

test("the page keeps to the policy: no styles in its markup, no refused loads", async ({ page, app }) => {
  const refused: string[] = [];
  await page.exposeFunction("refused", (what: string) => refused.push(what));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      (window as unknown as { refused: (what: string) => void }).refused(
        `${event.violatedDirective} ${event.blockedURI}`,
      ),
    ),
  );
  const answer = await page.request.get(`${app.url}/design`);
  const html = await answer.text();
  expect(html).not.toMatch(/\sstyle="/);
  expect(html).not.toMatch(/<style/);
  await open(page, app.url, "light");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Tool", exact: true }).first().click();
  expect(refused).toEqual([]);
});

test("a page without tables, menus and choices does not load them", async ({ page, app }) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/_next/static/") && response.url().endsWith(".js"))
      scripts.push(await response.text().catch(() => ""));
  });
  await page.goto(`${app.url}/signin`, { waitUntil: "networkidle" });
  const all = scripts.join("\n");
  expect(all.length).toBeGreaterThan(10_000);
  for (const word of [
    "aria-activedescendant",
    '[role="menuitem"]',
    "Columns to show",
    "onColumnVisibilityChange",
  ])
    expect(all.includes(word), word).toBe(false);
});

// One page for all tests: loading it takes longer than any of them.
const PARTS: Record<string, (page: Page, openAgain: () => Promise<void>) => Promise<void>> = {
  "a press outside closes a menu": async (page) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await page.getByRole("heading", { name: "Menus, panels and dialogs" }).click();
    await expect(page.getByRole("menu")).toBeHidden();
  },
  "a choice is found by typing, taken by Enter, left by Esc and emptied": async (page) => {
    const field = page.getByRole("combobox", { name: "Tool", exact: true }).first();
    const value = page.locator('input[name="c1"]');
    await field.focus();
    await page.keyboard.type("kube");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
    await expect(group(page, "choices").getByText("1 choice", { exact: true })).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue("kubectl_delete");
    await expect(value).toHaveValue("kubernetes/kubectl_delete");
    await expect(page.getByRole("listbox")).toBeHidden();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toHaveText(
      /kubectl_delete/,
    );
    await page.keyboard.press("ArrowDown");
    const active = await field.getAttribute("aria-activedescendant");
    await expect(page.locator(`[id="${active}"]`)).toHaveText(/API-post-page/);
    await page.keyboard.press("Escape");
    await expect(field).toHaveValue("kubectl_delete");
    await field.fill("no such tool");
    await expect(page.getByText("Nothing matches what you typed.")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(field).toHaveValue("kubectl_delete");
    await field.fill("");
    await expect(value).toHaveCount(0);
  },
  "several choices are added, and removed by button and Backspace": async (page) => {
    const values = () =>
      page
        .locator('input[name="c4"]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    const field = page.getByRole("combobox", { name: "Tools", exact: true });
    await field.click();
    await page.getByRole("option", { name: /create_refund/ }).click();
    await expect
      .poll(values)
      .toEqual(["resend/send-broadcast", "notion/API-post-page", "stripe/create_refund"]);
    await expect(field).toBeFocused();
    await page.keyboard.press("Backspace");
    await expect.poll(values).toEqual(["resend/send-broadcast", "notion/API-post-page"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove send-broadcast" }).press("Enter");
    await expect.poll(values).toEqual(["notion/API-post-page"]);
    await expect(field).toBeFocused();
  },
  "a table selects rows, ranges and all, and forgets those that are gone": async (page) => {
    const table = group(page, "tables");
    const box = (name: string) => table.getByRole("checkbox", { name, exact: true });
    const all = box("Select all rows on this page");
    await expect(table.getByText("1 selected", { exact: true })).toBeVisible(); // of two, one is gone
    await expect.poll(() => all.evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
    await table.getByRole("button", { name: "Clear the selection" }).click();
    await expect(table.getByText("0 selected", { exact: true })).toBeVisible();
    await box("Select send-broadcast").click();
    await box("Select kubectl_delete").click({ modifiers: ["Shift"] });
    await expect(table.getByText("3 selected", { exact: true })).toBeVisible();
    await box("Select API-post-page").focus();
    await page.keyboard.press("Shift+Space");
    await expect(table.getByText("4 selected", { exact: true })).toBeVisible();
    await expect(all).toBeChecked();
    await all.click();
    await expect(table.getByText("0 selected", { exact: true })).toBeVisible();
    await all.press("Space");
    await box("Select API-post-page").click();
    await table.getByRole("button", { name: "Archive" }).click();
    await expect(table.getByRole("row", { name: /send-broadcast/ })).toHaveCount(1); // only the other table's
    await expect(table.getByText("0 selected", { exact: true })).toBeVisible();
  },
  "a table remembers the columns somebody chose, in this browser": async (page, openAgain) => {
    const table = page.getByRole("table", { name: "Tools by calls" }).first();
    await page.getByRole("button", { name: "Columns" }).click();
    const columns = page.getByRole("group", { name: "Columns to show" });
    await expect(columns.getByRole("checkbox", { name: "Tool" })).toHaveCount(0);
    await columns.getByRole("checkbox", { name: "Agent" }).press("Space");
    await expect(table.getByRole("columnheader", { name: "Agent" })).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(columns).toBeHidden();
    await openAgain();
    await expect(table.getByRole("columnheader", { name: "Agent" })).toBeHidden();
    await expect(table.getByRole("columnheader", { name: "Calls" })).toBeVisible();
    await page.getByRole("button", { name: "Columns" }).click();
    await columns.getByRole("checkbox", { name: "Agent" }).check();
    await expect(table.getByRole("columnheader", { name: "Agent" })).toBeVisible();
  },
  "a table keeps its header in view": async (page) => {
    await page.setViewportSize({ width: 1280, height: 260 });
    const table = page.getByRole("table", { name: "Tools by calls" }).nth(1);
    await table
      .getByRole("row")
      .nth(3)
      .evaluate((row) => row.scrollIntoView({ block: "start" }));
    await page.mouse.wheel(0, -30);
    await expect(table.getByRole("columnheader", { name: "Tool" })).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 720 });
  },
  "a chart has its figures in a table behind it": async (page) => {
    const chart = page.getByRole("figure", { name: "Calls by outcome" });
    await chart.getByText("Show as a table").press("Enter");
    await expect(chart.getByRole("row", { name: /21 Nov 24 63 7 5 6 105/ })).toBeVisible();
  },
  "a menu opens at either end, moves by arrows and letters, and gives the focus back": async (page) => {
    const button = page.getByRole("button", { name: "More", exact: true });
    const item = (name: string) => page.getByRole("menuitem", { name });
    await button.focus();
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("ArrowUp");
    await expect(item("Archive")).toBeFocused();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await expect(item("Open")).toBeFocused();
    await page.keyboard.press("r");
    await expect(item("Rename…")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu")).toBeVisible(); // it is off
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(item("Open")).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Archive" })).toBeVisible();
    await expect(button).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("menu")).toBeHidden();
    await button.click();
    await item("Open").press("Space");
    await page.waitForURL("**/design?opened=1");
  },
};

test("menus, choices, tables, charts and more words, by keyboard and by mouse", async ({ page, app }) => {
  const openAgain = () => open(page, app.url, "light");
  await openAgain();
  for (const [what, works] of Object.entries(PARTS)) await test.step(what, () => works(page, openAgain));
});
