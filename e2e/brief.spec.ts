import { expectAccessibleEverywhere } from "./accessible";
import { appInfo } from "./app";
import { Api, expect, press, test, token } from "./fixtures";
import { aPersonWith, aPollingGateway } from "./made";

test("next to the queue: what runs out, and what one agent repeats, rejected by one press", async ({
  pageOf,
}) => {
  const tenant = `brief-${token()}`;
  const { key } = await aPollingGateway(tenant);
  const api = new Api(appInfo().url, key);
  const maya = await aPersonWith("approver", { name: "Maya", tenants: [tenant] });
  await api.aPendingApproval({ tenant, summary: "Delete the archive", risk: "critical" });
  await api.aPendingApproval({ tenant, summary: "Send the reminder", risk: "low", ttl_seconds: 300 });
  const repeated: string[] = [];
  for (const n of [1, 2, 3]) {
    const call = { tenant, agent: "looper", tool: "refund", summary: `Refund ${n}`, arguments: { n } };
    repeated.push((await api.aPendingApproval(call)).id);
  }
  const page = await pageOf(maya);
  await page.goto("/approvals");
  const rows = page.getByRole("list", { name: "Calls waiting for a decision" });
  await expect(rows.getByRole("listitem").first()).toHaveText("Runs out soon");
  await expect(rows.getByRole("listitem").nth(1)).toContainText("Send the reminder");
  await expect(rows.getByRole("listitem").nth(2)).toHaveText("By risk");
  await expect(rows.getByRole("listitem").nth(3)).toContainText("Delete the archive");
  await expectAccessibleEverywhere(page);

  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: "Reject all 3 calls of looper to refund…" }), dialog);
  await dialog.getByText("Already done another way").click();
  await dialog.getByRole("button", { name: "Reject 3 calls" }).click();
  await expect(dialog.getByText("3 of 3 calls done")).toBeVisible();
  for (const id of repeated)
    expect(await api.approval(id)).toMatchObject({
      decision: "rejected",
      reason: "Already done another way",
    });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("looper asks for")).toHaveCount(0);
  await expect(page.getByText("Your decisions")).toBeVisible();
});

test("lists are downloaded as they are filtered, for people who are signed in", async ({
  api,
  signedInAs,
  request,
}) => {
  const name = `Send ${token()}`;
  await api.aPendingApproval({ summary: name });
  const page = await signedInAs("approver");
  await page.goto(`/approvals?view=all&q=${encodeURIComponent(name)}`);
  await press(
    page.getByRole("button", { name: "More views, and download" }),
    page.getByText("Download this list"),
  );
  const link = page.getByRole("link", { name: "csv", exact: true });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toContain("text/csv");
  const [header, ...lines] = (await file.text()).trim().split("\r\n");
  expect(header).toContain("id,tenant,gateway,provider,tool,agent,risk,summary");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(name);
  for (const path of ["/tools", "/tools/findings", "/tools/suggestions"]) {
    const answer = await page.request.get(`${path}/export?format=ndjson`);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()["content-type"], path).toContain("ndjson");
  }
  const refused = await page.request.get("/approvals/export?risk=purple");
  expect(refused.status()).toBe(422);
  const stranger = await request.get(`${appInfo().url}/approvals/export`, { maxRedirects: 0 });
  expect([302, 303, 307]).toContain(stranger.status());
});
