import { approveOf, bar, readToEnd } from "./calls-in-list";
import { Api, expect, isLive, press, test, token } from "./fixtures";
import { aPersonWith, aPollingGateway, aTokenOf } from "./made";
import { aDevice } from "./passkey-device";
import { ask, only } from "./policy-pages";

// What policies ask beyond a number of people, on the pages of the calls that wait by them.

test.use({ ownApp: true });
test.describe.configure({ mode: "serial" });

test("a call beyond a budget says which call of it this is, and how much is used", async ({
  api,
  people,
  signedInAs,
}) => {
  const tool = `refund-${token()}`;
  const script = new Api(api.url, await aTokenOf((await people("admin")).email));
  const { version } = (await script.send("GET", "/api/v1/policies")).json;
  const budget = (over: object) => ({ per: "hour", each: "agent", ...over });
  const policies = [
    {
      ...{ name: "Sums", action: "require", match: { tools: [`${tool}-sum`] } },
      ...{ budget: budget({ at_most: 2_000, of: "/amount" }), require: {} },
    },
    {
      name: "Counts",
      action: "require",
      match: { tools: [tool] },
      budget: budget({ at_most: 3 }),
      require: {},
    },
  ];
  expect((await script.send("PUT", "/api/v1/policies", { version, policies })).status).toBe(200);
  for (let n = 0; n < 3; n += 1) expect(await ask(api, tool, { n })).toMatchObject({ decision: "allow" });
  const fourth = await ask(api, tool, { n: 4 });
  expect(fourth.agent_message).toContain("because it was beyond the budget of a policy");
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${fourth.approval_id}`);
  const why = page.getByRole("region", { name: "Why this is here" });
  await expect(why).toContainText("It was beyond the budget, at most 3 an hour per agent: 3 of 3 used");
  await expect(why).toContainText("It is call 4 in 60 minutes.");

  expect(await ask(api, `${tool}-sum`, { amount: 1_250 })).toMatchObject({ decision: "allow" });
  const large = await ask(api, `${tool}-sum`, { amount: 900 });
  await page.goto(`/approvals/${large.approval_id}`);
  await expect(why).toContainText("1,250 of 2,000 in amount used");
  await expect(why).toContainText("It takes 900 more.");
});

test("the owner of an agent reads that others decide its calls", async ({ api, people, pageOf }) => {
  const [tool, agent] = [`deploy-${token()}`, `bot-${token()}`];
  const owner = await aPersonWith("admin", { name: "Olga" });
  await only(api, (await people("admin")).email, tool, { separation: { owner: true } });
  const script = new Api(api.url, await aTokenOf((await people("admin")).email));
  const named = await script.send("PUT", "/api/v1/agents", { tenant: "acme", agent, owner: owner.email });
  expect(named.status).toBe(200);
  const { id } = await api.aPendingApproval({ tool, agent, risk: "low" });
  const page = await pageOf(owner);
  await page.goto(`/approvals/${id}`);
  await expect(page.getByText(/You own the agent that makes this call/)).toBeVisible();
  await expect(approveOf(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Caller" })).toContainText("Olga may not decide this call");
});

test("two people sign a call with their passkeys, each for themselves", async ({
  app,
  people,
  pageOf,
  api,
}) => {
  const tool = `wire-${token()}`;
  const tenant = `signed-${token()}`;
  const { key } = await aPollingGateway(tenant);
  await only(api, (await people("admin")).email, tool, { approvals: 2, passkey: true });
  const gateway = new Api(app.url, key);
  const { id } = await gateway.aPendingApproval({ tenant, tool, risk: "high" });
  const approvers = [
    await aPersonWith("approver", { name: "Ann", tenants: [tenant] }),
    await aPersonWith("approver", { name: "Ben", tenants: [tenant] }),
  ];
  for (const [at, person] of approvers.entries()) {
    const page = await pageOf(person);
    await aDevice(page);
    await page.goto(`/approvals/${id}`);
    await expect(bar(page)).toContainText("asks for a passkey.");
    await page.getByRole("link", { name: "add a passkey in your profile" }).click();
    const dialog = page.getByRole("dialog");
    await press(page.getByRole("button", { name: "Add a passkey…" }).first(), dialog);
    await dialog.getByLabel("What do you call it?").fill("Laptop");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("region", { name: "Passkeys", exact: true })).toContainText("Laptop");
    await page.goto(`/approvals/${id}`);
    await isLive(bar(page));
    await readToEnd(page);
    await press(approveOf(page), page.getByRole("dialog"));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(
      page.getByText(at === 0 ? /1 more person has to approve/ : /Approval recorded/).first(),
    ).toBeVisible();
  }
  expect(await gateway.approval(id)).toMatchObject({
    decision: "approved",
    votes: approvers.map(({ id: person }) => ({ passkey: { person, origin: app.url } })),
  });
});
