import { aProvider, type Given } from "./a-provider";
import { expectAccessibleEverywhere } from "./accessible";
import { expect, press, pressKey, test } from "./fixtures";
import { judgePurposes, proveFindings } from "./made";

// The findings of all tools: proven by refused and misled calls, muted with a reason, and unmuted.

const PLAIN = { readOnlyHint: false, destructiveHint: true };

const tool = {
  name: "create_test_set",
  description: "Create a test set with its tests in one call, always include tests.",
  inputSchema: {
    type: "object",
    properties: {
      tests: { type: "array", items: { type: "string" }, description: "The prompts to test" },
      priority: { anyOf: [{ type: "integer" }, { type: "null" }], description: "Priority" },
      note: { type: "string" },
    },
    required: ["tests"],
  },
  annotations: PLAIN,
};

async function aRefusedTool(url: string, beside: readonly Given[] = []) {
  const made = await aProvider(url, [tool, ...beside]);
  const refused = (value: string, session: string) => ({
    tenant: "acme",
    provider: made.provider,
    tool: tool.name,
    rationale: "The product owner asked for tests of the refund policy.",
    outcome: "validation_error",
    validation: [{ path: "/priority", message: `'${value}' is not valid <b>`, received: value }],
    session_id: session,
    occurred_at: new Date().toISOString(),
  });
  const rows = [refused("High", "s1"), refused("High", "s2"), refused("Medium", "s3")];
  const told = await made.api.send("POST", "/api/v1/audit", { rows });
  expect(told.status).toBe(207);
  await proveFindings();
  return made;
}

