import { aProvider, mail } from "./a-provider";
import { expectAccessibleEverywhere } from "./accessible";
import { expect, test, token } from "./fixtures";
import { walkCalls } from "./made";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("a tool's use: figures that lead to their calls, hot-spots, lost fields, and what was taken instead", async ({
  app,
  signedInAs,
}) => {
  const send = `send-${token()}`;
  const { api, provider, gateway, id } = await aProvider(app.url, [mail(send), mail("list_lists")]);
  const call = (session: number, minute: number, over: object) => ({
    ...{
      tenant: "acme",
      provider,
      tool: send,
      outcome: "ok",
      agent: `agent ${session % 2}`,
      duration_ms: 240,
    },
    rationale: "The product owner asked for this mail to go out today.",
    ...{ session_id: `${provider}-${session}`, occurred_at: minutesAgo(40 - minute), ...over },
  });
  const refused = (sent: unknown, more: object = {}) => ({
    outcome: "validation_error",
    arguments: { list: "l1", subject: "Hello", urgency: sent, ...more },
    error_message: `Input validation error: '${sent}' is not one of ['low', 'high']`,
  });
  const rows = Array.from({ length: 24 }, (_, session) => {
    if (session % 6 === 0)
      return [
        call(session, 0, refused("High", { token: "t0p" })),
        call(session, 1, { arguments: { list: "l1", urgency: "high" } }),
      ];
    if (session % 6 === 1)
      return [call(session, 0, refused("<b>now</b>")), call(session, 1, { tool: "list_lists" })];
    return [call(session, 0, { arguments: { list: "l1" } })];
  }).flat();
  const stored = await api.send("POST", "/api/v1/audit", { rows });
  expect(stored.json).toMatchObject({ rejected: [] });
  await walkCalls();

  const page = await signedInAs("viewer");
  await page.goto(`/tools/${id(send)}`);
  await page.getByRole("link", { name: "Use", exact: true }).click();
  await page.waitForURL(/\/use$/);
  const facts = page.getByLabel("The tool’s figures");
  await expect(facts).toContainText(/Calls28.*67 % \(50 to 80\).*24 attempts/s);
  const spots = page.getByRole("region", { name: "Hot-spots" });
  const high = spots.getByRole("row").filter({ hasText: "/urgency" });
  await expect(high).toContainText("None of the allowed values");
  await expect(high).toContainText("<b>now</b>");
  await expect(high).toContainText('"low", "high"');
  await expect(high).toContainText("from its refusals");
  await expect(high).toContainText("4 of 4");
  await expect(page.getByRole("region", { name: "Fields lost on retry" })).toContainText("/subject");
  await expect(page.getByText("list_lists")).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.getByRole("navigation", { name: "Group by" }).getByRole("link", { name: "Agent" }).click();
  await page.waitForURL(/by=agent/);
  const attempts = page.getByRole("region", { name: "Attempts by agent" });
  await expect(attempts.getByRole("row").filter({ hasText: "agent 1" })).toContainText("8 of 12");
  await attempts.getByRole("link", { name: "Other tool taken: 4, agent 1" }).click();
  await page.waitForURL(/attempt=switched/);
  await expect(page.getByRole("link", { name: /^Remove the filter Attempt/ })).toBeVisible();
  await expect(page.getByLabel("Figures", { exact: true })).toContainText(/Calls4/);

  await page.goBack();
  await attempts.getByRole("link", { name: "Worked at the first try: 8, agent 0" }).click();
  await page.waitForURL(/attempt=first/);
  await expect(page.getByLabel("Figures", { exact: true })).toContainText(/Calls8/);

  await page.goBack();
  await page.getByRole("link", { name: "8 refused calls for /urgency" }).click();
  await page.waitForURL(/spot=/);
  await expect(page.getByLabel("Figures", { exact: true })).toContainText(/Calls8/);
  await page.goto(`/rationales?tool=${send}&gateway=${gateway.name}&spot=none`);
  await expect(page.getByText("No call matches these filters")).toBeVisible();
});

test("a tool that nobody called says so", async ({ app, readAs }) => {
  const send = `send-${token()}`;
  const { id } = await aProvider(app.url, [mail(send)]);
  const { page, read } = await readAs("viewer");
  await read(`/tools/${id(send)}/use?days=90&by=nonsense`);
  await expect(page.getByText("No agent called it in the last 90 days.")).toBeVisible();
  await expect(page.getByText("No call was refused for a field that its message names.")).toBeVisible();
});
