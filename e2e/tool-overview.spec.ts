import { aProvider, mail } from "./a-provider";
import { expectAccessibleEverywhere, expectFits } from "./accessible";
import { expect, test, token } from "./fixtures";
import { walkCalls } from "./made";

const HOUR_MS = 3_600_000;

const property = (more: object) => ({
  inputSchema: { type: "object", properties: { list: { type: "string" }, ...more }, required: ["list"] },
});

test("a tool opens with its figures as pictures, and its row in the list has them small", async ({
  app,
  signedInAs,
}) => {
  const send = `send-${token()}`;
  const { api, provider, register, id } = await aProvider(app.url, [mail(send), mail("rare")]);
  await register([mail(send, property({ urgency: { enum: ["low", "high"] } }))]);
  const call = (session: number, over: object) => ({
    ...{
      tenant: "acme",
      provider,
      tool: send,
      outcome: "ok",
      agent: `agent ${session % 2}`,
      duration_ms: 240,
    },
    rationale: "The product owner asked for this mail to go out today.",
    session_id: `${provider}-${session}`,
    arguments: { list: "l1" },
    occurred_at: new Date(Date.now() - (session % 9) * 24 * HOUR_MS - HOUR_MS).toISOString(),
    ...over,
  });
  const refused = {
    outcome: "validation_error",
    arguments: { list: "l1", urgency: "urgent" },
    error_message: "Input validation error: 'urgent' is not one of ['low', 'high']",
  };
  const kinds = [refused, {}, {}, { outcome: "timeout" }, {}, { outcome: "approval_pending" }, {}, {}];
  const rows = Array.from({ length: 64 }, (_, session) => call(session, kinds[session % kinds.length] ?? {}));
  expect((await api.send("POST", "/api/v1/audit", { rows })).json).toMatchObject({ rejected: [] });
  await walkCalls();

  const page = await signedInAs("viewer");
  await page.goto(`/tools?provider=${provider}`);
  const row = page.getByRole("row").filter({ hasText: send });
  await expect(row.getByRole("img", { name: /^Calls per day: / })).toBeVisible();
  await expect(
    row.getByRole("img", {
      name: "Outcomes of 14 days: Worked 40, Wrong call 8, Outside cause 8, Held or refused 8",
    }),
  ).toBeVisible();
  await expect(row.getByRole("img", { name: /failed in 7 days.*Lines at 5 % and 20 %/ })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expectFits(page);

  await page.goto(`/tools/${id(send)}`);
  const figures = page.getByLabel("The tool’s figures");
  await expect(figures).toContainText(/Calls, 14 days.*64.*40 worked/s);
  await expect(figures).toContainText("Half run within");
  await expect(figures).toContainText("Needs a held call that a person decided.");
  await expect(figures.getByRole("img", { name: /^Calls by outcome: Worked 40/ })).toBeVisible();
  const chart = page.getByRole("region", { name: "Calls by outcome" });
  await chart.getByText("Show as a table").click();
  await expect(chart.getByRole("row").last()).toContainText("v2");
  const fields = page.getByRole("region", { name: "Fields that get calls refused" });
  await expect(fields.getByRole("row").filter({ hasText: "/urgency" })).toContainText('"low", "high"');
  await expectFits(page);

  // A definition opens by keyboard and closes again.
  const about = page.getByRole("button", { name: "What First-try success means" });
  const means = page.getByRole("group", { name: "First-try success" });
  await about.focus();
  await page.keyboard.press("Enter");
  await expect(means).toContainText("The interval is 90 % wide");
  await page.keyboard.press("Escape");
  await expect(means).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessibleEverywhere(page);
  await fields.getByRole("link", { name: /^8 refused calls for \/urgency/ }).click();
  await page.waitForURL(/spot=/);
});

test("a tool without calls says what its pictures need", async ({ app, signedInAs }) => {
  const { id } = await aProvider(app.url, [mail("quiet")]);
  const page = await signedInAs("viewer");
  await page.goto(`/tools/${id("quiet")}`);
  const figures = page.getByLabel("The tool’s figures");
  await expect(figures).toContainText("No call reached it. Health needs 20 calls in 7 days.");
  await expect(figures).toContainText("Needs 20 attempts in 14 days; 0 so far.");
  await expect(
    page.getByText("The chart begins with the first call that its gateway reports."),
  ).toBeVisible();
  await expectAccessibleEverywhere(page);
});
