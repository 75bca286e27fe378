import { expectAccessibleEverywhere } from "./accessible";
import { expect, press, test, token } from "./fixtures";
import { ask } from "./policy-pages";

test("tools and arguments are picked by keyboard, and the form says what they match", async ({
  api,
  signedInAs,
}) => {
  const name = token();
  const [refund, unused] = [`refund-${name}`, `refund-all-${name}`];
  const definition = {
    description: "Pays money back.",
    risk: "low",
    inputSchema: {
      type: "object",
      properties: { amount: { type: "number", description: "In cents." }, note: { type: "string" } },
    },
  };
  const tools = [refund, unused].map((tool) => ({ ...definition, name: tool }));
  expect((await api.send("PUT", "/api/v1/tools", { provider: "stripe", tools })).status).toBe(200);
  for (const amount of [1, 2]) await ask(api, refund, { amount }, "high");

  const page = await signedInAs("admin");
  await page.goto("/policies");
  const form = page.getByRole("form", { name: /^Policy / });
  await press(page.getByRole("button", { name: "Add a policy" }), form);
  const field = form.getByRole("combobox", { name: "Tools", exact: true });
  await field.fill(`${refund}x`);
  await expect(field).toHaveAccessibleDescription("Matches no tool and no call in 7 days");
  await field.fill(name);
  const option = page.getByRole("option", { name: refund });
  await expect(option).toContainText("2 calls in 7 days");
  await expectAccessibleEverywhere(page);
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(field).toHaveAccessibleDescription("1 tool, 2 calls in 7 days");
  await expect(form).toContainText(`Calls to ${refund} wait`);
  await field.fill(`REFUND-*-${name}`);
  const typed = page.getByRole("option", { name: /^Use / });
  await expect(typed).toContainText("1 tool, 0 calls in 7 days");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription("2 tools, 2 calls in 7 days");
  await field.press("Backspace");
  await expect(field).toHaveAccessibleDescription("1 tool, 2 calls in 7 days");

  const add = form.getByRole("button", { name: "Add a condition on an argument" });
  await add.focus();
  await add.press("Enter");
  const path = form.getByRole("combobox", { name: "Argument 1" });
  await path.fill("am");
  const amount = page.getByRole("option", { name: "/amount" });
  await expect(amount).toContainText("A number · In cents.");
  await path.press("ArrowDown");
  await path.press("Enter");
  await expect(path).toHaveValue("/amount");
  await form.getByLabel("Value").fill("1000");
  await expect(form).toContainText(`Calls to ${refund} with amount over 1,000 wait`);
  await path.fill("items/*/price");
  await expect(form).toContainText(`Calls to ${refund} with any items/*/price over 1,000 wait`);
  await form.getByRole("button", { name: "Discard" }).click();
  await expect(form).toHaveCount(0);
});

test("an error in YAML is marked at its line, and its button moves the cursor there", async ({
  signedInAs,
}) => {
  const page = await signedInAs("admin");
  await page.goto("/policies");
  await press(
    page.getByText("YAML", { exact: true }),
    page.getByRole("textbox", { name: "The policies as YAML" }),
  );
  const area = page.getByRole("textbox", { name: "The policies as YAML" });
  const lines = Array.from({ length: 40 }, (_, at) => `# ${at}`);
  await area.fill(`${lines.join("\n")}\npolicies:\n  - name: B\n    action: perhaps\n`);
  await page.getByRole("button", { name: "Apply YAML" }).click();
  const go = page.getByRole("alert").getByRole("button", { name: "Line 43" });
  await expect(area).toHaveAccessibleDescription(/Line 43 ?: action/);
  await expectAccessibleEverywhere(page);
  await go.focus();
  await go.press("Enter");
  await expect(area).toBeFocused();
  const mark = page.locator('[data-marked-line="43"]');
  await expect(mark).toBeInViewport();
  await page.keyboard.type("    action: allow");
  await expect(area).toHaveValue(/ {2}- name: B\n {4}action: allow\n$/);
  await page.keyboard.press("Enter");
  await expect(mark).toHaveCount(0);
  await page.getByRole("button", { name: "Discard YAML" }).click();
});
