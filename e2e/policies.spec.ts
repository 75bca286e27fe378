import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { type Api, expect, isLive, press, test, token } from "./fixtures";

// Policies hold for every tenant, so these name tools of their own, and one test after the other saves them.

test.describe.configure({ mode: "serial" });

const ask = async (api: Api, tool: string, args: object, risk = "low") =>
  (
    await api.send("POST", "/api/v1/authorize", {
      tenant: "acme",
      provider: "stripe",
      tool,
      arguments: { ...args, run: token() },
      rationale: "The customer sent the item back and asks for the money.",
      risk,
    })
  ).json;

const bar = (page: Page) => page.getByRole("region", { name: "Save the policies" });

async function previewAndSave(page: Page): Promise<void> {
  await expect(bar(page).getByRole("button", { name: "Save the policies" })).toBeDisabled();
  await bar(page).getByRole("button", { name: "Preview" }).click();
  await expect(bar(page)).toContainText("of the last 7 days would have");
  await bar(page).getByRole("button", { name: "Save the policies" }).click();
}

async function typeYaml(page: Page, text: string): Promise<void> {
  await page.getByText("YAML", { exact: true }).click();
  const area = page.getByRole("textbox", { name: "The policies as YAML" });
  await area.fill(text);
  await page.getByRole("button", { name: "Use this text" }).click();
}

test("from a template, large refunds wait for a person who is named, and for nobody else", async ({
  api,
  people,
  signedInAs,
}) => {
  const tool = `refund-${token()}`;
  const approver = await people("approver");
  // One call is there to preview with.
  expect((await ask(api, tool, { amount: 2000 }, "high")).decision).toBe("wait");
  const page = await signedInAs("admin");
  await page.goto("/policies");
  const form = page.getByRole("form", { name: /^Policy / });
  await press(page.getByRole("button", { name: /^Large refunds wait/ }), form);
  await form.getByLabel("Name", { exact: true }).fill("Refunds over 1,000");
  await form.getByLabel("Tools").fill(tool);
  await form.getByLabel("Value").fill("a lot");
  await form.getByRole("combobox", { name: "People" }).fill(approver.email);
  await page.getByRole("option", { name: approver.email }).click();
  await form.getByRole("button", { name: "Keep this policy" }).click();
  await expect(form.getByText(/^A number, for example 1000/)).toBeVisible();
  await form.getByLabel("Value").fill("1000");
  await expect(form).toContainText(`Calls to ${tool} with amount over 1,000 wait for ${approver.email}`);
  await expectAccessibleEverywhere(page);
  await form.getByRole("button", { name: "Keep this policy" }).click();
  await expect(form).toHaveCount(0);
  await previewAndSave(page);
  await expect(page.getByText("of the policies is saved. It applies to new calls.")).toBeVisible();

  expect((await ask(api, tool, { amount: 900 })).decision).toBe("allow");
  const held = await ask(api, tool, { amount: 1500 });
  expect(held.decision).toBe("wait");
  await page.goto(`/approvals/${held.approval_id}`);
  const why = page.getByRole("region", { name: "Why this is here" });
  await expect(why).toContainText("Held by the policy “Refunds over 1,000”");
  await expect(page.getByText(`leaves this call to ${approver.email}. You cannot decide it.`)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve and/ })).toHaveCount(0);

  const theirs = await signedInAs("approver");
  await theirs.goto(`/approvals/${held.approval_id}`);
  const dialog = theirs.getByRole("dialog");
  await press(theirs.getByRole("button", { name: "Approve and refund…" }), dialog);
  const reason = dialog.getByLabel("Why do you approve it?");
  await expect(reason).toBeFocused();
  await press(
    dialog.getByRole("button", { name: "Approve and refund" }),
    dialog.getByText("Say why: the policy asks"),
  );
  await reason.fill("The item came back.");
  await dialog.getByRole("button", { name: "Approve and refund" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(theirs.getByText("“The item came back.”").first()).toBeVisible();
  // For whom policies are not to be changed, they are nowhere.
  await expect(theirs.getByRole("link", { name: "Policies" })).toHaveCount(0);
  await theirs.goto("/policies");
  await expect(theirs.getByText("There is nothing at this address")).toBeVisible();
});

