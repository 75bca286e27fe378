import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Webhook } from "standardwebhooks";
import { DIALOG, expectAccessibleEverywhere } from "./accessible";
import { aFolder } from "./app";
import { Api, expect, formIsLive, openGateway, press, pressKey, pressToFocus, test, token } from "./fixtures";
import { aGateway } from "./made";

const run = promisify(execFile);

test("an administrator registers a gateway, makes a key and runs its first call from the page", async ({
  signedInAs,
}) => {
  const page = await signedInAs("admin");
  const name = `registered-${token()}`;
  await page.goto("/gateways");
  await page.getByRole("link", { name: "Register a gateway" }).click();
  await formIsLive(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Tenants", { exact: true }).fill("acme");
  await page.getByLabel("Callback URL").fill("http://10.1.2.3/hooks");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText("callback URL was refused");
  await expect(page.getByLabel("Callback URL")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page.getByLabel("Tenants", { exact: true })).toHaveValue("acme");
  await page.getByLabel("Callback URL").fill("");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByRole("heading", { name: `${name} is registered` })).toBeVisible();
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? "";
  await page.getByRole("link", { name: "Go to its keys" }).click();
  await expect(page.getByText("No key yet")).toBeVisible();
  await press(page.getByRole("button", { name: "Create a key…" }), page.getByRole("dialog"));
  await page.getByRole("dialog").getByRole("button", { name: "Create the key" }).click();
  const dialog = page.getByRole("dialog", { name: "The key is ready" });
  const key = (await dialog.getByText(/^csk_[\w-]{43}$/).textContent()) ?? "";
  const command =
    (await dialog.getByRole("region", { name: "Its first call, ready to run" }).textContent()) ?? "";
  const { stdout } = await run("sh", ["-c", command]);
  expect(JSON.parse(stdout)).toMatchObject({ status: "pending" });
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Keys" }).getByText(key.slice(0, 10))).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await page.reload();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  await page.waitForURL("**/requests");
  const request = page.getByRole("link", { name: "POST /api/v1/authorize" });
  await expect(async () => {
    await page.reload();
    await expect(request).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await request.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("POST /api/v1/authorize");
  await expect(page.getByText("acme", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "the approval" }).click();
  await page.waitForURL(/\/approvals\/[0-9a-f-]{36}/);
});

test("an agent starts from the entry on the gateway's page, in a folder of its own", async ({
  signedInAs,
}) => {
  const gateway = await aGateway("acme");
  const page = await signedInAs("admin");
  await page.goto(await openGateway(page, gateway.name));
  const shown = page.getByRole("region", { name: "Entry for the agent's MCP configuration" });
  const { command, args, env } = JSON.parse((await shown.textContent()) ?? "").mcpServers.files;
  const project = aFolder("project");
  const server = path.resolve("node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
  const client = new Client({ name: `e2e-agent-${token()}`, version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args.slice(0, args.indexOf("--cwd") + 1), project, "--", process.execPath, server, "."],
      cwd: aFolder("agent"),
      env: { ...env, COUNTERSIGN_KEY: gateway.key },
      stderr: "ignore",
    }),
  );
  const asked = { path: ".", rationale: "The end-to-end test wants to see this folder." };
  const answer = client.callTool({ name: "list_allowed_directories", arguments: asked });
  await page.goto("/approvals?q=list_allowed_directories");
  const waiting = page.getByText("Call files list_allowed_directories").filter({ visible: true });
  await expect(waiting.first()).toBeVisible();
  await client.close();
  await answer.catch(() => undefined);
});

test("a key is replaced with an overlap, ended now, and revoked", async ({ signedInAs, app }) => {
  const gateway = await aGateway("acme");
  const old = new Api(app.url, gateway.key);
  const page = await signedInAs("admin");
  await page.goto(`${await openGateway(page, gateway.name)}/keys`);
  await press(page.getByRole("button", { name: "Replace…" }), page.getByRole("dialog"));
  await page.getByRole("dialog").getByLabel("The old key expires").selectOption("own");
  await page.getByRole("dialog").getByRole("button", { name: "Make the new key" }).click();
  await expect(page.getByLabel("Hours")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Hours").fill("2");
  await page.getByRole("dialog").getByRole("button", { name: "Make the new key" }).click();
  const made = page.getByRole("dialog", { name: "The key is ready" });
  const second = (await made.getByText(/^csk_[\w-]{43}$/).textContent()) ?? "";
  await made.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Being replaced")).toBeVisible();
  await expect(page.getByText(/^Replaced by/)).toContainText(second.slice(0, 10));
  expect((await old.send("GET", "/api/v1/events")).status).toBe(200);
  const next = new Api(app.url, second);
  expect((await next.send("GET", "/api/v1/events")).status).toBe(200);

  await press(page.getByRole("button", { name: "Replace…" }), page.getByRole("dialog"));
  await page.getByRole("dialog").getByLabel("The old key expires").selectOption("0");
  await page.getByRole("dialog").getByRole("button", { name: "Make the new key" }).click();
  await expect(page.getByText("The old key has expired.")).toBeVisible();
  await expect.poll(async () => (await next.send("GET", "/api/v1/events")).status).toBe(401);
  const third = new Api(app.url, (await page.getByText(/^csk_[\w-]{43}$/).textContent()) ?? "");
  expect((await third.send("GET", "/api/v1/events")).status).toBe(200);
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Expired", { exact: true })).toBeVisible();
  const newest = page.getByRole("list", { name: "Keys" }).getByRole("listitem").first();
  await press(newest.getByRole("button", { name: "Revoke…" }), newest.page().getByRole("dialog"));
  await expect(page.getByRole("dialog")).toContainText("refuses requests with it within a second");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke the key" }).click();
  await expect(newest.getByText("Revoked", { exact: true })).toBeVisible();
  await expect.poll(async () => (await third.send("GET", "/api/v1/events")).status).toBe(401);
});

test("a test callback shows the signed request and the answer; both secrets sign while one rotates", async ({
  signedInAs,
  fakeGateway,
}) => {
  const page = await signedInAs("admin");
  const base = await openGateway(page, fakeGateway.name);
  await page.goto(`${base}/callback`);
  await press(page.getByRole("button", { name: "Make a new secret…" }), page.getByRole("dialog"));
  await page.getByRole("dialog").getByRole("button", { name: "Make it" }).click();
  const secret =
    (await page
      .getByRole("dialog")
      .getByText(/^whsec_/)
      .textContent()) ?? "";
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("The previous one also signs until")).toBeVisible();
  await press(
    page.getByRole("button", { name: "Send a test" }),
    page.getByRole("heading", { name: "test.ping" }),
  );
  await expect(page.getByText("Acknowledged", { exact: true })).toBeVisible();
  const [got] = fakeGateway.received;
  if (!got) throw new Error("nothing came");
  for (const each of [secret, fakeGateway.secret])
    expect(new Webhook(each).verify(got.body, got.headers as Record<string, string>)).toMatchObject({
      type: "test.ping",
    });
  const sent = page.getByRole("region", { name: "Attempt 1: Request headers" });
  await expect(sent).toContainText(`webhook-id: ${String(got.headers["webhook-id"])}`);
  await expect(sent).toContainText(String(got.headers["webhook-signature"]));
  await expect(page.getByText("response 200")).toBeVisible();
  const shown = await page.content();
  expect(shown).not.toContain(secret);
  expect(shown).not.toContain(fakeGateway.secret);
});

test("the callback moves, is switched off with a reason, and on again", async ({
  signedInAs,
  fakeGateway,
}) => {
  const page = await signedInAs("admin");
  const base = await openGateway(page, fakeGateway.name);
  await page.goto(`${base}/callback`);
  await formIsLive(page);
  await page.getByLabel("Callback URL").fill("http://169.254.169.254/latest");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").first()).toContainText("refused");
  await expect(page.getByLabel("Callback URL")).toHaveValue("http://169.254.169.254/latest");
  const moved = `http://127.0.0.1:${fakeGateway.callbackPort}/moved`;
  await page.getByLabel("Callback URL").fill(moved);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Callback URL")).toHaveValue(moved);
  await press(page.getByRole("button", { name: "Switch off…" }), page.getByRole("dialog"));
  await page.getByRole("dialog").getByRole("button", { name: "Switch it off" }).click();
  await expect(page.getByRole("dialog").getByLabel("Why")).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("dialog").getByLabel("Why").fill("It moves to the new cluster.");
  await page.getByRole("dialog").getByRole("button", { name: "Switch it off" }).click();
  await expect(page.getByText("It moves to the new cluster.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test" })).toHaveCount(0);
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("It moves to the new cluster.")).toHaveCount(0);
  await press(
    page.getByRole("button", { name: "Send a test" }),
    page.getByRole("heading", { name: "test.ping" }),
  );
  await expect(page.getByText("Acknowledged", { exact: true })).toBeVisible();
});

