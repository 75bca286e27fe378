import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "vitest";
import { freePort } from "../scripts/free-port.mjs";
import {
  filesystemUpstream,
  journalUpstream,
  readJournal,
  sideBySide,
  startFake,
  temporaryDirectory,
  WHY,
  whenFinished,
} from "./testing/harness";

sideBySide();

// Five tests start two processes each at once, on busy machines.
const PATIENCE_MS = 60_000;

const MCP_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const MAIN = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "gateway.mjs");

async function environment(extra: Record<string, string> = {}) {
  const fake = await startFake();
  const env = {
    PATH: process.env.PATH ?? "",
    COUNTERSIGN_URL: fake.url,
    COUNTERSIGN_KEY: fake.apiKey,
    COUNTERSIGN_TENANT: "acme",
    PROVIDER: "files",
    ...extra,
  };
  return { fake, env };
}

function command({ command, args }: { command: string; args: string[] }): string[] {
  return [MAIN, "--", command, ...args];
}

function launch(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    env: env as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe"],
  });
  whenFinished(() => void child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.err += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, output, exited };
}

test.concurrent(
  "as a command: a real client, a real upstream, one signed callback, one written file",
  async () => {
    const directory = temporaryDirectory();
    const port = await freePort();
    const { fake, env } = await environment();
    const client = new Client({ name: "cursor", version: "1.0" });
    const callbacks = { CALLBACK_LISTEN: `127.0.0.1:${port}`, CALLBACK_SECRET: fake.secret };
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: command(filesystemUpstream(directory)),
        env: { ...env, ...callbacks },
        stderr: "ignore",
      }),
    );
    whenFinished(() => client.close());
    expect(client.getServerVersion()?.name).toBe("secure-filesystem-server");
    expect(client.getInstructions()).toContain("Countersign");

    const file = join(directory, "note.txt");
    const answer = client.callTool({
      name: "write_file",
      arguments: { path: file, content: "hi", rationale: WHY },
    });
    const approval = await fake.pending();
    expect(approval.request.agent).toBe("cursor");
    fake.decide(approval, "approved");
    expect(await fake.deliver(approval, `http://127.0.0.1:${port}/hooks/countersign`)).toBe(200);
    expect(JSON.stringify(await answer)).toContain("Successfully wrote");
    expect(readFileSync(file, "utf8")).toBe("hi");
    expect(approval.reports.map((report) => report.state)).toEqual(["executing", "succeeded"]);
  },
  PATIENCE_MS,
);

test.concurrent(
  "it outlives its agent while a call is held, runs it once approved, then ends",
  async () => {
    const journal = join(temporaryDirectory(), "journal.txt");
    const { fake, env } = await environment();
    const { child, output, exited } = launch(command(journalUpstream(journal)), env);
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    say(INITIALIZE);
    say({ method: "notifications/initialized" });
    say({ id: 2, method: "tools/call", params: { name: "note", arguments: { rationale: WHY } } });
    const approval = await fake.until(() => [...fake.approvals.values()][0]);
    child.stdin.end();
    await fake.until(() => output.err.includes("staying for held calls"));
    fake.decide(approval, "approved");
    expect(await exited).toBe(0);
    expect(readJournal(journal)).toEqual(["note {}"]);
    expect(approval.execution).toBe("succeeded");
    for (const line of output.out.trim().split("\n"))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  },
  PATIENCE_MS,
);

test.concurrent(
  "an agent that ends its gateway, as hosts do, takes its undecided calls back",
  async () => {
    const { fake, env } = await environment();
    const client = new Client({ name: "cursor", version: "1.0" });
    const args = command(journalUpstream(join(temporaryDirectory(), "journal.txt")));
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }),
    );
    const answer = client.callTool({ name: "note", arguments: { rationale: WHY } }).catch(() => undefined);
    const approval = await fake.pending();
    await client.close();
    await answer;
    await fake.until(() => approval.decision === "cancelled");
    expect(approval.reason).toBe("The gateway that would have run this call has ended.");
  },
  PATIENCE_MS,
);

