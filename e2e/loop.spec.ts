import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Page } from "@playwright/test";
import pg from "pg";
import { type AppInfo, aFolder, databaseOwnerUrl } from "./app";
import { Api, expect, press, test, token } from "./fixtures";
import { aGateway } from "./made";

// The main job: a real MCP client calls a real MCP server through the reference gateway, and a
// person decides in the browser.

type Loop = { client: Client; folder: string; api: Api; close: () => Promise<void> };

async function aLoop(app: AppInfo): Promise<Loop> {
  const gateway = await aGateway("acme");
  const folder = aFolder("files");
  const client = new Client({ name: `e2e-agent-${token()}`, version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        "dist/gateway.mjs",
        "--",
        process.execPath,
        "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
        folder,
      ],
      env: {
        PATH: process.env.PATH ?? "",
        COUNTERSIGN_URL: app.url,
        COUNTERSIGN_KEY: gateway.key,
        COUNTERSIGN_TENANT: "acme",
        PROVIDER: "files",
        CALLBACK_LISTEN: `127.0.0.1:${gateway.callbackPort}`,
        CALLBACK_SECRET: gateway.secret,
      },
      stderr: "ignore",
    }),
  );
  return { client, folder, api: new Api(app.url, gateway.key), close: () => client.close() };
}

const textOf = (result: unknown) => JSON.stringify((result as { content: unknown }).content);

function callWrite(loop: Loop, file: string, content = `hello ${token()}`) {
  const rationale = "The end-to-end test wants this file to exist.";
  return loop.client.callTool(
    { name: "write_file", arguments: { path: file, content, rationale } },
    undefined,
    { timeout: 60_000 },
  );
}

/** Opens the waiting approval from the queue, by its row's text. */
async function openFromQueue(page: Page, loop: Loop, words: string): Promise<void> {
  await waitingFor(loop.api, words);
  await page.goto(`/approvals?view=all&q=${words}`);
  await page
    .getByRole("list", { name: /calls/i })
    .getByRole("link", { name: new RegExp(words) })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(words);
}