test("by keyboard alone: to the gateways, along the list, to a test callback", async ({
  signedInAs,
  fakeGateway,
}) => {
  const page = await signedInAs("admin");
  await page.goto("/approvals");
  await expect(page.getByRole("main")).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await page.waitForURL("**/gateways", { timeout: 2_000 });
  }).toPass();
  const link = page.getByRole("link", { name: fakeGateway.name, exact: true });
  await pressToFocus(page, "j", link);
  await page.keyboard.press("Enter");
  const tab = page.getByRole("link", { name: "Callback", exact: true });
  await expect(tab).toBeVisible();
  await pressToFocus(page, "Tab", tab);
  await page.keyboard.press("Enter");
  const ping = page.getByRole("button", { name: "Send a test" });
  await expect(ping).toBeVisible();
  await pressToFocus(page, "Tab", ping);
  await pressKey(page, "Enter", page.getByRole("heading", { name: "test.ping" }));
  await expect(page.getByText("Acknowledged", { exact: true })).toBeVisible();
});

test("every page of gateways is accessible and fits everywhere", async ({ signedInAs, fakeGateway }) => {
  test.slow();
  await fakeGateway.api.send("POST", "/api/v1/audit", { tenant: "acme", arguments: { password: "x" } });
  await fakeGateway.api.send("GET", "/api/v1/events?wait=0");
  const page = await signedInAs("admin");
  await page.goto("/gateways");
  const href = await page.getByRole("link", { name: fakeGateway.name, exact: true }).getAttribute("href");
  await page.goto(`${href}/callback`);
  await press(
    page.getByRole("button", { name: "Send a test" }),
    page.getByRole("heading", { name: "test.ping" }),
  );
  await expect(page.getByText("Acknowledged", { exact: true })).toBeVisible();
  const delivery = new URL(page.url()).pathname;
  await page.goto(`${href}/requests`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: "POST /api/v1/audit" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const request = await page.getByRole("link", { name: "POST /api/v1/audit" }).getAttribute("href");
  for (const path of [
    "/gateways",
    "/gateways/new",
    `${href}`,
    `${href}/keys`,
    `${href}/callback`,
    `${href}/deliveries`,
    delivery,
    `${href}/requests`,
    `${request}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
  await page.goto(`${href}`);
  const lately = page.getByRole("region", { name: "Last 24 hours" });
  await expect(lately.getByRole("img", { name: "Requests by hour" })).toBeVisible();
  await lately.getByText("Show as a table").last().click();
  await expect(lately.getByRole("row").last()).toContainText(/\d\d:00.*1/);
  await expect(lately).toContainText(/Half are answered within .+, 19 of 20 within/);
  await page.goto(`${href}/keys`);
  await press(page.getByRole("button", { name: "Create a key…" }), page.getByRole("dialog"));
  await expectAccessibleEverywhere(page, DIALOG);
});
