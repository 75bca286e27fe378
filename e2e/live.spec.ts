import type { Page } from "@playwright/test";
import { appInfo } from "./app";
import { Api, broadcast, expect, test, token } from "./fixtures";
import { aPersonWith, aPollingGateway } from "./made";

// An open page while calls come and go, and its cost: small responses, not full reads.

/** Counts the page's requests from now on: full reads, and reads of changes. */
function watch(page: Page) {
  const counts = { pages: 0, changes: 0 };
  page.on("request", (request) => {
    const headers = request.headers();
    if (new URL(request.url()).pathname === "/api/live/changes") counts.changes += 1;
    // Next's prefetches are not reads of this page.
    else if (headers.rsc && !headers["next-router-prefetch"]) counts.pages += 1;
  });
  return counts;
}

/** A tenant, its gateway, and a page of a person who sees nothing else. */
const corner = test.extend<{ call: (what: string) => Promise<string>; gateway: Api; page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  gateway: async ({}, use) => {
    const tenant = `live-${token()}`;
    const { key } = await aPollingGateway(tenant);
    await use(Object.assign(new Api(appInfo().url, key), { tenant }));
  },
  call: async ({ gateway }, use) => {
    const { tenant } = gateway as Api & { tenant: string };
    await use(async (what) => (await gateway.aPendingApproval({ ...broadcast(), tenant, summary: what })).id);
  },
  page: async ({ gateway, pageOf }, use) => {
    const { tenant } = gateway as Api & { tenant: string };
    await use(await pageOf(await aPersonWith("approver", { name: "Maya", tenants: [tenant] })));
  },
});

/** Waits until the title shows this count. */
const counted = (page: Page, calls: number) =>
  page.waitForFunction((count) => document.title.startsWith(`(${count}) `), calls);

const cancel = (gateway: Api, id: string) => gateway.send("POST", `/api/v1/approvals/${id}/cancel`, {});

corner(
  "twenty changes reach the list, the bell and the title without a reading of the page",
  async ({ call, gateway, page }) => {
    const list = page.getByRole("list", { name: /calls/i });
    await page.goto("/approvals?view=all");
    const first = await call("The one that stays");
    await expect(list.getByRole("link", { name: /The one that stays/ })).toBeVisible();
    await counted(page, 1);

    const counts = watch(page);
    const ids: string[] = [];
    for (let n = 0; n < 15; n += 1) ids.push(await call(`Call ${n} of many`));
    await counted(page, 16);
    await page.getByRole("button", { name: /15 new/ }).click();
    await expect(list.getByRole("link", { name: /of many/ })).toHaveCount(15);
    await expect(page.getByRole("heading", { name: /^Needs a decision/ })).toContainText("16");
    for (const id of ids.slice(0, 4)) await cancel(gateway, id);
    await expect(list.getByText(/^Cancelled by/)).toHaveCount(4);
    await expect(list.getByRole("link", { name: /of many/ })).toHaveCount(11);
    await cancel(gateway, first);
    await counted(page, 11);
    const panel = page.getByRole("group", { name: "What waits for you", includeHidden: true }).last();
    await expect(panel).toContainText("11 calls wait for you");
    await expect(panel).not.toContainText("The one that stays");
    expect(counts.pages).toBe(0);
    expect(counts.changes).toBeGreaterThan(0);
    expect(counts.changes).toBeLessThan(20);
  },
);

corner(
  "a page about something else counts what waits, and is not read again for it",
  async ({ call, gateway, page }) => {
    await page.goto("/tools");
    const id = await call("Something new");
    await counted(page, 1);
    const counts = watch(page);
    const link = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: /^Approvals/ })
      .first();
    await expect(link).toContainText("1");
    await call("Something else");
    await counted(page, 2);
    await cancel(gateway, id);
    expect(counts.pages).toBe(0);
  },
);

corner(
  "an open call is read again when it changes, and not when others do",
  async ({ call, gateway, page }) => {
    const [shown, next, other] = [
      await call("The open one"),
      await call("The next one"),
      await call("Another"),
    ];
    await page.goto(`/approvals/${shown}?view=all`);
    const article = page.getByRole("article");
    await expect(article.getByRole("heading", { name: /The open one/ })).toBeVisible();
    const arrived = await call("One more");
    await counted(page, 4);
    const counts = watch(page);
    for (const id of [arrived, other]) await cancel(gateway, id);
    await counted(page, 2);
    expect(counts.pages).toBe(0);
    await cancel(gateway, next);
    await cancel(gateway, shown);
    await expect(article.getByText("Cancelled").first()).toBeVisible();
    expect(counts.pages).toBeGreaterThan(0);
  },
);
