import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Api, expect, isLive, pressKey, test, token } from "./fixtures";
import { aGateway, aPersonWith } from "./made";

// A product owner's week: two hundred reports of forty-eight problems, cleared by keyboard alone.

const CATALOGUES = ["hubspot", "github", "gitlab", "airtable", "gmail", "kubernetes"];
const A_CATALOGUE = 8;

/** Tools as their servers list them. */
function realTools(): { provider: string; tool: string }[] {
  return CATALOGUES.flatMap((provider) => {
    const text = readFileSync(`sample/catalogues/${provider}.json`, "utf8");
    const { tools } = JSON.parse(text) as { tools: { name: string }[] };
    return tools.slice(0, A_CATALOGUE).map(({ name }) => ({ provider, tool: name }));
  });
}

const ERRORS = [
  (n: number) => `property "custom_${n}" does not exist`,
  (n: number) => `Request failed with status code 422: field owner_${n} is required`,
  (n: number) => `rate limit exceeded, retry after ${n} seconds`,
  (n: number) => `Resource not found: https://api.example.test/v3/objects/${n}0442`,
  (n: number) => `timed out after ${n}000 ms while waiting for the upstream`,
  (n: number) => `'2026-11-${10 + (n % 20)}' is not a date-time`,
];

/** Reports per problem: many for a few, a few for most, two hundred in all. */
const often = (problem: number) => (problem < 8 ? 10 : problem < 24 ? 4 : problem < 32 ? 3 : 2);

async function aWeek(api: Api, tenant: string): Promise<void> {
  const reports = realTools().flatMap(({ provider, tool }, problem) =>
    Array.from({ length: often(problem) }, (_, n) => ({
      tenant,
      provider,
      tool_called: tool,
      attempted_action: `Use ${tool} for a customer's request`,
      expected_outcome: "The call succeeds",
      actual_outcome: "The call failed",
      error_seen: ERRORS[problem % ERRORS.length]?.(n + 1),
      severity: ["low", "med", "high"][(problem + n) % 3],
      rationale: "A customer asked for it and waits for an answer.",
      agent: ["claude-code", "billing-agent", "growth-agent"][n % 3],
      session_id: `ses_${token()}`,
    })),
  );
  expect(reports).toHaveLength(200);
  for (let at = 0; at < reports.length; at += 20) {
    const sent = reports.slice(at, at + 20).map((report) => api.send("POST", "/api/v1/feedback", report));
    for (const { status } of await Promise.all(sent)) expect(status).toBe(201);
  }
}

const rows = (page: Page) => page.getByRole("list", { name: "Issues" }).getByRole("link");
const bar = (page: Page) => page.getByRole("region", { name: "Selected issues" });
const dialog = (page: Page) => page.getByRole("dialog");

/** Selects the first remaining issues. */
async function select(page: Page, count: number): Promise<void> {
  await page.keyboard.press("j");
  await pressKey(page, "x", bar(page));
  for (let at = 1; at < count; at += 1) await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar(page).getByRole("status").first()).toHaveText(`${count} selected`);
}

/** Opens the next issue; resolves once keys act on it. */
async function next(page: Page): Promise<void> {
  await page.keyboard.press("j");
  await expect(page.locator("a[data-key=row]:focus")).toHaveAttribute("aria-current", "page");
  const accept = page.getByRole("region", { name: "Triage" }).getByRole("button", { name: "Accept" });
  await expect(accept).toBeEnabled();
  await isLive(accept);
}

test("two hundred reports are a week's work: all of them are dealt with by keyboard, and the counts are right", async ({
  app,
  pageOf,
}) => {
  const tenant = `week-${token()}`;
  await aWeek(new Api(app.url, (await aGateway(tenant)).key), tenant);
  const page = await pageOf(await aPersonWith("triager", { tenants: [tenant] }));
  await page.goto("/feedback?view=new");
  await expect(rows(page)).toHaveCount(48);
  await isLive(page.getByRole("checkbox").first());
  let left = 48;
  // A removed row is struck through and no longer a link.
  const gone = async (count: number) => {
    left -= count;
    await expect(rows(page)).toHaveCount(left);
  };
  await select(page, 12);
  await page.keyboard.press("1");
  await gone(12);
  await select(page, 10);
  await pressKey(page, "3", dialog(page));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await gone(10);
  await select(page, 6);
  await pressKey(page, "h", dialog(page));
  await page.keyboard.press("Tab");
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await gone(6);
  await select(page, 5);
  await page.keyboard.press("i");
  await gone(5);
  await select(page, 7);
  await pressKey(page, "r", dialog(page));
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await gone(7);

  await next(page);
  const first = page.url();
  const verbs: (() => Promise<void>)[] = [
    () => page.keyboard.press("1"),
    () => page.keyboard.press("s"),
    () => page.keyboard.press("i"),
  ];
  for (const [at, verb] of verbs.entries()) {
    if (at > 0) await next(page);
    await verb();
    await gone(1);
  }
  await next(page);
  await pressKey(page, "h", dialog(page));
  await page.keyboard.press("Tab");
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await gone(1);
  for (let at = 0; at < 2; at += 1) {
    await next(page);
    await pressKey(page, "2", dialog(page));
    await page.keyboard.type(first);
    await expect(dialog(page)).toContainText("come together");
    await page.keyboard.press("Enter");
    await gone(1);
  }
  await next(page);
  await page.keyboard.press("1");
  await gone(1);
  await next(page);
  await page.getByRole("button", { name: "Write an answer" }).press("Enter");
  await page
    .getByRole("textbox", { name: "Message" })
    .pressSequentially("The limit is 100 a minute; wait as long as the error says.");
  await page.getByRole("textbox", { name: "Fixed in" }).press("Enter");
  await expect(page.getByRole("button", { name: "Edit the answer" })).toBeVisible();
  const resolved = page.url();
  await page.keyboard.press("Escape");
  await pressKey(page, "r", dialog(page));
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await expect(page.getByText("fixed in 5").first()).toBeVisible();
  await gone(1);
  expect(left).toBe(0);
  expect(resolved).not.toBe(first);

  await page.goto("/feedback?view=new");
  await expect(page.getByText("No issue matches these filters.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "New" })).toHaveText(
    /New\s*0/,
  );
  await page.goto("/feedback/board?view=all");
  const counts = await page
    .locator("[data-column]")
    .evaluateAll((columns) => columns.map((column) => column.querySelector("h2 span")?.textContent));
  expect(counts).toEqual(["0", "14", "1", "6", "7", "8", "10"]);
  await page.goto("/feedback?view=closed");
  await expect(rows(page)).toHaveCount(8 + 10 + 2);
});
