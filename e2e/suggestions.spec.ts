import { Api, expect, press, pressKey, test, token } from "./fixtures";
import { aTokenOf, makeSuggestions } from "./made";

// Suggestions from figures: accepted, dismissed with a reason, undone, turned into an issue.

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

/** A tool whose held calls were all approved at once, alone under its provider. */
async function aHurriedTool(api: Api, decider: Api): Promise<string> {
  const provider = `hurry_${token()}`;
  const definition = { name: "ask", inputSchema: { type: "object" }, risk: "high" };
  await api.send("PUT", "/api/v1/tools", { provider, tools: [definition] });
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { id, body } = await api.aPendingApproval({ provider, tool: "ask" });
      const seen = { revision: body.revision, arguments_sha256: body.arguments_sha256 };
      expect((await decider.send("POST", `/api/v1/approvals/${id}/approve`, seen)).status).toBe(200);
    }),
  );
  return provider;
}

test("a triager dismisses a suggestion by keyboard, takes it back and opens an issue of it; an administrator re-rates with one press", async ({
  api,
  app,
  people,
  signedInAs,
}) => {
  const decider = new Api(app.url, await aTokenOf((await people("approver")).email));
  const hurried = await aHurriedTool(api, decider);
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

  const admin = await signedInAs("admin");
  await admin.goto(`/tools/suggestions?provider=${hurried}`);
  await expect(admin.getByText("medium risk and run without a person. No call is waiting.")).toBeVisible();
  const rate = admin.getByRole("button", { name: "Rate it Medium" });
  await press(rate, admin.getByText("Rated Medium. New calls run without a person."));
  await pressKey(admin, "z", rate);
});
