import { expectAccessibleEverywhere } from "./accessible";
import { type Api, expect, press, test, token } from "./fixtures";

// What calls reveal about a tool: its health, and whether it serves more than one purpose.

const REFERRAL = {
  boundary_axes: ["HTTP", "Film knowledge"],
  observed_task_shape: "fetch a page, then list its <b>films</b>",
  suggested_split: "fetch here, parse elsewhere",
  evidence: "The page is HTML; this tool reads no HTML.",
};

/** A tool with forty good calls and ten referrals. */
async function aTool(api: Api) {
  const provider = `web_${token()}`;
  const tool = `fetch_${provider}`;
  const definition = { name: tool, description: "Fetches a page.", inputSchema: { type: "object" } };
  await api.send("PUT", "/api/v1/tools", { provider, tools: [definition] });
  const row = (index: number, over: object) => ({
    tenant: "acme",
    provider,
    tool,
    rationale: "The owner asked which films are shown this week.",
    outcome: "ok",
    session_id: `ses_${provider}_${index}`,
    occurred_at: new Date(Date.now() - 60_000 + index).toISOString(),
    ...over,
  });
  const rows = [
    ...Array.from({ length: 40 }, (_, index) => row(index, {})),
    ...Array.from({ length: 10 }, (_, index) =>
      row(index, { outcome: "wrong_tool_boundary", referral: REFERRAL }),
    ),
  ];
  await api.send("POST", "/api/v1/audit", { rows });
  return { provider, tool };
}

test("a tool's referrals are warned of, and lead to their calls", async ({ api, signedInAs }) => {
  const { provider, tool } = await aTool(api);
  const page = await signedInAs("viewer");
  await page.goto(`/tools/health?provider=${provider}`);
  await expectAccessibleEverywhere(page);
  await page.getByRole("link", { name: tool }).click();
  await expect(page.getByRole("region", { name: "Health" })).toContainText("none of 50 calls failed");
  const found = page.getByRole("region", { name: "Boundaries" });
  await expect(found).toContainText("Asked for more than one thing");
  await expect(found).toContainText("are named together in 10 of 10 referrals");
  await expect(found).toContainText("fetch a page, then list its <b>films</b>");
  await expect(found.getByRole("button", { name: /^Count/ })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await found.getByRole("link", { name: "10 calls about transport" }).click();
  await expect(page).toHaveURL(/axis=transport/);
  await expect(page.getByRole("link", { name: "Remove the filter Boundary axis: transport" })).toBeVisible();
});

test("people count two words as one axis, and take it back", async ({ api, signedInAs }) => {
  const { provider, tool } = await aTool(api);
  const page = await signedInAs("triager");
  await page.goto(`/tools/health?provider=${provider}`);
  await page.getByRole("link", { name: tool }).click();
  const found = page.getByRole("region", { name: "Boundaries" });
  const dialog = page.getByRole("dialog", { name: /as another axis/ });
  await press(found.getByRole("button", { name: "Count film-knowledge as another axis" }), dialog);
  await dialog.getByLabel("Counts as", { exact: true }).fill("Network");
  const tenants = dialog.getByLabel("In the tenant");
  if (await tenants.isVisible()) await tenants.selectOption({ label: "acme" });
  await dialog.getByRole("button", { name: "Count as one" }).click();
  await expect(found).toContainText("They are about one thing");
  await expect(found).not.toContainText("Asked for more than one thing");
  await found.getByRole("button", { name: "Take back that film-knowledge is counted as transport" }).click();
  await expect(found).toContainText("Asked for more than one thing");
});
