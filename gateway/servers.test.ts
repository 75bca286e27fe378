import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  type CallToolResult,
  type ClientCapabilities,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { freePort } from "../scripts/free-port.mjs";
import {
  everythingUpstream,
  filesystemUpstream,
  sideBySide,
  startFake,
  temporaryDirectory,
  textOf,
  WHY,
  whenFinished,
} from "./testing/harness";

// Published servers with the built gateway, and an agent with every capability.

sideBySide();

const MAIN = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "gateway.mjs");
const CAPABILITIES = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } };

async function agentOf(
  upstream: { command: string; args: string[] } | { url: string },
  roots: string[],
  capabilities: ClientCapabilities = CAPABILITIES,
) {
  const fake = await startFake();
  const client = new Client({ name: "cursor", version: "1.0" }, { capabilities });
  const asked: string[] = [];
  const [log, updated]: [unknown[], string[]] = [[], []];
  const answer = { action: "accept" as const, content: { name: "Ada", interpretation: "snake" } };
  if (capabilities.roots)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  if (capabilities.sampling)
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
      asked.push(JSON.stringify(params));
      return { model: "m", role: "assistant", content: { type: "text", text: "a sampled line" } };
    });
  if (capabilities.elicitation)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(JSON.stringify(params));
      return params.mode === "url" ? { action: "decline" } : answer;
    });
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void log.push(params));
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void updated.push(params.uri),
  );
  const env = {
    PATH: process.env.PATH ?? "",
    COUNTERSIGN_URL: fake.url,
    COUNTERSIGN_KEY: fake.apiKey,
    COUNTERSIGN_TENANT: "acme",
    PROVIDER: "real",
    ...("url" in upstream ? { UPSTREAM_URL: upstream.url } : {}),
  };
  const args = "url" in upstream ? [MAIN] : [MAIN, "--", upstream.command, ...upstream.args];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  whenFinished(() => client.close());
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  for (const tool of tools) fake.lowRisk.add(tool);
  const call = async (name: string, args: object = {}) =>
    (await client.callTool({ name, arguments: { rationale: WHY, ...args } })) as CallToolResult;
  const said = async (name: string, args?: object) => textOf(await call(name, args));
  return { fake, client, tools, call, said, asked, log, updated };
}

/** Calls until the server has heard from the agent, at a time the server chooses. */
async function until(said: () => Promise<string>, part: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) if ((await said()).includes(part)) return;
  throw new Error(`The server never said: ${part}`);
}

const RUN_BY_THEMSELVES: [string, object, string][] = [
  ["echo", { message: "hello" }, "Echo: hello"],
  ["get-annotated-message", { messageType: "error" }, "Error"],
  ["get-env", {}, "PATH"],
  ["get-resource-links", { count: 2 }, "resource links"],
  ["get-resource-reference", { resourceType: "Text", resourceId: 1 }, "demo://resource"],
  ["get-structured-content", { location: "Chicago" }, "Light rain"],
  ["get-sum", { a: 1, b: 2 }, "3"],
  ["get-tiny-image", {}, "image"],
  ["gzip-file-as-resource", { data: "data:text/plain,hi", outputType: "resource" }, "application/gzip"],
  ["trigger-long-running-operation", { duration: 0.1, steps: 1 }, "completed"],
];

