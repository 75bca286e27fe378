import { expectAccessibleEverywhere } from "./accessible";
import { Api, expect, isLive, press, test, token } from "./fixtures";
import { aTokenOf } from "./made";
import { ask } from "./policy-pages";

test.use({ ownApp: true });

test("a policy that is saved while a call waits is on its page at once, and takes approval away", async ({
  api,
  people,
  signedInAs,
}) => {
  const tool = `refund-${token()}`;
  const held = String((await ask(api, tool, { amount: 2000 }, "high")).approval_id);
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${held}`);
  await expect(page.getByRole("button", { name: /^Approve and/ }).last()).toBeVisible();
  await isLive(page.getByRole("button", { name: "Reject…" }));
  const admin = new Api(api.url, await aTokenOf((await people("admin")).email));
  const { version } = (await admin.send("GET", "/api/v1/policies")).json;
  const deny = {
    name: "Refunds stop",
    action: "deny",
    reason: "Ask finance first.",
    match: { tools: [tool] },
  };
  const saved = await admin.send("PUT", "/api/v1/policies", { version, policies: [deny] });
  expect(saved).toMatchObject({
    status: 200,
    json: { warnings: [{ policy: "Refunds stop", pointer: "/policies/0/match/tools/0" }] },
  });
  const why = page.getByRole("region", { name: "Why this is here" });
  await expect(why).toContainText(
    /Refused now by the policy “Refunds stop” of version \d+, saved .*: Ask finance first\./,
  );
  await expect(page.getByRole("button", { name: /^Approve and/ })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: "Reject…" }), dialog);
  await expect(dialog.getByRole("radio", { name: "The policy “Refunds stop” refuses it" })).toBeChecked();
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText(/Rejection recorded/).first()).toBeVisible();
  expect(await api.approval(held)).toMatchObject({
    decision: "rejected",
    reason: "The policy “Refunds stop” refuses it",
  });
});
