import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { aProvider, mail } from "./a-provider";
import { expectAccessibleEverywhere } from "./accessible";
import { newKey, newSecret, type RunningApp, startApp } from "./app";
import { Api, expect, failOnConsoleErrors, isLive, press, signIn, test } from "./fixtures";

// Rules hold for every gateway of an installation, so this file has one of its own.

test.describe.configure({ timeout: 120_000 });

const PASSWORD = "correct horse battery staple";
const key = newKey();
let app: RunningApp;
let api: Api;

test.beforeAll(async () => {
  app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: "admin@example.test",
    COUNTERSIGN_INIT_ADMIN_PASSWORD: PASSWORD,
    COUNTERSIGN_INIT_GATEWAY: "shop",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_SECRET: newSecret(),
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
  });
  api = new Api(app.url, key);
  for (const provider of ["stripe", "github"]) {
    const { tools } = JSON.parse(readFileSync(`sample/catalogues/${provider}.json`, "utf8"));
    expect((await api.send("PUT", "/api/v1/tools", { provider, tools })).status).toBe(200);
  }
});
test.afterAll(async () => {
  await app.stop();
});

const asked = async (provider: string, tool: string) => {
  const { json } = await api.send("POST", "/api/v1/authorize", {
    tenant: "acme",
    provider,
    tool,
    arguments: { at: `${performance.now()}` },
    rationale: "The product owner wants to know where the order stands.",
  });
  return json.decision;
};

const effect = (page: Page) => page.getByRole("region", { name: "Save the rules" });
const rule = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("a definition that changes asks for a new look at a person's rating, which can be confirmed", async ({
  app: shared,
  signedInAs,
}) => {
  const { provider, register } = await aProvider(shared.url, [mail("send", { risk: "low" })]);
  const page = await signedInAs("admin");
  await page.goto(`/tools?provider=${provider}`);
  await page.getByRole("link", { name: "send", exact: true }).click();
  const form = page.getByRole("form", { name: "Rating for all tenants" });
  await press(page.getByRole("button", { name: "Rate for All tenants" }), form);
  await form.getByLabel("Risk", { exact: true }).selectOption("medium");
  await form.getByRole("button", { name: "Save the rating" }).click();
  await expect(page.getByText("Rating for All tenants recorded.")).toBeVisible();
  await register([mail("send", { description: "Sends a mail to everybody, twice." })]);

  await page.goto(`/tools?provider=${provider}&view=redefined`);
  await page.getByRole("link", { name: "Definition changed since it was rated" }).click();
  const still = page.getByRole("button", { name: "The rating for All tenants is still right" });
  await isLive(still);
  await expectAccessibleEverywhere(page);
  await still.press("Enter");
  await expect(page.getByText("Recorded: the rating for All tenants is still right.")).toBeVisible();
  await expect(still).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(still).toBeVisible();
  await page.getByRole("link", { name: "What changed" }).click();
  await expect(page.getByText("Description changed")).toBeVisible();
});

test("an administrator sees what rules would do, changes them, switches them on, and takes it back", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  failOnConsoleErrors(page);
  await signIn(page, "admin@example.test", PASSWORD);
  await page.goto("/tools");
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await expect(page.getByText("No rule applies yet")).toBeVisible();
  await expect(effect(page)).toContainText("48 unrated tools: 24 low, 14 medium, 10 high");
  await expect(effect(page)).toContainText(
    "calls of 24 tools wait for a person today and will run without one",
  );
  expect(await asked("stripe", "list_customers")).toBe("wait");
  await isLive(page.getByRole("button", { name: "Edit Only reads" }));
  await expectAccessibleEverywhere(page);

  // Reading asks for a person as well: nothing would run that waits now.
  const save = page.getByRole("button", { name: "Save and switch on" });
  await page.getByRole("button", { name: "Edit Only reads" }).click();
  const form = page.getByRole("form", { name: "Rule Only reads" });
  await form.getByLabel("First word of the name, one of").fill("list, odd-word");
  await form.getByRole("button", { name: "Keep this rule" }).click();
  await expect(form.getByText("“odd-word” is not one word")).toBeVisible();
  await form.getByLabel("First word of the name, one of").fill("list");
  await form.getByRole("button", { name: "Keep this rule" }).click();
  await expect(save).toBeDisabled();
  await expect(effect(page)).toContainText("Preview first, then save.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(effect(page)).toContainText(/48 unrated tools: 11 low/);
  await expect(rule(page, "Only reads").first()).toContainText("Rates 11 tools");

  // By keyboard: a rule moves, and the page says where it is.
  await page.getByRole("button", { name: "Move Only reads up" }).press("Enter");
  await expect(page.getByText("Only reads is now rule 17 of 18.")).toBeAttached();
  await page.getByRole("button", { name: "Preview" }).press("Enter");
  await expect(save).toBeEnabled();
  await save.press("Enter");
  await expect(page.getByText("Version 1 of the rules is saved. It applies to new calls.")).toBeVisible();
  await expect(page.getByText("Switched on", { exact: true })).toBeVisible();
  expect(await asked("stripe", "list_customers")).toBe("allow");
  expect(await asked("stripe", "create_refund")).toBe("wait");

  await page.goto("/tools?view=by-rule&q=create_refund");
  await expect(page.getByRole("row", { name: /create_refund/ })).toContainText("rated by a rule");
  await page.getByRole("link", { name: "create_refund" }).click();
  await expect(page.getByRole("row", { name: /^A rule/ })).toContainText("Writes where money is");

  await page.goto("/tools/rules");
  await isLive(page.getByRole("button", { name: "Preview" }));
  await page.getByLabel("The rules are switched on").uncheck();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(effect(page)).toContainText("Switched off: 48 unrated tools");
  await page.getByRole("button", { name: "Save and switch off" }).click();
  await expect(page.getByText("Version 2 is saved, and the rules are switched off.")).toBeVisible();
  expect(await asked("stripe", "list_customers")).toBe("wait");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByText("The earlier rules apply again.")).toBeVisible();
  expect(await asked("stripe", "list_customers")).toBe("allow");
  await page.getByRole("link", { name: "Load version 2 into the editor" }).click();
  await expect(page.getByText("Version 2 is loaded below")).toBeVisible();
  await page.goto("/activity?action=tool_rules");
  await expect(page.getByText("saved version 3 of the rules for unrated tools")).toBeVisible();
  await context.close();
});
