import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult, ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, aroundEach, beforeAll, onTestFinished } from "vitest";
import type { GatewayConfig } from "../proxy/config";
import { Gateway } from "../proxy/gateway";
import { LineTransport, readFromAgent } from "../proxy/stdio";
import { FakeCountersign } from "./fake-countersign";
import type { RawScript } from "./raw-replies";

export const WHY = "The owner asked for this note to be kept.";

const running = new AsyncLocalStorage<{ onTestFinished: (work: () => Promise<void>) => void }>();

/**
 * Runs a file's tests concurrently, as they mostly wait for processes. Each test cleans up after
 * itself.
 */
export function sideBySide(): void {
  aroundEach((run, context) => running.run(context, run));
}

/** Runs after the test has ended, also in concurrent tests. */
export function whenFinished(work: () => unknown): void {
  const finished = running.getStore()?.onTestFinished ?? onTestFinished;
  finished(async () => void (await work()));
}

/** Shared by all tests of a file: created before the first, ended after the last. */
export function forAllTests<Made>(make: () => Promise<Made>): () => Made {
  let made: Made | undefined;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    made = await running.run({ onTestFinished: (end) => void ends.unshift(end) }, make);
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => {
    if (made === undefined) throw new Error("asked before the first test");
    return made;
  };
}

type Upstream = { command: string; args: string[] };

function program(file: string, ...args: string[]): Upstream {
  const made = join(process.env.TEST_PROGRAMS ?? "", file.replace(/\.[jt]s$/, ".mjs"));
  return { command: process.execPath, args: [made, ...args] };
}

/** The real filesystem server from the registry. */
export const filesystemUpstream = (...directories: string[]): Upstream =>
  program("node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", ...directories);

/** The real server with all MCP features, from the registry. Over HTTP it listens on `PORT`. */
export const everythingUpstream = (transport: "stdio" | "streamableHttp" = "stdio"): Upstream =>
  program(`node_modules/@modelcontextprotocol/server-everything/dist/transports/${transport}.js`);

export const scriptUpstream = (script: string, ...args: string[]): Upstream =>
  program(`gateway/testing/${script}`, ...args);

export function journalUpstream(journal: string): { command: string; args: string[] } {
  return scriptUpstream("journal-server.ts", journal);
}

/** A server by hand, over stdio. */
export function rawUpstream(script: RawScript): Upstream {
  const file = join(temporaryDirectory(), "script.json");
  writeFileSync(file, JSON.stringify(script));
  return scriptUpstream("raw-server.ts", file);
}

export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "gateway-")));
  whenFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The journal server's lines: one per call that reached it. */
export function readJournal(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** Lets the journal server's `steps` finish this many more steps. */
export function releaseStep(journal: string, count = 1): void {
  appendFileSync(`${journal}.released`, ".".repeat(count));
}

export async function startFake(): Promise<FakeCountersign> {
  const fake = await new FakeCountersign().start();
  whenFinished(() => fake.stop());
  return fake;
}

export function configFor(
  fake: FakeCountersign,
  upstream: GatewayConfig["upstream"],
  changes: Partial<GatewayConfig> = {},
): GatewayConfig {
  return {
    countersignUrl: fake.url,
    apiKey: fake.apiKey,
    tenant: "acme",
    provider: "files",
    mode: "callback",
    upstream,
    listen: null,
    callback: { host: "127.0.0.1", port: 0, path: "/hooks/countersign", secrets: [fake.secret] },
    ratings: {},
    trust: null,
    knownTools: { as: "off", budget: 4_000 },
    waitSeconds: 20,
    waitSecondsWithProgress: 20,
    progressIntervalMs: 50,
    pollSeconds: 5,
    upstreamTimeoutSeconds: 10,
    answerTimeoutSeconds: 60,
    resume: false,
    sessionIdleSeconds: 3_600,
    ...changes,
  };
}

/**
 * @param offers what its only agent offers the server; null where agents share the server, as with
 * `LISTEN`
 */
export async function startGateway(
  config: GatewayConfig,
  offers: ClientCapabilities | null = null,
): Promise<Gateway> {
  const gateway = await Gateway.start(config, offers && Promise.resolve(offers));
  whenFinished(() => gateway.close());
  return gateway;
}

export function callbackUrlOf(gateway: Gateway): string {
  return `http://127.0.0.1:${gateway.ports.callback}/hooks/countersign`;
}

type Agent = {
  client: Client;
  /** Calls a tool with a rationale; `options` go to the SDK. */
  call: (
    tool: string,
    args?: Record<string, unknown>,
    options?: { signal?: AbortSignal },
  ) => Promise<CallToolResult>;
  /** Calls a tool with arguments sent byte for byte. */
  callText: (tool: string, argumentsText: string) => Promise<CallToolResult>;
  /** A placeholder for an object sent byte for byte. */
  exactly: (text: string) => Record<string, unknown>;
  /** All text the gateway has sent to it, byte for byte. */
  received: () => string;
};

/** A real MCP client, connected to the gateway over the stdio framing. */
export async function connectAgent(
  gateway: Gateway,
  name = "claude-code",
  capabilities: ClientCapabilities = {},
): Promise<Agent> {
  const [toGateway, toAgent] = [new PassThrough(), new PassThrough()];
  const received: Buffer[] = [];
  toAgent.on("data", (chunk: Buffer) => received.push(chunk));
  const gatewaySide = new LineTransport(toGateway, toAgent, readFromAgent);
  const agentSide = new LineTransport(toAgent, toGateway);
  await gateway.serve(gatewaySide, gatewaySide.incoming);
  const client = new Client({ name, version: "2.4" }, { capabilities });
  await client.connect(agentSide);
  // Like a closed stdio pipe: the gateway sees the end of its input.
  client.onclose = () => toGateway.end();
  whenFinished(() => client.close());
  const call: Agent["call"] = async (tool, args = {}, options = {}) =>
    (await client.callTool(
      { name: tool, arguments: { rationale: WHY, ...args } },
      undefined,
      options,
    )) as CallToolResult;
  const callText: Agent["callText"] = async (tool, argumentsText) =>
    (await client.callTool({
      name: tool,
      arguments: agentSide.outgoing.wrap(argumentsText),
    })) as CallToolResult;
  const exactly = (text: string) => agentSide.outgoing.wrap(text);
  return { client, call, callText, exactly, received: () => Buffer.concat(received).toString("utf8") };
}

/** Resolves once a call started now has exceeded its time limit, by calling a silent server. */
export async function limitPassed(fake: FakeCountersign, upstreamTimeoutSeconds: number): Promise<void> {
  fake.lowRisk.add("get");
  const silent = rawUpstream({ "tools/call": ['{"jsonrpc":"2.0","method":"notifications/nothing"}'] });
  const config = configFor(fake, silent, { provider: "silent", upstreamTimeoutSeconds });
  const agent = await connectAgent(await startGateway(config));
  const ended = textOf(await agent.call("get"));
  if (!ended.includes("Request timed out")) throw new Error(`expected a timeout: ${ended}`);
}

export function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
