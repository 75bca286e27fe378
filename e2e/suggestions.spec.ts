import { expectAccessibleEverywhere } from "./accessible";
import { type Api, expect, press, pressKey, test, token } from "./fixtures";
import { makeSuggestions } from "./made";

// How tools should change, by what their figures say: accepted, dismissed with a reason, taken back, made an issue.

/** A tool that refers ten of fifty calls elsewhere, each time on the same two axes. */
async function aReferringTool(api: Api) {
  const provider = `web_${token()}`;
  const tool = `fetch_${provider}`;
  const definition = { name: tool, description: "Fetches a page.", inputSchema: { type: "object" } };
  await api.send("PUT", "/api/v1/tools", { provider, tools: [definition] });
  const referral = { boundary_axes: ["transport", "<b>films</b>"], evidence: "It reads no HTML." };
  const rows = Array.from({ length: 50 }, (_, index) => ({
    ...{ tenant: "acme", provider, tool, session_id: `ses_${provider}_${index}` },
    rationale: "The owner asked which films are shown this week.",
    ...(index < 40 ? { outcome: "ok" } : { outcome: "wrong_tool_boundary", referral }),
    occurred_at: new Date(Date.now() - 60_000 + index).toISOString(),
  }));
  await api.send("POST", "/api/v1/audit", { rows });
  await makeSuggestions("acme");
  return { provider, tool };
}

test("a triager dismisses a suggestion by keyboard, takes it back and opens an issue of it", async ({
  api,
  signedInAs,
}) => {
  const { provider, tool } = await aReferringTool(api);
  const page = await signedInAs("triager");
  await page.goto(`/tools/suggestions?provider=${provider}`);
  const items = page.getByRole("list", { name: "Suggestions" }).locator("> li");
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(`Split ${tool} into`);
  await expect(items.getByRole("link", { name: /10 of 50 calls elsewhere/ })).toHaveAttribute(
    "href",
    /outcome=wrong_tool_boundary/,
  );
  const dialog = page.getByRole("dialog", { name: /^Dismiss/ });
  const dismiss = items.getByRole("button", { name: "Dismiss…" });
  await expect(async () => {
    await dismiss.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(dialog.getByLabel("Works as intended")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("Nothing is suggested").or(page.getByText("No suggestion matches")),
  ).toBeVisible();
  await pressKey(page, "z", items.getByRole("button", { name: "Accept" }));
  await press(
    items.getByRole("button", { name: "Open an issue" }),
    page.getByText(/^FB-\d+@acme was opened\.$/),
  );
  await page.goto(`/tools/suggestions?provider=${provider}&view=accepted`);
  await items.getByRole("link", { name: /^FB-/ }).click();
  await expect(page.getByRole("region", { name: "From a suggestion" })).toContainText("10 of 50 calls");
  await expect(page.getByText("no agent reported it")).toBeVisible();
});

test("a viewer reads suggestions, on the tool's page too, and cannot act", async ({ api, signedInAs }) => {
  const { provider } = await aReferringTool(api);
  const page = await signedInAs("viewer");
  await page.goto(`/tools/suggestions?provider=${provider}`);
  const item = page.getByRole("list", { name: "Suggestions" }).locator("> li");
  await expect(item).toContainText("films");
  await expect(item.getByRole("button")).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await item.getByRole("link", { name: new RegExp(`${provider} ·`) }).click();
  const here = page.getByRole("region", { name: "Suggestions" });
  await expect(here.getByRole("link", { name: "1 open suggestion" })).toHaveAttribute(
    "href",
    new RegExp(`^/tools/suggestions\\?.*provider=${provider}`),
  );
});
