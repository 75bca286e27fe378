import type { Locator, Page } from "@playwright/test";
import { Api, expect, press, token } from "./fixtures";
import { aTokenOf } from "./made";

// Helpers of policy specs. All tenants share one list, so specs that save it are in
// policies.spec.ts.

export const ask = async (api: Api, tool: string, args: object, risk = "low") =>
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

/** Replaces all policies with one for calls of a tool, as a script would. */
export async function only(api: Api, admin: string, tool: string, require: object): Promise<void> {
  const script = new Api(api.url, await aTokenOf(admin));
  const one = { name: `For ${tool}`, action: "require", match: { tools: [tool] }, require };
  const { version } = (await script.send("GET", "/api/v1/policies")).json;
  const saved = await script.send("PUT", "/api/v1/policies", { version, policies: [one] });
  expect(saved).toMatchObject({ status: 200 });
}

export const bar = (page: Page) => page.getByRole("region", { name: "Save the policies" });

/** Previews the page's policies and saves them. */
export async function previewAndSave(page: Page): Promise<void> {
  await expect(bar(page).getByRole("button", { name: "Save the policies" })).toBeDisabled();
  await bar(page).getByRole("button", { name: "Preview" }).click();
  await expect(bar(page)).toContainText("of the last 7 days would have");
  for (const name of [/^Before: /, /^After: /]) await expect(page.getByRole("img", { name })).toBeVisible();
  await bar(page).getByRole("button", { name: "Save the policies" }).click();
  await expect(page.getByText("of the policies is saved. It applies to new calls.")).toBeVisible();
}

/** Puts a tool in place of those that the form names, at most ten. */
export async function fillTool(form: Locator, tool: string): Promise<void> {
  const field = form.getByRole("combobox", { name: "Tools", exact: true });
  await field.focus();
  for (let left = 10; left > 0; left -= 1) await field.press("Backspace");
  await field.fill(tool);
}

/** Starts a policy for calls of a tool. @returns its form */
export async function newPolicy(page: Page, name: string, tool: string): Promise<Locator> {
  await page.goto("/policies");
  const form = page.getByRole("form", { name: /^Policy / });
  await press(page.getByRole("button", { name: "Add a policy" }), form);
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Tools").fill(tool);
  return form;
}

/** Replaces the whole list with a text. */
export async function typeYaml(page: Page, text: string): Promise<void> {
  await page.getByText("YAML", { exact: true }).click();
  const area = page.getByRole("textbox", { name: "The policies as YAML" });
  await area.fill(text);
  await page.getByRole("button", { name: "Apply YAML" }).click();
}
