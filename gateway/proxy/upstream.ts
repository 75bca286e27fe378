import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  type ClientRequest,
  ErrorCode,
  McpError,
  type Progress,
  type Result,
  ResultSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { GatewayConfig } from "./config";
import { HttpUpstream } from "./http-upstream";
import { log, reason } from "./log";
import { failedRun, finishedRun, NotSent, refusedRun, type ToolRun } from "./outcome";
import { type LineTransport, spawnUpstream } from "./stdio";
import { usableTools } from "./tool-list";
import { toolResult } from "./tool-result";
import type { VerbatimArguments } from "./verbatim";

type RunOptions = { signal?: AbortSignal; onprogress?: (progress: Progress) => void };

/** Variables that are the gateway's own business and must not reach the upstream process. */
const OWN_VARIABLES = /^(COUNTERSIGN_|CALLBACK_|LISTEN_TOKEN$|UPSTREAM_(AUTHORIZATION|CWD)$)/;

/** More pages than any list has; a server that never ends one must not hold up the gateway. */
const PAGES_MAX = 1_000;

type Connected = { client: Client; verbatim: VerbatimArguments; http?: HttpUpstream; lines?: LineTransport };

async function connected(config: GatewayConfig): Promise<Connected> {
  const client = new Client({ name: "countersign-gateway", version: "0.1.0" }, { capabilities: {} });
  if ("command" in config.upstream) {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name)));
    const transport = await spawnUpstream(config.upstream, env as NodeJS.ProcessEnv);
    await client.connect(transport);
    return { client, verbatim: transport.outgoing, lines: transport };
  }
  const http = new HttpUpstream(config.upstream);
  await http.connect(client);
  return { client, verbatim: http.verbatim, http };
}

/** The MCP server behind the gateway. One connection, shared by every session. */
export class Upstream {
  readonly client: Client;
  /** Tools that declare what their structured results are like, as last listed. */
  #declaring = new Set<string>();

  private constructor(
    private readonly connection: Connected,
    private readonly timeoutMs: number,
  ) {
    this.client = connection.client;
  }

  /** @throws Error in one line when the upstream does not start or does not speak MCP */
  static async connect(config: GatewayConfig): Promise<Upstream> {
    try {
      return new Upstream(await connected(config), config.upstreamTimeoutSeconds * 1000);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      const [issue] = error.issues;
      const where = issue?.path.join(".") || "the message";
      throw new Error(`The upstream server's response to initialize is not MCP: ${where}: ${issue?.message}`);
    }
  }

  /** Calls back after a new session replaced one that the server had forgotten. */
  onRenewed(handler: () => void): void {
    if (this.connection.http) this.connection.http.onRenewed = handler;
  }

  /** Asks the server and passes its answer on as it came: only tool calls are ours to judge. */
  pass(method: ClientRequest["method"], params?: object): Promise<Result> {
    return this.client.request({ method, params } as ClientRequest, ResultSchema);
  }

  /** Lists the tools that can be called, and logs what is odd about others. */
  async listTools(): Promise<Tool[]> {
    const { tools, odd } = usableTools(await this.#listed());
    for (const { tool, done, problems } of odd)
      log("warn", `A tool in the upstream server's list was ${done}.`, { tool, problems });
    this.#declaring = new Set(tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name));
    return tools;
  }

  async #listed(): Promise<unknown[]> {
    const listed: unknown[] = [];
    const seen = new Set<unknown>();
    for (let cursor: unknown; ; ) {
      const page = await this.#toolsPage(cursor).catch((error) => {
        // What came before is of use without the rest.
        if (cursor === undefined) throw error;
        log("warn", "A page of the upstream server's tools did not come.", { reason: reason(error) });
        return {} as Result;
      });
      if (Array.isArray(page.tools)) listed.push(...page.tools);
      cursor = page.nextCursor;
      if (cursor === undefined || cursor === null || cursor === "") return listed;
      if (seen.has(cursor) || seen.size >= PAGES_MAX) {
        log("warn", "The upstream server's list of tools does not end; it was cut.", {
          pages: seen.size + 1,
        });
        return listed;
      }
      seen.add(cursor);
    }
  }

  async #toolsPage(cursor: unknown): Promise<Result> {
    try {
      return await this.pass("tools/list", cursor === undefined ? {} : { cursor });
    } catch (error) {
      const hasNone = !this.client.getServerCapabilities()?.tools;
      if (hasNone && error instanceof McpError && error.code === ErrorCode.MethodNotFound)
        return { tools: [] };
      throw error;
    }
  }

  /** Runs a tool once, with exactly these arguments. Never throws: a failure is a run with its real error. */
  async run(tool: string, argumentsText: string, options: RunOptions = {}): Promise<ToolRun> {
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    if (options.signal?.aborted)
      return refusedRun("The call was cancelled before it was passed on; it did not run.");
    try {
      const params = { name: tool, arguments: this.connection.verbatim.wrap(argumentsText) };
      // Not client.callTool: that would also judge the result, which is the agent's part.
      const result = await this.client.request(
        { method: "tools/call", params },
        ResultSchema,
        // Asked for whether or not the agent listens: only what a tool reports renews its limit.
        { onprogress: () => undefined, ...options, timeout: this.timeoutMs, resetTimeoutOnProgress: true },
      );
      return finishedRun(toolResult(result), elapsed(), this.#declaring.has(tool));
    } catch (error) {
      return failedRun(this.#explained(error), elapsed());
    }
  }

  /** The error, with the reason if the gateway itself closed the connection. */
  #explained(error: unknown): unknown {
    const why = this.connection.lines?.closedBecause;
    if (!why || !(error instanceof Error)) return error;
    if (error.message === "Not connected")
      return new NotSent(`The call did not run: the tool's server ${why}.`);
    if (error instanceof McpError && error.code === ErrorCode.ConnectionClosed)
      error.message = `The tool's server ${why}.`;
    return error;
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}
