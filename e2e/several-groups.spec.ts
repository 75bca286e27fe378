import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { Api, expect, press, test, token } from "./fixtures";
import { aPersonWith, aTokenOf } from "./made";
import { ask, fillTool, previewAndSave } from "./policy-pages";

test.use({ ownApp: true });

test("from a template, one of ops and one of finance approve: the page shows who is missing", async ({
  api,
  people,
  signedInAs,
  pageOf,
}) => {
  const tool = `payout-${token()}`;
  const [opal, otto, fay] = await Promise.all(
    ["Opal", "Otto", "Fay"].map((name) => aPersonWith("approver", { name })),
  );
  if (!opal || !otto || !fay) throw new Error("nobody there");
  const script = new Api(api.url, await aTokenOf((await people("admin")).email));
  const group = (name: string, members: string[]) =>
    script.send("PUT", `/api/v1/groups/${name}`, { description: "", members });
  await group("ops", [opal.email, otto.email]);
  await group("finance", [fay.email]);
  // The preview needs one call.
  await ask(api, tool, { amount: 10 }, "high");
  const page = await signedInAs("admin");
  await page.goto("/policies");
  const form = page.getByRole("form", { name: /^Policy / });
  const template = page.getByRole("button", { name: /^Payouts wait for ops and finance/ });
  // A page with policies has its templates behind a button.
  await expect(page.getByRole("button", { name: "From a template" }).or(template).first()).toBeVisible();
  if (!(await template.isVisible()))
    await press(page.getByRole("button", { name: "From a template" }), template);
  await press(template, form);
  await fillTool(form, tool);
  await expect(form).toContainText(`Calls to ${tool} wait: one of ops and one of finance must approve.`);
  const add = form.getByRole("button", { name: "Add another group of approvers" });
  await add.focus();
  await add.press("Enter");
  const third = form.getByRole("group", { name: "Approvers 3" });
  await expect(third.getByRole("combobox", { name: "People", exact: true })).toBeFocused();
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(third.getByRole("alert")).toContainText("Name the roles, people or groups of this seat.");
  await expectAccessibleEverywhere(page);
  await third.getByRole("button", { name: "Remove approvers 3" }).click();
  await expect(add).toBeFocused();
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(form).toHaveCount(0);
  await previewAndSave(page);

  const held = await ask(api, tool, { amount: 10 });
  expect(held.agent_message).toContain("waits until 2 people from 2 groups of approvers have approved it");
  const call = `/approvals/${held.approval_id}`;
  const approved = async (theirs: Page, effect: string) => {
    await theirs.goto(call);
    const button = theirs.getByRole("region", { name: "Decide" }).getByRole("button", { name: /^Approve/ });
    await press(button, theirs.getByText(effect));
  };
  const ops = await pageOf(opal);
  await approved(ops, "You have approved this call. One more of finance has to approve.");
  const decision = ops.getByRole("region", { name: "Decision" });
  await expect(decision).toContainText("One more of finance has to approve: Fay.");
  await expect(ops.getByText(/^ops agreed .* · one more of finance$/).first()).toBeVisible();

  const second = await pageOf(otto);
  await second.goto(call);
  await expect(
    second.getByText("ops has agreed already: Opal; one more of finance is needed."),
  ).toBeVisible();
  await expect(second.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expect(second.getByRole("button", { name: /^Reject/ })).toBeVisible();
  await expectAccessibleEverywhere(second);
  await second.goto(`/approvals?view=all&q=${tool}`);
  await expect(second.locator("[data-given]").first()).toContainText("one more of finance");

  const last = await pageOf(fay);
  await approved(last, "and 1 other");
  await expect(last.getByRole("region", { name: "Decision" })).toContainText("Opal approved");
  await expect
    .poll(async () => (await api.send("GET", `/api/v1/approvals/${held.approval_id}`)).json.decision)
    .toBe("approved");
});
