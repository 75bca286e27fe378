import { expectAccessibleEverywhere } from "./accessible";
import { Api, expect, press, test, token } from "./fixtures";
import { aTokenOf } from "./made";

// Whether questions to agents and people pay off: by keyboard, from figures to calls, and lowering
// a rating with undo. The tests of lib/insights prove the counts.

const CALLS = 12;

/** A high-risk tool whose calls were all approved at once, alone under its provider. */
async function aHurriedTool(api: Api, decider: Api): Promise<string> {
  const provider = `rush_${token()}`;
  const tools = [{ name: "ask", inputSchema: { type: "object" }, risk: "high" }];
  await api.send("PUT", "/api/v1/tools", { provider, tools });
  await Promise.all(
    Array.from({ length: CALLS }, async () => {
      const { id, body } = await api.aPendingApproval({ provider, tool: "ask" });
      const seen = { revision: body.revision, arguments_sha256: body.arguments_sha256 };
      expect((await decider.send("POST", `/api/v1/approvals/${id}/approve`, seen)).status).toBe(200);
    }),
  );
  return provider;
}

test("the insights open by keyboard, lead from figures to calls, and rate a tool lower with one press that is taken back", async ({
  api,
  app,
  people,
  signedInAs,
}) => {
  const decider = new Api(app.url, await aTokenOf((await people("approver")).email));
  const provider = await aHurriedTool(api, decider);
  const page = await signedInAs("admin");
  await page.goto("/approvals?view=decided");
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page).toHaveURL(/\/insights$/, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
  await page.goto("/insights?tenant=acme&days=7");
  for (const signal of ["Meaningful rationales", "Unique feedback", "Approved at once"])
    await expect(page.getByRole("heading", { name: signal, exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page);

  const tool = page
    .getByRole("list", { name: "Tools approved at once" })
    .getByRole("listitem")
    .filter({ hasText: provider });
  const rate = tool.getByRole("button", { name: "Rate it Medium" });
  const undo = page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" });
  await press(rate, undo);
  // It stays while focused, however long the refresh takes.
  await undo.focus();
  await expect(tool.getByText("Its new calls are no longer rated high.")).toBeVisible();
  await page.keyboard.press("z");
  await expect(rate).toBeVisible();

  const row = page.getByRole("row").filter({ hasText: provider });
  await expect(row.getByRole("link", { name: String(CALLS), exact: true }).first()).toBeVisible();
  await tool.getByRole("link", { name: `${CALLS} of ${CALLS}` }).click();
  await expect(page).toHaveURL(/pace=at_once/);
  await expect(page.getByRole("table", { name: "Decided calls" }).getByRole("row")).toHaveCount(CALLS + 1);
  await expect(page.getByRole("link", { name: /Remove filter Pace: High and up/ })).toBeVisible();
});
