import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, press, test, token } from "./fixtures";

// Bulk approval demands at least as much as a single one.

const bar = (page: Page) => page.getByRole("region", { name: "Selected calls" });

for (const [width, colorScheme] of [
  [1440, "light"],
  [390, "dark"],
] as const) {
  test(`fourteen deletes of high risk are one table, read to its end, and their number is typed (${width} px)`, async ({
    api,
    signedInAs,
  }) => {
    const name = `bspec-${token()}`;
    const over = {
      summary: `Delete a customer ${name}`,
      tool: `delete_${name}`,
      agent: "cleaner",
      session_id: name,
    };
    const aDelete = async (n: number) =>
      (
        await api.aPendingApproval({
          ...over,
          arguments: { table: "customers", id: `cus_${n}`, cascade: true },
        })
      ).id;
    const ids = await Promise.all(Array.from({ length: 14 }, (_, n) => aDelete(n + 1)));
    const page = await signedInAs("approver", { width, colorScheme });
    await page.goto(`/approvals?view=all&q=${name}`);
    const boxes = page.getByRole("checkbox");
    await expect(boxes).toHaveCount(14);
    await boxes.first().check();
    await boxes.last().click({ modifiers: ["Shift"] });
    await expect(bar(page)).toContainText("14 selected");
    const dialog = page.getByRole("dialog");
    await press(bar(page).getByRole("button", { name: "Approve…" }), dialog);
    const same = dialog.getByRole("region", { name: "The same in all calls" });
    await expect(same).toContainText("customers");
    await expect(same).toContainText("cascade");
    await expect(dialog.getByText("customers", { exact: true })).toHaveCount(1);
    const table = dialog.getByRole("table");
    for (const n of [1, 14]) await expect(table.getByText(`cus_${n}`, { exact: true })).toBeAttached();
    for (const id of [ids[0], ids[13]]) await expect(table).toContainText(`…${id?.slice(-8)}`);
    await expectAccessible(page);
    const approve = dialog.getByRole("button", { name: "Approve 14 calls" });
    const field = dialog.getByLabel("Type the count to unlock approval");
    await field.fill("14");
    await expect(dialog.getByText("Go to the end of the table first.")).toBeVisible();
    await expect(approve).toBeDisabled();
    // Scrolls fully: the last call's text may be visible while the table's end is not.
    await table
      .getByText("cus_14", { exact: true })
      .evaluate((text) => text.scrollIntoView({ block: "start" }));
    await expect(approve).toBeEnabled();
    await field.fill("13");
    await expect(approve).toBeDisabled();
    await field.fill("14");
    if (width < 700) return;
    await approve.click();
    await expect(dialog.getByText("14 of 14 calls done")).toBeVisible({ timeout: 60_000 });
    for (const id of ids) expect(await api.approval(id)).toMatchObject({ decision: "approved" });
  });
}
