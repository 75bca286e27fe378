import { expectAccessibleEverywhere } from "./accessible";
import { expect, test, token } from "./fixtures";

// Evidence on an issue apart from its reports' text.

test("an issue shows the call with the field that failed, the weeks, and what people did about the tool", async ({
  api,
  signedInAs,
}) => {
  const [provider, session] = [`crm_${token()}`, `ses_${token()}`];
  const tool = `create_${provider}`;
  const stage = { enum: ["open", "won"], description: "Where the deal is" };
  const inputSchema = { type: "object", properties: { stage, name: { type: "string" } }, required: ["name"] };
  await api.send("PUT", "/api/v1/tools", {
    provider,
    tools: [{ name: tool, description: "Makes a deal.", inputSchema }],
  });
  await api.send("PUT", `/api/v1/cheatsheets/${provider}`, { markdown: "`stage` is `open` or `won`." });
  await api.send("POST", "/api/v1/audit", {
    tenant: "acme",
    provider,
    tool,
    rationale: "Import the deals that were signed on paper.",
    arguments: { stage: "closed", lead_score: 7, api_key: "sk-very-secret" },
    outcome: "validation_error",
    validation: [
      { path: "/stage", message: "must be one of open, won", received: "closed" },
      { path: "/lead_score", message: "unknown property" },
    ],
    session_id: session,
    agent: "cursor",
    model: "opus-5",
    occurred_at: new Date(Date.now() - 5_000).toISOString(),
  });
  await api.send("POST", "/api/v1/corrections", {
    tenant: "acme",
    tool,
    utterance: "No, the <b>other</b> deal.",
  });
  const { json } = await api.send("POST", "/api/v1/feedback", {
    tenant: "acme",
    provider,
    tool_called: tool,
    attempted_action: "Create a deal",
    expected_outcome: "The deal exists",
    actual_outcome: "Nothing was created",
    severity: "med",
    rationale: "Sales asked for the import of the signed deals before Friday.",
    agent: "cursor",
    session_id: session,
  });
  const { id } = json.issue as { id: string };
  const page = await signedInAs("viewer");
  await page.goto(`/feedback/${id}`);
  const call = page.getByRole("region", { name: "The call" });
  await expect(call.getByRole("region", { name: /exact arguments/ })).toContainText("lead_score");
  await expect(call.getByText("sk-very-secret")).toBeHidden();
  await expect(call.getByRole("row", { name: /stage Wrong: must be one of open, won/ })).toBeVisible();
  await expect(call.getByRole("list", { name: /not in the definition/ })).toContainText("lead_score");
  const sheet = page.getByRole("region", { name: "Cheatsheet" });
  await expect(sheet).toContainText("It names stage, which the call got wrong all the same.");
  await expect(sheet).toContainText("It does not name lead_score, which the call got wrong.");
  await expect(sheet.getByRole("link", { name: `Cheatsheet of ${provider}` })).toBeVisible();
  const trend = page.getByRole("region", { name: "How often" });
  await expect(trend).toContainText("1 report in 12 weeks, 1 this week and 0 in the week before");
  await expect(trend.locator("svg[role=img]").getByText("v1", { exact: true })).toBeVisible();
  await expect(trend).toContainText("opus-5");
  const signal = page.getByRole("region", { name: "Signal 4" });
  await expect(signal).toContainText("1 report + 3 × (1 correction + 0 rejections + 0 edits)");
  await expect(signal.getByRole("list", { name: "Corrected by users" })).toContainText(
    "No, the <b>other</b> deal.",
  );
  await expectAccessibleEverywhere(page);
});
