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
import { version } from "../../package.json";
import { sleep } from "../client/http";
import type { AgentLink } from "./agent-link";
import type { GatewayConfig } from "./config";
import { HttpUpstream } from "./http-upstream";
import { log, reason } from "./log";
import type { Members } from "./odd-messages";
import { failedRun, finishedRun, NotSent, refusedRun, type ToolRun } from "./outcome";
import { type SilenceLimit, withinSilence } from "./silence";
import { type LineTransport, spawnUpstream } from "./stdio";
import { runTask } from "./task-run";
import { usableTools } from "./tool-list";
import { toolResult } from "./tool-result";
import type { VerbatimArguments } from "./verbatim";

type RunOptions = { signal?: AbortSignal; onprogress?: (progress: Progress) => void };

/** The gateway's own variables, which must not reach the upstream process. */
const OWN_VARIABLES = /^(COUNTERSIGN_|CALLBACK_|LISTEN_TOKEN$|UPSTREAM_(AUTHORIZATION|CWD)$)/;

/** More pages than any list has, for servers that never end one. */
const PAGES_MAX = 1_000;

/** Notifications from a server to its single agent. */
const PASSED_ON: ReadonlySet<string> = new Set([
  "notifications/message",
  "notifications/elicitation/complete",
]);

/** A process that closed its output ends soon, or is not the cause. */
const END_WAIT_MS = 2_000;

/** The silence limit of everything but tool calls. */
const SILENCE_MS = 60_000;

/** The longest timer: the SDK's own limit runs even while a request waits for the agent. */
const NEVER_MS = 2 ** 31 - 1;

type Connected = { client: Client; verbatim: VerbatimArguments; http?: HttpUpstream; lines?: LineTransport };

/**
 * A client that offers the server the agent's capabilities, and forwards the server's requests and
 * messages.
 */
async function clientFor(agent: AgentLink, ended: Promise<unknown>): Promise<Client> {
  const capabilities = await agent.offered(ended);
  const client = new Client({ name: "countersign-gateway", version }, { capabilities });
  // Fallback handlers, because the SDK validates input and output of specific ones.
  client.fallbackRequestHandler = (request, extra) => agent.answer(request, extra);
  client.fallbackNotificationHandler = async (notification) => {
    if (PASSED_ON.has(notification.method)) agent.hear(notification);
  };
  return client;
}

async function connected(config: GatewayConfig, agent: AgentLink): Promise<Connected> {
  if ("command" in config.upstream) {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name)));
    const { transport, ended } = await spawnUpstream(config.upstream, env as NodeJS.ProcessEnv);
    const client = await clientFor(agent, ended);
    await client.connect(transport).catch(async (error) => {
      // Before the agent's handshake the process may already have ended.
      const how = await Promise.race([ended, sleep(isClosed(error) ? END_WAIT_MS : 0)]);
      if (!how) throw error;
      const { command } = config.upstream as { command: string };
      throw new Error(
        `The upstream command "${command}" ended ${how} before it answered initialize. Run it by itself to see why.`,
      );
    });
    return { client, verbatim: transport.outgoing, lines: transport };
  }
  const client = await clientFor(agent, new Promise(() => undefined));
  const http = new HttpUpstream(config.upstream);
  await http.connect(client);
  return { client, verbatim: http.verbatim, http };
}

function isClosed(error: unknown): boolean {
  return error instanceof McpError && error.code === ErrorCode.ConnectionClosed;
}

/** The MCP server of this gateway. All sessions share one connection. */
export class Upstream {
  readonly client: Client;
  /** Tools with an output schema, as last listed. */
  #declaring = new Set<string>();
  /** Tools that run only as tasks. */
  #asTasks = new Set<string>();

  private constructor(
    private readonly connection: Connected,
    private readonly agent: AgentLink,
    private readonly timeoutMs: number,
  ) {
    this.client = connection.client;
  }

  /**
   * Connects once the agent's handshake shows its capabilities.
   * @throws Error in one line when the upstream does not start or does not speak MCP
   */
  static async connect(config: GatewayConfig, agent: AgentLink): Promise<Upstream> {
    try {
      return new Upstream(await connected(config, agent), agent, config.upstreamTimeoutSeconds * 1000);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      const [issue] = error.issues;
      const where = issue?.path.join(".") || "the message";
      throw new Error(`The upstream server's response to initialize is not MCP: ${where}: ${issue?.message}`);
    }
  }

  /**
   * Calls back after a new session replaced a forgotten one, with the method of the request that
   * detected it.
   */
  onRenewed(handler: (by: string) => void): void {
    if (this.connection.http) this.connection.http.onRenewed = handler;
  }

  /** Sends a request and returns the response unchanged: only tool calls are gated. */
  pass(method: ClientRequest["method"], params?: object): Promise<Result> {
    return withinSilence({ ms: SILENCE_MS, agent: this.agent }, (limit) => this.#ask(method, params, limit));
  }

  #ask(
    method: string,
    params: object | undefined,
    { signal }: SilenceLimit,
    onprogress?: (progress: Progress) => void,
  ): Promise<Result> {
    const request = { method, params } as ClientRequest;
    return this.client.request(request, ResultSchema, { signal, timeout: NEVER_MS, onprogress });
  }

  /** Lists the callable tools, and logs faults of others. */
  async listTools(): Promise<Tool[]> {
    const { tools, odd } = usableTools(await this.#listed());
    for (const { tool, done, problems } of odd)
      log("warn", `A tool in the upstream server's list was ${done}.`, { tool, problems });
    this.#declaring = new Set(tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name));
    const asTasks = tools.filter(({ execution }) => execution?.taskSupport === "required");
    this.#asTasks = new Set(asTasks.map(({ name }) => name));
    return tools;
  }

  async #listed(): Promise<unknown[]> {
    const listed: unknown[] = [];
    const seen = new Set<unknown>();
    for (let cursor: unknown; ; ) {
      const page = await this.#toolsPage(cursor).catch((error) => {
        // Earlier pages are useful without the rest.
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

  /**
   * Runs a tool once with exactly these arguments. Never throws: a failure is a run with its error.
   */
  async run(tool: string, argumentsText: string, options: RunOptions = {}): Promise<ToolRun> {
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    if (options.signal?.aborted)
      return refusedRun("The call was cancelled before it was passed on; it did not run.");
    try {
      const params = { name: tool, arguments: this.connection.verbatim.wrap(argumentsText) };
      // Not client.callTool, which would validate the result; that is the agent's task.
      const bounds = { ms: this.timeoutMs, agent: this.agent, signal: options.signal };
      const result = await withinSilence(bounds, (limit) =>
        this.#asTasks.has(tool) ? this.#runTask(params, limit, options) : this.#call(params, limit, options),
      );
      return finishedRun(toolResult(result), elapsed(), this.#declaring.has(tool));
    } catch (error) {
      return failedRun(this.#explained(error), elapsed());
    }
  }

  #call(params: Members, limit: SilenceLimit, { onprogress }: RunOptions): Promise<Result> {
    // Requested in any case, because the tool's progress renews its limit.
    return this.#ask("tools/call", params, limit, (progress) => {
      limit.renew();
      onprogress?.(progress);
    });
  }

  #runTask(params: Members, limit: SilenceLimit, { onprogress }: RunOptions): Promise<Result> {
    const ask = (method: string, asked: Members, within?: SilenceLimit) =>
      within
        ? this.#ask(method, asked, within)
        : withinSilence({ ms: this.timeoutMs, agent: this.agent }, (own) => this.#ask(method, asked, own));
    return runTask(ask, params, { limit, onprogress });
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