test.concurrent("server-everything: every tool runs, also those that ask the agent", async () => {
  const folder = temporaryDirectory();
  const roots = [folder];
  const agent = await agentOf(everythingUpstream(), roots);
  const { client, call, said, asked, log, updated, fake } = agent;
  const called = new Set(RUN_BY_THEMSELVES.map(([tool]) => tool));
  for (const [tool, args, part] of RUN_BY_THEMSELVES) {
    const result = await call(tool, args);
    expect(result.isError ?? false, tool).toBe(false);
    expect(JSON.stringify(result), tool).toContain(part);
  }

  const first = (tool: string, args?: object) => {
    called.add(tool);
    return said(tool, args);
  };
  expect(await first("trigger-sampling-request", { prompt: "Say it." })).toContain("a sampled line");
  expect(asked.at(-1)).toContain("Say it.");
  expect(await first("trigger-elicitation-request")).toContain("- Name: Ada");
  expect(await first("trigger-url-elicitation", { url: "https://example.com/pay" })).toContain(
    "User declined",
  );
  expect(asked.at(-1)).toContain("https://example.com/pay");
  const page = { url: "https://example.com/pay", errorPath: true };
  expect(await said("trigger-url-elicitation", page)).toContain(
    "Ask the user to open https://modelcontextprotocol.io (Open this link",
  );
  expect(await first("simulate-research-query", { topic: "python", ambiguous: true })).toContain("(snake)");

  await until(() => first("get-roots-list"), pathToFileURL(folder).href);
  const other = temporaryDirectory();
  roots.push(other);
  await client.sendRootsListChanged();
  await until(() => said("get-roots-list"), pathToFileURL(other).href);

  await client.setLoggingLevel("debug");
  await first("toggle-simulated-logging");
  await fake.until(() => log.some((line) => JSON.stringify(line).includes("level")));
  const uri = "demo://resource/dynamic/text/1";
  await client.subscribeResource({ uri });
  await first("toggle-subscriber-updates");
  await fake.until(() => updated.includes(uri));
  await client.unsubscribeResource({ uri });

  const own = ["submit_feedback", "check_approval", "reply_to_question"];
  expect([...called].toSorted()).toEqual(agent.tools.filter((tool) => !own.includes(tool)).toSorted());
});

async function everythingOverHttp(): Promise<{ url: string }> {
  const { command, args } = everythingUpstream("streamableHttp");
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  whenFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve) => {
    child.stderr.on("data", (chunk) => String(chunk).includes("listening") && resolve());
  });
  return { url: `http://127.0.0.1:${port}/mcp` };
}

test.concurrent("server-everything over HTTP: the agent is asked, and hears the log and updates", async () => {
  const folder = temporaryDirectory();
  const { client, said, fake, log, updated } = await agentOf(await everythingOverHttp(), [folder]);
  expect(await said("trigger-sampling-request", { prompt: "Say it." })).toContain("a sampled line");
  expect(await said("trigger-elicitation-request")).toContain("- Name: Ada");
  expect(await said("simulate-research-query", { topic: "python", ambiguous: true })).toContain("(snake)");
  await until(() => said("get-roots-list"), pathToFileURL(folder).href);
  const uri = "demo://resource/dynamic/text/1";
  await client.subscribeResource({ uri });
  await said("toggle-subscriber-updates");
  await fake.until(() => updated.includes(uri));
  await fake.until(() => JSON.stringify(log).includes("Received Subscribe Resource request"));
});

test.concurrent("server-everything: an agent that offers nothing sees no tool that would ask it", async () => {
  const { tools, said } = await agentOf(everythingUpstream(), [], {});
  expect(tools).not.toEqual(expect.arrayContaining(["get-roots-list"]));
  expect(tools.filter((tool) => tool.startsWith("trigger-"))).toEqual(["trigger-long-running-operation"]);
  expect(await said("echo", { message: "hello" })).toBe("Echo: hello");
});

test.concurrent("server-filesystem: the agent's roots are the folders, also after they change", async () => {
  const home = temporaryDirectory();
  const [one, two] = [join(home, "one"), join(home, "two")];
  for (const folder of [one, two]) mkdirSync(folder);
  const roots = [one];
  const { client, said, call } = await agentOf(filesystemUpstream(), roots);
  await until(() => said("list_allowed_directories"), one);
  const [inside, outside] = [join(one, "note.txt"), join(two, "note.txt")];
  await call("write_file", { path: inside, content: "hi" });
  expect(readFileSync(inside, "utf8")).toBe("hi");
  expect((await call("write_file", { path: outside, content: "hi" })).isError).toBe(true);
  roots.splice(0, 1, two);
  await client.sendRootsListChanged();
  await until(() => said("list_allowed_directories"), two);
  await call("write_file", { path: outside, content: "there" });
  expect(readFileSync(outside, "utf8")).toBe("there");
  expect((await call("write_file", { path: inside, content: "no" })).isError).toBe(true);
});
