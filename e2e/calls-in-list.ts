import type { Page } from "@playwright/test";
import { type Api, expect, token } from "./fixtures";

// The list of calls and the open call, as specs find them.

export const bar = (page: Page) => page.getByRole("region", { name: "Decide" });
export const dialog = (page: Page) => page.getByRole("dialog");
export const approveOf = (page: Page) => bar(page).getByRole("button", { name: /^Approve/ });
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name: new RegExp(name) });
export const row = (page: Page, name: string) =>
  page
    .getByRole("list", { name: /calls/i })
    .getByRole("link", { name: new RegExp(name) })
    .first();
export const shortOf = (id: string) => `…${id.slice(-8)}`;

export async function readToEnd(page: Page): Promise<void> {
  const unread = bar(page).getByText("Read to the end first: ").getByRole("button");
  await expect(async () => {
    if ((await unread.count()) > 0) await unread.first().click();
    await expect(approveOf(page)).toBeEnabled({ timeout: 200 });
  }).toPass({ intervals: [0] });
  await expect(unread).toHaveCount(0);
}

/** Calls listed in this order. */
export async function calls(api: Api, n: number, over: Record<string, unknown> = {}) {
  const run = `cspec-${token()}`;
  const made = await Promise.all(
    Array.from({ length: n }, async (_, index) => {
      const name = `Call ${index + 1} of ${run}`;
      const { id } = await api.aPendingApproval({
        summary: name,
        ttl_seconds: 3_600 + 60 * index,
        ...over,
      });
      return { id, name };
    }),
  );
  return { run, made: made as [(typeof made)[0], (typeof made)[0], ...typeof made] };
}