/** A file write is of medium risk: one press arms the button, the next one approves. */
async function approveOnPage(page: Page): Promise<void> {
  const bar = page.getByRole("region", { name: "Decide" });
  const again = bar.getByRole("button", { name: /again to confirm/i });
  const recorded = page.getByText(/Approval recorded/).first();
  // A second press that comes too soon is ignored.
  await expect(async () => {
    if (await recorded.isVisible()) return;
    if (!(await again.isVisible()))
      await bar.getByRole("button", { name: /^Approve/ }).click({ timeout: 1_000 });
    await again.click({ timeout: 1_000 });
    await expect(recorded).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
}

test("approve: the file is written once, the client gets the real result, and the page shows it", async ({
  app,
  signedInAs,
}) => {
  const loop = await aLoop(app);
  try {
    const page = await signedInAs("approver");
    const file = path.join(loop.folder, `note-${token()}.txt`);
    const pending = callWrite(loop, file, "written after approval");
    await openFromQueue(page, loop, path.basename(file));
    expect(existsSync(file)).toBe(false);
    await approveOnPage(page);
    expect(textOf(await pending)).toContain("Successfully wrote");
    expect(readFileSync(file, "utf8")).toBe("written after approval");
    await expect(page.getByText("Done").first()).toBeVisible();
    await expect(page.getByText("Successfully wrote").first()).toBeVisible();
    expect(readdirSync(loop.folder)).toHaveLength(1);
  } finally {
    await loop.close();
  }
});

test("reject: nothing runs and the client is told why", async ({ app, signedInAs }) => {
  const loop = await aLoop(app);
  try {
    const page = await signedInAs("approver");
    const file = path.join(loop.folder, `note-${token()}.txt`);
    const pending = callWrite(loop, file);
    await openFromQueue(page, loop, path.basename(file));
    const dialog = page.getByRole("dialog");
    await press(
      page.getByRole("region", { name: "Decide" }).getByRole("button", { name: /^Reject/ }),
      dialog,
    );
    await dialog.getByLabel("In your words").fill("Not this file, please");
    await dialog.getByRole("button", { name: "Reject" }).click();
    const result = await pending;
    expect(textOf(result)).toContain("Tool execution denied by user.");
    expect(textOf(result)).toContain("Not this file, please");
    expect(result.isError).toBe(true);
    expect(existsSync(file)).toBe(false);
  } finally {
    await loop.close();
  }
});

test("request changes: the client is told what to change, and its next call is shown as the second attempt", async ({
  app,
  signedInAs,
}) => {
  const loop = await aLoop(app);
  try {
    const page = await signedInAs("approver");
    const file = path.join(loop.folder, `note-${token()}.txt`);
    const first = callWrite(loop, file, "to everybody");
    await openFromQueue(page, loop, path.basename(file));
    const dialog = page.getByRole("dialog");
    await press(
      page.getByRole("region", { name: "Decide" }).getByRole("button", { name: /^Request changes/ }),
      dialog,
    );
    await dialog.getByLabel("What should be different?").fill("To testers only");
    await dialog.getByRole("button", { name: "Request changes", exact: true }).click();
    const told = await first;
    expect(textOf(told)).toContain("change the call as the reason says, then make it again");
    const request = told.structuredContent ?? told._meta?.["countersign/changes_requested"];
    expect(request).toMatchObject({ requested_changes: "To testers only" });
    const second = callWrite(loop, file, "to testers");
    await openFromQueue(page, loop, path.basename(file));
    const attempt = page.getByRole("region", { name: "Attempt 2" });
    await expect(attempt).toContainText("“To testers only”");
    await expect(attempt).toContainText("then to everybody");
    await press(page.getByRole("button", { name: /^Reject/ }).first(), dialog);
    await dialog.getByLabel("In your words").fill("Nobody has to be told");
    await dialog.getByRole("button", { name: "Reject", exact: true }).click();
    expect((await second).isError).toBe(true);
  } finally {
    await loop.close();
  }
});

test("a known problem: an agent that reports it through the gateway reads what the page showed a triager", async ({
  app,
  signedInAs,
}) => {
  const loop = await aLoop(app);
  try {
    const report = {
      attempted_action: "Write the notes of the meeting",
      expected_outcome: "The file is written",
      actual_outcome: "The folder was refused",
      error_seen: `Access denied: ${token()} is outside of what is allowed`,
      tool_called: "write_file",
      severity: "med",
      rationale: "The team wants the notes of every meeting.",
    };
    const submit = async () => {
      const result = await loop.client.callTool({ name: "submit_feedback", arguments: report });
      return (result.content as { text: string }[])[0]?.text ?? "";
    };
    const [, ref] = /^Recorded as (\S+):/.exec(await submit()) ?? [];
    const { json } = await loop.api.send("GET", `/api/v1/issues/${ref}`);
    const page = await signedInAs("triager");
    await page.goto(`/feedback/${json.id}`);
    const form = page.getByRole("form", { name: "Answer to agents" });
    await press(page.getByRole("button", { name: "Write an answer" }), form);
    await form.getByLabel("Workaround").fill("Write into the folder notes.");
    await form.getByText("Exactly what agents will read").click();
    const preview = form.getByRole("region", { name: "From submit_feedback of the reference gateway" });
    await expect(preview).toContainText("Workaround: Write into the folder notes.");
    const shown = await preview.locator("pre").innerText();
    await form.getByRole("button", { name: "Save the answer" }).click();
    await expect(page.getByRole("button", { name: "Edit the answer" })).toBeVisible();
    expect(await submit()).toBe(shown);
  } finally {
    await loop.close();
  }
});

test("expiry: the client is told what it means, and nothing runs", async ({ app }) => {
  const loop = await aLoop(app);
  try {
    const file = path.join(loop.folder, `note-${token()}.txt`);
    const pending = callWrite(loop, file);
    const id = await waitingFor(loop.api, path.basename(file));
    const owner = new pg.Client({ connectionString: await databaseOwnerUrl(app.dataDir) });
    await owner.connect();
    await owner.query("begin");
    await owner.query("select set_config('countersign.tenants', '*', true)");
    await owner.query("update approvals set decide_by = clock_timestamp() where id = $1", [id]);
    // Announces the moved deadline, as the product does.
    await owner.query(
      `select pg_notify('countersign_live', json_build_object('seq', 0, 'topic', 'approval', 'tenantId', tenant_id, 'id', id)::text)
       from approvals where id = $1`,
      [id],
    );
    await owner.query("commit");
    await owner.end();
    const result = await pending;
    expect(textOf(result)).toContain("No one answered in time");
    expect(textOf(result)).toContain("do not try another way");
    expect(existsSync(file)).toBe(false);
  } finally {
    await loop.close();
  }
});

test("an upstream error reaches both the client and the page", async ({ app, signedInAs }) => {
  const loop = await aLoop(app);
  try {
    const page = await signedInAs("approver");
    const name = `forbidden-${token()}.txt`;
    const pending = callWrite(loop, path.join(tmpdir(), "elsewhere", name));
    await openFromQueue(page, loop, name);
    await approveOnPage(page);
    const result = await pending;
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/denied|outside/i);
    await expect(page.getByText("Failed").first()).toBeVisible();
    await expect(page.getByText(/outside allowed directories/i).first()).toBeVisible();
  } finally {
    await loop.close();
  }
});

async function waitingFor(api: Api, words: string): Promise<string> {
  let id = "";
  const look = async () => {
    const { json } = await api.send("GET", "/api/v1/approvals?status=pending&limit=50");
    const rows = json.data as { id: string; summary: string }[];
    id = rows.find(({ summary }) => summary.includes(words))?.id ?? "";
    return id;
  };
  await expect.poll(look, { timeout: 60_000 }).not.toBe("");
  return id;
}