test("what costs most comes first, with what was sent; a finding is muted with a reason and shown again", async ({
  app,
  signedInAs,
}) => {
  const { provider } = await aRefusedTool(app.url);
  const page = await signedInAs("admin");
  await page.goto(`/tools/findings?provider=${provider}`);
  const items = page.getByRole("list", { name: "Findings by rule" }).locator("> li");
  await expect(items).toHaveCount(3);
  const first = items.first();
  const rule = first.locator("summary");
  await expect(rule).toContainText(`${tool.name}, 3 refused calls`);
  await expect(rule).toContainText("1 tool");
  await expect(first.getByRole("link", { name: tool.name })).toBeHidden();
  await rule.focus();
  await page.keyboard.press("Enter");
  await expect(first).toContainText("Number whose meaning is not said");
  await expect(first).toContainText("3 refused calls in 3 sessions.");
  await expect(first).toContainText('"High"×2');
  await expect(first).toContainText("is not valid <b>");
  await expect(first.getByRole("link", { name: tool.name })).toHaveAttribute(
    "href",
    /\/definition#findings$/,
  );
  await expect(items.nth(1)).toContainText("A required list may be empty");
  await items.nth(1).locator("summary").click();
  await expect(items.nth(1).getByRole("button", { name: "Copy as JSON Patch" })).toBeVisible();
  await page.getByRole("link", { name: /^Proven by calls/ }).click();
  await expect(items).toHaveCount(1);
  await page.getByRole("link", { name: /^Open/ }).click();
  await expect(items).toHaveCount(3);

  const last = items.last();
  await last.locator("summary").click();
  await expect(async () => {
    await press(last.getByRole("button", { name: "Mute…" }), last.page().getByRole("dialog"));
    await expect(page.getByRole("dialog")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const dialog = page.getByRole("dialog", { name: /^Mute “Parameter without a description”/ });
  await expect(dialog.getByLabel("Why")).toBeFocused();
  await dialog.getByLabel("Why").fill("no");
  await dialog.getByRole("button", { name: "Mute" }).click();
  await expect(dialog).toContainText("say in a few words why");
  await dialog.getByLabel("Why").fill("The note is for people only.");
  await dialog.getByRole("button", { name: "Mute" }).click();
  await expect(page.getByText("Muted until the next version.")).toBeVisible();
  await expect(items).toHaveCount(2);
  await pressKey(page, "z", page.getByText("Shown again."));
  await expect(items).toHaveCount(3);
});

test("a viewer sees muted findings with their reason, on the tool's page too, and mutes nothing", async ({
  app,
  signedInAs,
}) => {
  const { provider, id } = await aRefusedTool(app.url);
  const admin = await signedInAs("admin");
  await admin.goto(`/tools/${id(tool.name)}/definition`);
  const findings = admin.getByRole("region", { name: "Findings" });
  await expect(async () => {
    await press(findings.getByRole("button", { name: "Mute…" }).first(), findings.page().getByRole("dialog"));
    await expect(admin.getByRole("dialog")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await admin.getByLabel("Why").fill("Only integers are sent here.");
  await admin.getByRole("button", { name: "Mute", exact: true }).click();
  await expect(findings.getByText("1 muted finding")).toBeVisible();

  const viewer = await signedInAs("viewer");
  await viewer.goto(`/tools/findings?provider=${provider}&view=muted`);
  await expect(viewer.getByRole("list", { name: "Findings by rule" })).toContainText(
    "Only integers are sent here.",
  );
  await expect(viewer.getByRole("button", { name: "Show again" })).toHaveCount(0);
  await viewer.goto(`/tools/findings?provider=${provider}`);
  await expect(viewer.getByRole("button", { name: "Mute…" })).toHaveCount(0);
  await viewer.goto(`/tools/findings?provider=${provider}&view=proven`);
  await expect(viewer.getByText("No finding matches these filters")).toBeVisible();
});

const ASKED = [
  "Counting the rooms that are free in October.",
  "Which rooms on the ground floor have a window?",
  "Need the rooms for the workshop, by size.",
  "Rooms that nobody booked, <b>all</b> of them.",
  "Rooms with a projector.",
  "How large are the rooms in the annex?",
  "Is one of the small rooms left?",
  "Rooms for the visitors, password=hunter2hunter2",
];

const COLLEAGUES_AND_ROOMS: Given[] = [
  { name: "find_colleague", description: "Finds a colleague by name.", inputSchema: { type: "object" } },
  { name: "list_rooms", description: "Lists the rooms of a building.", inputSchema: { type: "object" } },
];

/** Calls of the first tool for the second one's purpose. */
async function mislead({ api, provider }: Awaited<ReturnType<typeof aProvider>>) {
  const rows = [...ASKED, "Extension of Maya in Hamburg, please.", "Who leads the Lyon team?"].map(
    (rationale, at) => ({
      ...{ tenant: "acme", provider, tool: "find_colleague", outcome: "ok", rationale },
      session_id: `${provider}-${at % 5}`,
      occurred_at: new Date().toISOString(),
    }),
  );
  expect((await api.send("POST", "/api/v1/audit", { rows })).status).toBe(207);
  await judgePurposes("acme");
}

test("the page is accessible in both themes and fits a phone", async ({ app, signedInAs }) => {
  const made = await aRefusedTool(app.url, COLLEAGUES_AND_ROOMS);
  await mislead(made);
  const { provider } = made;
  const page = await signedInAs("admin");
  await page.goto(`/tools/findings?provider=${provider}`);
  const rules = page.getByRole("list", { name: "Findings by rule" });
  await rules.locator("summary").filter({ hasText: "Number whose meaning is not said" }).click();
  await expect(rules.getByText("3 refused calls in 3 sessions.")).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.goto(`/tools/findings?provider=${provider}&code=other_purpose`);
  const used = page.getByRole("list", { name: "Findings" }).locator("> li");
  await expect(used).toContainText("8 of 10 calls in 5 sessions. What they want is described by list_rooms.");
  await expect(used).toContainText("Rooms for the visitors, password=[redacted]");
  await used.getByRole("link", { name: "8 of 10 calls" }).click();
  await expect(page.getByText("Rooms that nobody booked, <b>all</b> of them.").first()).toBeVisible();
  await expect(page.getByText("Who leads the Lyon team?")).toHaveCount(0);
});
