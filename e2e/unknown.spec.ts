import { expect, test } from "./fixtures";

// Unknown ids, and those of other tenants, give a 404 in the product's frame.

const ID = "01a00000-0000-7000-8000-000000000000";
const ADDRESSES = [
  `/approvals/${ID}`,
  `/feedback/${ID}`,
  `/feedback/reports/${ID}`,
  `/rationales/calls/${ID}`,
  `/gateways/${ID}`,
  `/gateways/${ID}/keys`,
  `/gateways/${ID}/deliveries/${ID}`,
  `/tools/${ID}`,
  `/tools/${ID}/rating`,
  `/tools/${ID}/use`,
  `/tools/${ID}/versions`,
  "/tools/cheatsheets/stripe?gateway=nobody",
  "/settings/tenants/nobody",
  `/settings/people/${ID}`,
];

test("an unknown address is a 404 that leads on", async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  for (const address of ADDRESSES) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { level: 1 }).first(), address).toBeVisible();
    await expect(page.getByRole("main").getByRole("link").first(), address).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" }), address).toBeVisible();
    await expect(page.locator("symbol#icon-search"), address).toBeAttached();
  }
});
