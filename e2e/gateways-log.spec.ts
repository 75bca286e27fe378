import { execFile } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { Api, expect, openGateway, press, test, token } from "./fixtures";
import { aGateway } from "./made";
import { openFilters } from "./presses";

const run = promisify(execFile);

test("what could not be told is sent again, one or all of it, once the callback is on", async ({
  signedInAs,
  app,
}) => {
  const gateway = await aGateway("acme");
  test.slow();
  let status = 410;
  const ids: string[] = [];
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers["webhook-id"]));
    request.resume();
    held.push(response);
    // The first 410 switches the callback off, so this responds only after all three have arrived.
    if (ids.length >= 3) for (const one of held.splice(0)) one.writeHead(status).end("gone fishing");
  });
  await new Promise<void>((resolve) => server.listen(gateway.callbackPort, "127.0.0.1", resolve));
  try {
    const api = new Api(app.url, gateway.key);
    const calls = [await api.aPendingApproval(), await api.aPendingApproval(), await api.aPendingApproval()];
    for (const { id } of calls) await api.send("POST", `/api/v1/approvals/${id}/cancel`, {});
    const page = await signedInAs("approver");
    const base = await openGateway(page, gateway.name);
    const id = base.split("/").at(-1) ?? "";
    await page.goto(`/gateways/undelivered?gateway=${id}`);
    const list = page.getByRole("list", { name: "Callbacks the worker gave up on" });
    await expect(async () => {
      await page.reload();
      await expect(list.getByRole("listitem")).toHaveCount(3, { timeout: 1_000 });
    }).toPass();
    await expect(page.getByText("Its callback is switched off")).toBeVisible();
    await expect(page.getByRole("button", { name: /Send/ })).toHaveCount(0);

    const admin = await signedInAs("admin");
    await admin.goto(`${base}/callback`);
    await expect(admin.getByText("answered HTTP 410 Gone")).toBeVisible();
    await press(
      admin.getByRole("button", { name: "Switch on" }),
      admin.getByRole("button", { name: "Send a test" }),
    );
    status = 200;
    await page.reload();
    const row = list.getByRole("listitem").first();
    await row.getByRole("button", { name: "Send again" }).dblclick();
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await press(page.getByRole("button", { name: "Send all 2 again…" }), page.getByRole("dialog"));
    await page.getByRole("dialog").getByRole("button", { name: "Send them again" }).click();
    await expect(page.getByRole("dialog")).toContainText("2 callbacks sent again.");
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("No undelivered decisions")).toBeVisible();
    await expect.poll(() => new Set(ids).size).toBe(3);
    await page.goto(`${base}/deliveries`);
    const menu = await openFilters(page);
    await menu.getByLabel("State").selectOption("delivered");
    await page.waitForURL(/state=delivered/);
    const log = page.getByRole("list", { name: "Callbacks, newest first" });
    await expect(log.getByRole("listitem")).toHaveCount(3);
    await menu.getByLabel("Type", { exact: true }).fill("approval.approved");
    await expect(page.getByText("No callback matches")).toBeVisible();
    await page.goto(`${base}/deliveries`);
    await log.getByRole("link").last().click();
    await expect(page.getByText("gone fishing").first()).toBeVisible();
    await expect(page.getByText("response 410")).toBeVisible();
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test("requests show what was asked and refused, without secrets, and run again as curl", async ({
  signedInAs,
  app,
}) => {
  const gateway = await aGateway("acme");
  const api = new Api(app.url, gateway.key);
  const canary = `canary-${token()}${token()}`;
  const row = { tenant: "acme", tool: 'it\'s $HOME `id` "quoted"', outcome: "ok" };
  const occurred_at = new Date().toISOString();
  const rationale = "It's there to see what is kept of it.";
  await api.send("POST", "/api/v1/audit", {
    ...row,
    rationale,
    occurred_at,
    arguments: { password: canary },
  });
  await api.send("POST", "/api/v1/audit", { ...row, outcome: canary, arguments: { api_key: canary } });
  await api.send("POST", "/api/v1/audit", {
    ...row,
    tenant: "not-mine",
    rationale,
    occurred_at,
    arguments: { note: `Bearer ${canary}` },
  });
  await api.send("POST", "/api/v1/audit", {
    rows: [
      { ...row, rationale, occurred_at },
      { ...row, occurred_at: 1 },
    ],
  });
  const page = await signedInAs("viewer");
  const base = await openGateway(page, gateway.name);
  const list = page.getByRole("list", { name: "Requests, newest first" });
  await page.goto(`${base}/requests`);
  await expect(async () => {
    await page.reload();
    await expect(list.getByRole("listitem")).toHaveCount(4, { timeout: 1_000 });
  }).toPass();
  for (const [status, words] of [
    ["207", "/rows/1/occurred_at"],
    ["403", "may not act for the tenant"],
    ["422", "/outcome"],
  ] as const) {
    await page.goto(`${base}/requests`);
    await list.getByRole("listitem").filter({ hasText: status }).getByRole("link").click();
    await expect(page.getByRole("region", { name: "Response", exact: true })).toContainText(words);
    if (status !== "403")
      await expect(page.getByRole("list", { name: "What was wrong" })).toContainText(words);
    if (status === "422") continue; // the wrong value itself is what people look for
    expect(await page.content()).not.toContain(canary);
  }
  await page.goto(`${base}/requests?status=ok&path=/api/v1/audit`);
  await list.getByRole("link").last().click();
  await expect(page.getByRole("region", { name: "Body" })).toContainText("[redacted");
  expect(await page.content()).not.toContain(canary);
  const command = (await page.getByRole("region", { name: "As a command" }).textContent()) ?? "";
  const { stdout } = await run("sh", ["-c", command], {
    env: { ...process.env, COUNTERSIGN_KEY: gateway.key },
  });
  expect(JSON.parse(stdout)).toHaveProperty("id");
  await page.getByRole("link", { name: "tool calls" }).click();
  await page.waitForURL(/\/rationales\/calls\//);
  await page.goto(`${base}/requests?status=refused`);
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.goto(`${base}/requests?q=nothing-like-it`);
  await expect(page.getByText("No request matches")).toBeVisible();
});
