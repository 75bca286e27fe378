// Query parameters of lists, in the browser; the unit tests of each list are in
// lib/testing/lists.test.ts.
import { expect, test } from "./fixtures";

const ADDRESSES = [
  ["/approvals?view=all&risk=purple&cursor=zzz", "risk"],
  ["/approvals?view=decided&view=x&risk=purple", "risk"],
  ["/feedback?state=lost&cursor=zzz", "state"],
  ["/rationales?outcome=fine&cursor=zzz", "outcome"],
  ["/tools?risk=purple&cursor=zzz", "risk"],
  ["/tools/known?format=xml", "format"],
  ["/tools/findings?code=wrong&cursor=zzz", "code"],
  ["/tools/suggestions?kind=shrink&cursor=zzz", "kind"],
  ["/tools/health?state=fine", "state"],
  [`/gateways?q=${"x".repeat(201)}`, "q"],
  ["/gateways/undelivered?gateway=billing&cursor=zzz", "gateway"],
  [`/settings/tenants?q=${"x".repeat(201)}`, "q"],
  ["/settings/people?role=king&cursor=zzz", "role"],
  ["/activity?since=yesterday&cursor=zzz", "since"],
] as const;

test("each list says which part of an address it left out, and lists the rest", async ({ readAs }) => {
  const { page, read } = await readAs("admin");
  for (const [address, name] of ADDRESSES) {
    await read(address);
    const notice = page.getByRole("status").filter({ hasText: "was left out" }).first();
    await expect(notice).toContainText(`The filter ${name} does not take`);
    await expect(notice).toContainText("The rest of the address still applies.");
    if (address.includes("cursor=")) await expect(notice).toContainText("This is the first page.");
  }
  // A list inside a page, too.
  await read("/settings/tenants/acme?offenders=zzz");
  await expect(page.getByRole("status").filter({ hasText: "This is the first page." })).toBeVisible();
});

test("before any script file has arrived, the filters open and one is set by keyboard", async ({
  browser,
  signedInAs,
  app,
}) => {
  const storageState = await (await signedInAs("admin")).context().storageState();
  const context = await browser.newContext({
    storageState,
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());
  await page.goto("/activity");
  const form = page.getByRole("search");
  await expect(form.getByLabel("What")).toBeHidden();
  await form.getByRole("button", { name: /^Filter/ }).click();
  await form.getByLabel("What").selectOption({ index: 1 });
  await form.getByRole("button", { name: "Apply" }).press("Enter");
  await expect(page).toHaveURL(/action=/);
  await expect(page.getByRole("link", { name: /^Remove the filter What/ })).toBeVisible();
  await context.close();
});
