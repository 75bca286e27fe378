import { expectAccessibleEverywhere } from "./accessible";
import { Api, expect, test, token } from "./fixtures";
import { aTokenOf } from "./made";

// The record next to a call: decisions on similar calls, and the agent's attempts before and after.

const people = (count: number) => Array.from({ length: count }, (_, at) => `reader${at}@acme.example`);

test("the record says what is unusual about a call, and the next attempt shows what the agent changed", async ({
  api,
  people: personOf,
  signedInAs,
}) => {
  const [tool, agent, session] = [`mail_${token()}`, `agent-${token()}`, `ses_${token()}`];
  const script = new Api(api.url, await aTokenOf((await personOf("approver")).email));
  const definition = {
    name: tool,
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
    risk: "high",
  };
  const register = (description: string) =>
    api.send("PUT", "/api/v1/tools", { provider: "resend", tools: [{ ...definition, description }] });
  const ask = (over: object) => {
    const facts = { what: "Newsletter", to_whom: "Readers", undo: "impossible" };
    const call = { tool, agent, session_id: session, risk: "high", mode: "reissue", facts };
    return api.aPendingApproval({ ...call, ...over });
  };
  const decide = async (id: string, verb: string, reason?: string) => {
    const { revision, arguments_sha256 } = await script.approval(id);
    const answer = await script.send("POST", `/api/v1/approvals/${id}/${verb}`, {
      ...{ revision, arguments_sha256, reason },
    });
    expect(answer.status).toBe(200);
  };
  await register("Sends a newsletter.");
  for (const [at, count] of [240, 250, 251].entries()) {
    const facts = { to_whom: "Readers", how_many: count };
    const { id } = await ask({ facts, session_id: `ses_${token()}`, arguments: { at, list: "readers" } });
    await decide(id, "approve");
  }
  await register("Sends a newsletter at once.");
  const facts = {
    what: "Newsletter",
    to_whom: "Every <b>customer</b>",
    how_many: 12_500,
    undo: "impossible",
  };
  const summary = "Send the newsletter to 12 recipients";
  const sent = { subject: "Hello", recipients: people(60), list: "everybody" };
  const { id: first } = await ask({ facts, summary, risk: "low", arguments: sent });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${first}`);
  const record = page.getByRole("region", { name: "What the record says" });
  const unusual = record.getByRole("list", { name: "What is unusual" }).getByRole("listitem");
  await expect(unusual.first()).toHaveText("The summary says 12, but the arguments hold 60 (recipients).");
  await expect(unusual.nth(1)).toHaveText(
    "12,500 is 50 times the usual 250, the median of the last 3 approved calls of this tool. The most was 251.",
  );
  await unusual.getByText(/definition changed since the last approved call: 1 change/).click();
  await expect(record.getByRole("link", { name: "Both definitions, line by line" })).toBeVisible();
  await expect(record).toContainText("No one has decided a call of this tool for this target before.");
  await expect(record).toContainText("The server says it only reads; we rate it High.");
  await expect(record).toContainText("The gateway calls this call Low; we rate the tool High.");
  await record.getByText("Approved before: tool 3 of 3 · agent 3 of 3").click();
  await expect(record).toContainText("usually 250, at most 251 (3 approved calls of this tool)");
  await expectAccessibleEverywhere(page, "section[aria-labelledby=record]");
  const told = await script.approval(first);
  expect(told.precedent).toMatchObject({
    tool: { approved: 3, turned_down: 0 },
    how_many: { median: 250, highest: 251, of: 3 },
    last_approved: { same_agent: true },
  });
  expect(await api.approval(first)).not.toHaveProperty("precedent");

  await decide(first, "request-changes", "Only to those who asked for it.");
  const { id: second } = await ask({ arguments: { ...sent, recipients: people(2), list: "asked" } });
  await page.goto(`/approvals/${second}`);
  const attempt = page.getByRole("region", { name: "Attempt 2" });
  await expect(attempt).toContainText("“Only to those who asked for it.”");
  await expect(attempt).toContainText("then everybody");
  await expect(attempt).toContainText("now asked");
  await attempt.getByText("recipients 58 values removed").click();
  await expect(attempt.getByText("reader59@acme.example")).toBeVisible();
  await attempt.getByRole("link", { name: "The attempt before" }).click();
  await expect(page).toHaveURL(new RegExp(first));
  const next = page.getByRole("region", { name: "The next attempt" });
  await expect(next).toContainText("Pending");
  await next.getByRole("link", { name: "The next attempt" }).click();
  await expect(page).toHaveURL(new RegExp(second));
  expect((await script.approval(second)).attempts).toMatchObject({
    number: 2,
    earlier: { id: first, decision: "changes_requested" },
  });
});

test("a call like no other says so, and is quiet about what nobody knows", async ({ api, readAs }) => {
  const { id } = await api.aPendingApproval({ tool: `mail_${token()}` });
  const { page, read } = await readAs("approver");
  await read(`/approvals/${id}`);
  const record = page.getByRole("region", { name: "What the record says" });
  await expect(record).toContainText("No one has decided a call of this tool before.");
  await expect(record).toContainText("No one has decided a call of this agent before.");
  await expect(record).toContainText("There is no earlier decision to go by.");
  await expect(record).not.toContainText("usual ");
  await expect(page.getByRole("region", { name: /^Attempt/ })).toHaveCount(0);
});