test("what policies refuse and let through is told as theirs, and as nobody's approval", async ({
  api,
  signedInAs,
}) => {
  const name = token();
  const page = await signedInAs("admin");
  await page.goto("/policies");
  await isLive(page.getByRole("button", { name: "Preview" }));
  await typeYaml(
    page,
    `policies:
  - { name: No ${name}, action: deny, reason: Ask finance., match: { tools: [drop-${name}] } }
  - { name: Yes ${name}, action: allow, match: { tools: [read-${name}] } }
`,
  );
  await expect(page.getByRole("button", { name: "Use this text" })).toBeDisabled();
  await previewAndSave(page);
  await expect(page.getByText("of the policies is saved. It applies to new calls.")).toBeVisible();

  const denied = await ask(api, `drop-${name}`, {}, "high");
  expect(denied).toMatchObject({ decision: "deny", code: "POLICY", reason: "Ask finance." });
  const allowed = await ask(api, `read-${name}`, {}, "high");
  expect(allowed.decision).toBe("allow");

  await page.goto(`/approvals/${denied.approval_id}`);
  const main = page.getByRole("main");
  await expect(main).toContainText(`Refused by the policy “No ${name}”`);
  await expect(main).not.toContainText("Rejected");
  await page.goto(`/approvals?view=decided&tool=read-${name}`);
  await expect(main).toContainText(`Let through by the policy “Yes ${name}”`);
  await expect(main).not.toContainText("Approved");

  await page.goto(`/approvals/${denied.approval_id}`);
  await page.getByRole("link", { name: "Try policies with this call" }).click();
  await press(
    page.getByRole("button", { name: "Try this call" }),
    page.getByRole("region", { name: "What would come of it" }),
  );
  const outcome = page.getByRole("region", { name: "What would come of it" });
  await expect(outcome).toContainText("It would be refused.");
  await expect(outcome).toContainText(`A policy decides: “No ${name}”`);
});

test("YAML that is wrong is told by its lines, and what another person saved meanwhile is not lost", async ({
  signedInAs,
}) => {
  const name = token();
  const [page, other] = [await signedInAs("admin"), await signedInAs("admin")];
  for (const one of [page, other]) {
    await one.goto("/policies");
    await isLive(one.getByRole("button", { name: "Preview" }));
  }
  const one = `policies:\n  - { name: A ${name}, action: deny, reason: No., match: { tools: [a-${name}] } }\n`;
  await typeYaml(page, `${one}  - name: B\n    action: perhaps\n`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Line 4: action: action is one of: allow, deny, require",
  );
  await page.getByRole("textbox", { name: "The policies as YAML" }).fill(one);
  await page.getByRole("button", { name: "Use this text" }).click();
  await bar(page).getByRole("button", { name: "Preview" }).click();
  await expect(bar(page)).toContainText(`added “A ${name}”`);

  await typeYaml(other, one.replace(`A ${name}`, `C ${name}`));
  await previewAndSave(other);
  await expect(other.getByText("of the policies is saved. It applies to new calls.")).toBeVisible();
  await bar(page).getByRole("button", { name: "Save the policies" }).click();
  await expect(bar(page)).toContainText("is in force. Yours were made from another one and were not saved");
  await bar(page).getByRole("button", { name: "Read the policies again" }).click();
  await expect(page.getByText(`C ${name}`, { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Versions", exact: true }).click();
  const versions = page.getByRole("main").getByRole("listitem");
  await expect(versions.filter({ hasText: "in force" })).toContainText(`added “C ${name}”`);
  await page
    .getByRole("link", { name: /^Load version / })
    .first()
    .click();
  await expect(page.getByText(/^Version \d+ is loaded below$/)).toBeVisible();
  await expect(bar(page)).toContainText("These changes are not saved. Preview first, then save.");
});
