import type { Locator, Page } from "@playwright/test";
import { DIALOG, expectAccessibleEverywhere } from "./accessible";
import { appInfo } from "./app";
import { Api, test as base, expect, isLive, press, pressKey, pressToFocus, token } from "./fixtures";
import { aPersonWith, aPollingGateway, aTokenOf } from "./made";

// Failures after an approval: inspected, acknowledged by one person for everyone, and undone.

type Corner = {
  tenant: string;
  /** Sees only this tenant, so that the bell counts nothing else. */
  maya: { id: string };
  /** An approved call that failed. */
  aFailedCall: (what: string) => Promise<string>;
};

const test = base.extend<object, { corner: Corner }>({
  corner: [
    async ({ people }, use) => {
      const { url } = appInfo();
      const tenant = `attention-${token()}`;
      const { key } = await aPollingGateway(tenant);
      const maya = await aPersonWith("approver", { name: "Maya", tenants: [tenant] });
      const { email } = await people("approver");
      const [api, decider] = [new Api(url, key), new Api(url, await aTokenOf(email))];
      const aFailedCall = async (what: string): Promise<string> => {
        const { id, body } = await api.aPendingApproval({ tenant, summary: what, risk: "low" });
        const seen = { revision: body.revision, arguments_sha256: body.arguments_sha256 };
        const decided = await decider.send("POST", `/api/v1/approvals/${id}/approve`, seen);
        expect(decided.status).toBe(200);
        const { execution_id } = await api.approval(id);
        const report = { execution_id, state: "failed", error: { message: "The address does not exist." } };
        const reported = await api.send("POST", `/api/v1/approvals/${id}/execution`, report);
        expect(reported.status).toBeLessThan(300);
        return id;
      };
      await use({ tenant, maya, aFailedCall });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const listOf = (run: string) => `/approvals?view=attention&q=${run}`;

/** Ticks a box once the page listens. */
async function check(box: Locator): Promise<void> {
  await isLive(box);
  await box.check();
}

const toast = (page: Page, text: RegExp) => page.getByRole("region", { name: /messages/i }).getByText(text);
const tableRow = (page: Page, what: string) => page.getByRole("row", { name: new RegExp(what) });
const link = (page: Page, what: string) =>
  page.getByRole("link", { name: new RegExp(what) }).and(page.locator(":visible"));
/** The bell's count of calls that need attention; updates when a call changes. */
const inBell = async (page: Page): Promise<number> => {
  const panel = page.getByRole("group", { name: "What waits for you", includeHidden: true }).last();
  const link = panel.getByRole("link", { name: /^Needs attention/, includeHidden: true });
  return (await link.count()) === 0 ? 0 : Number(/\d+/.exec((await link.textContent()) ?? "")?.[0]);
};
const VERB = "Acknowledge…";
const AGAIN = "Needs attention again";

test("what failed is put away with a note: it leaves the list and the bell, and comes back by hand", async ({
  corner,
  pageOf,
  signedInAs,
}) => {
  const run = token();
  const id = await corner.aFailedCall(`Send the invoice ${run}`);
  const maya = await pageOf(corner.maya);
  await maya.goto(listOf(run));
  await expect(tableRow(maya, "Send the invoice")).toBeVisible();
  await expect.poll(() => inBell(maya)).toBeGreaterThan(0);
  const before = await inBell(maya);
  const sidebar = maya
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Needs attention/ });
  await expect(sidebar).toContainText(String(before));

  const ines = await signedInAs("approver");
  await ines.goto(`/approvals/${id}?view=attention`);
  const main = ines.getByRole("article");
  await expect(main.getByText("the gateway reports an error", { exact: false }).first()).toBeVisible();
  const dialog = ines.getByRole("dialog");
  await pressKey(ines, "m", dialog);
  await dialog.getByLabel("What was done (optional)").fill("Sent it by hand");
  await dialog.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(main.getByText(/Acknowledged by/)).toContainText("Ines");
  await expect(main.getByText("“Sent it by hand”").first()).toBeVisible();
  await expect(main.getByRole("list", { name: "Timeline" })).toContainText("Acknowledged");
  // The focus stays on the only button.
  await expect(main.getByRole("button", { name: AGAIN })).toBeFocused();

  await expect(tableRow(maya, "Send the invoice")).toHaveCount(0);
  await expect.poll(() => inBell(maya)).toBe(before - 1);
  await maya.goto(`/approvals?view=decided&q=${run}`);
  await expect(tableRow(maya, "Send the invoice")).toContainText("Acknowledged");

  await main.getByRole("button", { name: AGAIN }).click();
  await expect(main.getByRole("button", { name: VERB })).toBeVisible();
  await maya.goto(listOf(run));
  await expect(tableRow(maya, "Send the invoice")).toBeVisible();
  await expect.poll(() => inBell(maya)).toBe(before);
});

test("by keyboard alone: a row is put away, the focus goes on, and Z brings it back", async ({
  corner,
  signedInAs,
}) => {
  const run = token();
  for (const what of ["Older", "Newer"]) await corner.aFailedCall(`${what} broadcast ${run}`);
  const page = await signedInAs("approver");
  await page.goto(listOf(run));
  await expect(tableRow(page, "Newer")).toBeVisible();
  await pressToFocus(page, "j", link(page, "Newer"));
  const dialog = page.getByRole("dialog");
  await pressKey(page, "m", dialog);
  await page.keyboard.type("Not needed any more");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page, /^Acknowledged/)).toBeVisible();
  await expect(tableRow(page, "Newer")).toHaveCount(0);
  await expect(link(page, "Older")).toBeFocused();
  await page.keyboard.press("z");
  await expect(toast(page, /needs attention again/)).toBeVisible();
  await expect(tableRow(page, "Newer")).toBeVisible();
  const sheet = page.getByRole("dialog");
  await pressKey(page, "?", sheet);
  await expect(sheet).toContainText("Acknowledge…");
});

test("on a phone a row is selected and put away; the list and the dialog are accessible everywhere", async ({
  corner,
  signedInAs,
}) => {
  const run = token();
  await corner.aFailedCall(`Send the invoice ${run}`);
  await corner.aFailedCall(`Send the reminder ${run}`);
  const page = await signedInAs("approver", { width: 390 });
  await page.goto(listOf(run));
  const box = page.getByRole("checkbox", { name: /invoice/ }).and(page.locator(":visible"));
  await check(box);
  await expect(page.getByText("1 selected").and(page.locator(":visible"))).toBeVisible();
  await expectAccessibleEverywhere(page);
  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: VERB }).and(page.locator(":visible")), dialog);
  await expectAccessibleEverywhere(page, DIALOG);
  await dialog.getByLabel("What was done (optional)").fill("Sent it by hand");
  await dialog.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(toast(page, /^Acknowledged/)).toBeVisible();
  await expect(link(page, "Send the reminder")).toBeVisible();
});
