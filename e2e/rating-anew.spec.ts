import { aProvider, mail } from "./a-provider";
import { expect, isLive, press, test } from "./fixtures";

// A rating given for an earlier definition. Rules for unrated tools: installation.spec.ts.

test("a definition that changes asks for a new look at a person's rating, which can be confirmed", async ({
  app,
  signedInAs,
}) => {
  const { provider, register } = await aProvider(app.url, [mail("send", { risk: "low" })]);
  const page = await signedInAs("admin");
  await page.goto(`/tools?provider=${provider}`);
  const rate = page.getByRole("button", { name: "Rate for All tenants" });
  const parts = page.getByRole("navigation", { name: "Parts of the tool" });
  await press(page.getByRole("link", { name: "send", exact: true }), parts);
  await press(parts.getByRole("link", { name: "Rating" }), rate);
  const form = page.getByRole("form", { name: "Rating for all tenants" });
  await press(rate, form);
  await form.getByLabel("Risk", { exact: true }).selectOption("medium");
  await form.getByRole("button", { name: "Save the rating" }).click();
  await expect(page.getByText("Rating for All tenants recorded.")).toBeVisible();
  await register([mail("send", { description: "Sends a mail to everybody, twice." })]);

  await page.goto(`/tools?provider=${provider}&view=redefined`);
  const still = page.getByRole("button", { name: "The rating for All tenants is still right" });
  // A notice on changes of other tools may move the list.
  await press(page.getByRole("link", { name: "Definition changed since it was rated" }), still);
  await isLive(still);
  await still.press("Enter");
  await expect(page.getByText("Recorded: the rating for All tenants is still right.")).toBeVisible();
  await expect(still).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(still).toBeVisible();
  await page.getByRole("link", { name: "What changed" }).click();
  await expect(page.getByText("Description changed")).toBeVisible();
});
