import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult, ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import type { GatewayConfig } from "../proxy/config";
import { Gateway } from "../proxy/gateway";
import { LineTransport } from "../proxy/stdio";
import { FakeCountersign } from "./fake-countersign";

const require = createRequire(import.meta.url);

export const WHY = "The owner asked for this note to be kept.";

/** The real filesystem server from the registry. */
export function filesystemUpstream(directory: string): { command: string; args: string[] } {
  const manifest = require.resolve("@modelcontextprotocol/server-filesystem/package.json");
  return { command: process.execPath, args: [join(dirname(manifest), "dist/index.js"), directory] };
}

/** A server of this folder. */
export function scriptUpstream(script: string, ...args: string[]): { command: string; args: string[] } {
  const program = join(
    process.env.TEST_PROGRAMS ?? "",
    "gateway",
    "testing",
    script.replace(/\.ts$/, ".mjs"),
  );
  return { command: process.execPath, args: [program, ...args] };
}

export function journalUpstream(journal: string): { command: string; args: string[] } {
  return scriptUpstream("journal-server.ts", journal);
}

export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "gateway-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The lines a journal server wrote: one per call that really reached it. */
export function readJournal(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** Lets the journal server's `steps` end this many more steps. */
export function releaseStep(journal: string, count = 1): void {
  appendFileSync(`${journal}.released`, ".".repeat(count));
}

export async function startFake(): Promise<FakeCountersign> {
  const fake = await new FakeCountersign().start();
  onTestFinished(() => fake.stop());
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
    knownTools: { as: "off", budget: 4_000 },
    waitSeconds: 20,
    waitSecondsWithProgress: 20,
    progressIntervalMs: 50,
    pollSeconds: 5,
    upstreamTimeoutSeconds: 10,
    resume: false,
    sessionIdleSeconds: 3_600,
    ...changes,
  };
}

export async function startGateway(config: GatewayConfig): Promise<Gateway> {
  const gateway = await Gateway.start(config);
  onTestFinished(() => gateway.close());
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
};

/** A real MCP client, connected to the gateway over the stdio framing. */
export async function connectAgent(
  gateway: Gateway,
  name = "claude-code",
  capabilities: ClientCapabilities = {},
): Promise<Agent> {
  const [toGateway, toAgent] = [new PassThrough(), new PassThrough()];
  const gatewaySide = new LineTransport(toGateway, toAgent);
  const agentSide = new LineTransport(toAgent, toGateway);
  await gateway.serve(gatewaySide, gatewaySide.incoming);
  const client = new Client({ name, version: "2.4" }, { capabilities });
  await client.connect(agentSide);
  // As a closed stdio pipe would: the gateway sees the end of its input.
  client.onclose = () => toGateway.end();
  onTestFinished(() => client.close());
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
  return { client, call, callText };
}

export function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