test.concurrent(
  "SIGTERM lets a running execution end and be reported",
  async () => {
    const journal = join(temporaryDirectory(), "journal.txt");
    const port = await freePort();
    const { fake, env } = await environment({ LISTEN: `127.0.0.1:${port}` });
    const { child, output, exited } = launch(command(journalUpstream(journal)), env);
    await fake.until(() => output.err.includes("Serving MCP"));
    const client = new Client({ name: "http-agent", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    whenFinished(() => client.close());
    const answer = client.callTool({ name: "sleep", arguments: { rationale: WHY } });
    const approval = await fake.pending();
    fake.decide(approval, "approved");
    await fake.until(() => readJournal(journal).length === 1);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
    expect(JSON.stringify(await answer)).toContain("sleep done");
    expect(approval.execution).toBe("succeeded");
  },
  PATIENCE_MS,
);

test.concurrent(
  "over Streamable HTTP: exact arguments, several agents, no web pages, a token where asked",
  async () => {
    const journal = join(temporaryDirectory(), "journal.txt");
    const port = await freePort();
    const { fake, env } = await environment({ LISTEN: `127.0.0.1:${port}`, LISTEN_TOKEN: "sesame" });
    fake.lowRisk.add("note");
    const { output } = launch(command(journalUpstream(journal)), env);
    await fake.until(() => output.err.includes("Serving MCP"));
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    const headers = { authorization: "Bearer sesame" };
    const agents = await Promise.all(
      ["one", "two"].map(async (name) => {
        const client = new Client({ name, version: "1" });
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
        whenFinished(() => client.close());
        return client;
      }),
    );
    await Promise.all(
      agents.map((client) => client.callTool({ name: "note", arguments: { rationale: WHY } })),
    );
    await fake.until(() => fake.audit.length === 2);
    expect(fake.audit.map((row) => row.agent).toSorted()).toEqual(["one", "two"]);
    const session = agents[0]?.transport?.sessionId ?? "";
    const params = `{"name":"note","arguments":{"rationale":"${WHY}","n":9007199254740993}}`;
    await fetch(url, {
      method: "POST",
      headers: { ...headers, ...MCP_HEADERS, "mcp-session-id": session },
      body: `{"jsonrpc":"2.0","id":77,"method":"tools/call","params":${params}}`,
    }).then((answer) => answer.text());
    expect(readJournal(journal).at(-1)).toBe('note {"n":9007199254740993}');
    const refused = async (extra: Record<string, string>) =>
      (await fetch(url, { method: "POST", headers: extra, body: "{}" })).status;
    expect(await refused({})).toBe(401);
    expect(await refused(headers)).toBe(400);
    expect(await refused({ ...headers, origin: "https://evil.example" })).toBe(403);
    expect(await refused({ ...headers, "mcp-session-id": "gone" })).toBe(404);
  },
  PATIENCE_MS,
);

test.concurrent(
  "a missing variable ends the start with one line that names it",
  async () => {
    const { env } = await environment();
    const { output, exited } = launch(command({ command: "true", args: [] }), {
      ...env,
      COUNTERSIGN_KEY: "",
    });
    expect(await exited).toBe(2);
    expect(output).toEqual({
      out: "",
      err: expect.stringMatching(/^countersign-gateway: COUNTERSIGN_KEY is not set[^\n]*\n$/),
    });
  },
  PATIENCE_MS,
);

test.concurrent(
  "an upstream that cannot be started is named",
  async () => {
    const { env } = await environment();
    const { output, exited } = launch(command({ command: "no-such-program", args: [] }), env);
    expect(await exited).toBe(1);
    expect(output.err).toContain('The upstream command "no-such-program" did not start');
    expect(existsSync("no-such-program")).toBe(false);
  },
  PATIENCE_MS,
);

test.concurrent(
  "an upstream that ends at start is named, with how it ended",
  async () => {
    const { env } = await environment();
    const ends = { command: process.execPath, args: ["-e", "process.exit(7)"] };
    const { output, exited } = launch(command(ends), env);
    expect(await exited).toBe(1);
    expect(output.err).toContain(
      `"${process.execPath}" ended with exit code 7 before it answered initialize`,
    );
    expect(output.err).not.toContain("MCP error");
  },
  PATIENCE_MS,
);

test.concurrent(
  "--help lists every flag without any configuration, and is the upstream's after --",
  async () => {
    const asked = launch([MAIN, "--help"], { PATH: process.env.PATH ?? "" });
    expect(await asked.exited).toBe(0);
    expect(asked.output.err).toBe("");
    const readme = readFileSync(join(dirname(MAIN), "..", "gateway", "README.md"), "utf8");
    const inReadme = [...readme.matchAll(/^\| `[^|]*\| `(--[a-z-]+)` \|/gm)].map(([, flag]) => flag);
    expect(inReadme.length).toBeGreaterThan(10);
    for (const flag of inReadme) expect(asked.output.out).toContain(`\n  ${flag} `);
    const { env } = await environment();
    const ends = { command: process.execPath, args: ["--help"] };
    const passed = launch(command(ends), env);
    expect(await passed.exited).toBe(1);
    expect(passed.output.out).toBe("");
  },
  PATIENCE_MS,
);

test.concurrent("an upstream that is a web page is told in one line", async () => {
  const page = createHttpServer((_, response) =>
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end("<!doctype html>\n<p>Hello</p>\n"),
  );
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  whenFinished(() => void page.close());
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  const { env } = await environment({ UPSTREAM_URL: `${url}/mcp?api_key=secret` });
  const { child, exited, output } = launch([MAIN], env);
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  expect(await exited).toBe(2);
  expect(output.err.trim()).toBe(
    `countersign-gateway: UPSTREAM_URL ${url} responded with a web page (status 200), not MCP: expected the address of a Streamable HTTP endpoint, often one that ends in /mcp.`,
  );
});
