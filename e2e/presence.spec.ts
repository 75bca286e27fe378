import { expectAccessibleEverywhere } from "./accessible";
import { Api, expect, press, test, token } from "./fixtures";
import { aPersonWith, aPollingGateway, aTokenOf, waitLonger } from "./made";

test("the queue and a call say who is away and until when, on a phone and by keyboard", async ({
  app,
  pageOf,
}) => {
  const tenant = `there-${token()}`;
  const { key } = await aPollingGateway(tenant);
  const [maya, ines] = [
    await aPersonWith("approver", { tenants: [tenant], name: "Maya Away" }),
    await aPersonWith("approver", { tenants: [tenant], name: "Ines There" }),
  ];
  const ends_at = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const away = await new Api(app.url, await aTokenOf(maya.email)).send("POST", "/api/v1/delegations", {
    ...{ to: ines.email, ends_at },
  });
  expect(away.status).toBe(201);
  const { id } = await new Api(app.url, key).aPendingApproval({ tenant });
  const page = await pageOf(ines, { width: 390 });
  for (const address of ["/approvals", `/approvals/${id}`]) {
    await page.goto(address);
    const line = page.getByRole("button", { name: /of \d+ eligible (is|are) away/ }).first();
    await expect(line).toBeVisible();
    const panel = page.getByRole("group", { name: "Who is there" });
    await line.focus();
    await page.keyboard.press("Enter");
    await expect(panel).toBeVisible();
    const person = panel.getByRole("listitem").filter({ hasText: "Maya Away" });
    await expect(person).toContainText(/Away until .+; Ines There decides for them/);
    await expect(panel.getByRole("listitem").filter({ hasText: "Ines There" }).last()).toContainText("You");
    await expectAccessibleEverywhere(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(line).toBeFocused();
  }
  // Of several tenants each is counted, or the one that the list is filtered by.
  const other = `else-${token()}`;
  await aPollingGateway(other);
  const zoe = await pageOf(await aPersonWith("approver", { tenants: [tenant, other], name: "Zoe Both" }));
  await zoe.goto("/approvals");
  // Other tests make administrators of all tenants meanwhile, who count in both.
  const line = new RegExp(`^\\d+ of \\d+ available for ${other}, \\d+ of \\d+ for ${tenant}$`);
  const tenants = zoe.getByRole("list", { name: "Tenants" });
  await press(zoe.getByRole("button", { name: line }), tenants);
  const countsOf = async (key: string) => {
    const text = await tenants.getByRole("listitem").filter({ hasText: key }).innerText();
    return (/(\d+) of (\d+) available/.exec(text) ?? []).slice(1).map(Number);
  };
  const [[there = 0, all = 0], [here = 0, both = 0]] = [await countsOf(tenant), await countsOf(other)];
  expect([there - here, all - both]).toEqual([1, 2]);
  const absent = zoe.getByRole("listitem").filter({ hasText: "Maya Away" });
  await expect(absent).toContainText(`For ${tenant}`);
  await expectAccessibleEverywhere(zoe);
  await zoe.goto(`/approvals?tenant=${tenant}`);
  await expect(zoe.getByRole("button", { name: /^1 of \d+ eligible is away$/ })).toBeVisible();
  const viewer = await pageOf(await aPersonWith("viewer", { tenants: [tenant] }));
  await viewer.goto("/approvals");
  await expect(viewer.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(viewer.getByRole("button", { name: /eligible/ })).toHaveCount(0);
});

test("calls that expired are listed with the reason and what would have prevented it", async ({
  app,
  pageOf,
}) => {
  const tenant = `late-${token()}`;
  const { key } = await aPollingGateway(tenant);
  const api = new Api(app.url, key);
  const ines = await aPersonWith("approver", { tenants: [tenant] });
  const page = await pageOf(ines, { width: 390 });
  await page.goto("/insights/expired");
  await expect(page.getByText("No call expired undecided in this period")).toBeVisible();

  const { id } = await api.aPendingApproval({ tenant, summary: "Send it before noon" });
  await waitLonger(id, 40 * 86_400);
  await expect.poll(async () => (await api.approval(id)).decision).toBe("expired");
  await page.goto("/insights");
  const why = page.getByRole("link", { name: /^Why calls expired undecided/ });
  const reasons = page.getByRole("list", { name: "Reasons" });
  await press(why, reasons);
  await expect(page).toHaveURL(/\/insights\/expired\?since=30d/);
  await expect(reasons).toContainText("No one was notified.");
  await expect(reasons.getByRole("link", { name: /Set up a channel/ })).toHaveAttribute(
    "href",
    "/settings/notifications",
  );
  const calls = page.getByRole("list", { name: "Calls that expired undecided" });
  await expect(calls.getByRole("listitem")).toHaveCount(1);
  await expect(calls).toContainText("0 notifications sent");
  await expectAccessibleEverywhere(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.goto("/insights/expired?since=tomorrow&tenant=nowhere");
  await expect(page.getByText(/that is past and at most 90 days ago/)).toBeVisible();
  await page.goto("/insights/expired");
  await calls.getByRole("link", { name: "Send it before noon" }).click();
  await expect(page).toHaveURL(new RegExp(`/approvals/${id}`));
});
