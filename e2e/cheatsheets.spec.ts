import { aProvider, mail } from "./a-provider";
import { expect, press, test, token } from "./fixtures";

// Cheatsheets, and what agents read about a provider's tools.

test("a cheatsheet is written beside its preview, kept, published over what was seen, and taken back", async ({
  app,
  signedInAs,
}) => {
  test.slow();
  const { provider, gateway } = await aProvider(app.url, [mail("send")]);
  const page = await signedInAs("admin");
  await page.goto("/tools/cheatsheets");
  await page.getByRole("link", { name: `Write the cheatsheet of ${provider}` }).click();
  const text = page.getByLabel("Text, in Markdown");
  const preview = page.getByRole("region", { name: "How people read it" });
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  await expect(async () => {
    await text.fill("# Mail\n\n- Say **who** gets it\n\n<script>alert(1)</script>");
    await expect(preview.getByRole("listitem")).toHaveText("Say who gets it", { timeout: 1_000 });
  }).toPass();
  await expect(preview).toContainText("<script>alert(1)</script>");

  await page.reload();
  await expect(text).toHaveValue(/# Mail/);
  await expect(page.getByText("Draft restored")).toBeVisible();
  await publish.click();
  await expect(page.getByText("Published. Agents get it within the hour.")).toBeVisible();
  await expect(page.getByText(/Version 1/).first()).toBeVisible();
  const first = await fetch(`${app.url}/api/v1/cheatsheets/${provider}`, {
    headers: { authorization: `Bearer ${gateway.key}` },
  });
  expect(await first.text()).toContain("- Say **who** gets it");

  // Another person publishes while this page is edited.
  const other = await signedInAs("admin");
  await other.goto(`/tools/cheatsheets/${provider}`);
  await text.fill("# Mine");
  await expect(async () => {
    await other.getByLabel("Text, in Markdown").fill("# Theirs");
    await expect(other.getByRole("region", { name: "How people read it" })).toHaveText("Theirs", {
      timeout: 1_000,
    });
  }).toPass();
  await other.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(other.getByText("Published. Agents get it within the hour.")).toBeVisible();
  await expect(page.getByText("published another text while you were writing.")).toBeVisible();
  await expect(text).toHaveValue("# Mine");
  await expect(publish).toBeDisabled();
  await expect(page.getByRole("region", { name: "Theirs and yours, line by line" })).toContainText(
    "# Theirs",
  );
  await page.getByRole("button", { name: "Publish mine over it" }).click();
  await publish.click();
  await expect(page.getByText(/Version 3/).first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByText("The previous text is published again.")).toBeVisible();
  await expect(text).toHaveValue("# Theirs");

  // An earlier text can be loaded.
  await page.getByRole("link", { name: "Load version 1 into the editor" }).click();
  await page.getByRole("button", { name: "Load into the editor" }).click();
  await expect(text).toHaveValue(/Say \*\*who\*\*/);

  const viewer = await signedInAs("viewer");
  await viewer.goto(`/tools/cheatsheets/${provider}`);
  await expect(viewer.getByText("Theirs")).toBeVisible();
  await expect(viewer.getByRole("textbox", { name: "Text, in Markdown" })).toHaveCount(0);
});

test("what agents are told fits the budget that was set", async ({ app, signedInAs }) => {
  const { provider } = await aProvider(app.url, [mail("send"), mail("read")]);
  const page = await signedInAs("viewer");
  await page.goto(`/tools/known?provider=${provider}`);
  const block = page.getByRole("region", { name: "Known tools" });
  await expect(block).toContainText("### send");
  await expect(block).toContainText("Id of the list");
  await page.getByLabel("Budget, characters").fill("210");
  await expect(block).not.toContainText("Id of the list");
  await expect(page.getByRole("status").filter({ hasText: "of 210 characters" })).toBeVisible();
  await page.getByLabel("Format").selectOption("json");
  await expect(block).toContainText('"omitted"');
});

test("a provider's name may hold any character", async ({ app, signedInAs }) => {
  const { api } = await aProvider(app.url, [mail("send")]);
  const odd = `a/b %41 & <b> ${token()}`;
  const given = { provider: odd, tools: [mail("send")] };
  expect((await api.send("PUT", "/api/v1/tools", given)).status).toBe(200);
  const page = await signedInAs("viewer");
  await page.goto(`/tools?provider=${encodeURIComponent(odd)}`);
  const cheatsheet = page.getByRole("link", { name: `Cheatsheet of ${odd}` });
  await press(page.getByRole("link", { name: "send", exact: true }), cheatsheet);
  await cheatsheet.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Cheatsheet of ${odd}`);
});
