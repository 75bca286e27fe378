import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type CallToolResult,
  CallToolResultSchema,
  type Progress,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import type { GatewayConfig } from "./config";
import { ConfigError } from "./config-error";
import { failedRun, finishedRun, refusedRun, type ToolRun } from "./outcome";
import { spawnUpstream } from "./stdio";
import { VerbatimArguments } from "./verbatim";

type RunOptions = { signal?: AbortSignal; onprogress?: (progress: Progress) => void };

/** Variables that are the gateway's own business and must not reach the upstream process. */
const OWN_VARIABLES = /^(COUNTERSIGN_|CALLBACK_|LISTEN_TOKEN$|UPSTREAM_(AUTHORIZATION|CWD)$)/;

type Connected = { transport: Transport; verbatim: VerbatimArguments };

async function connectTransport(config: GatewayConfig): Promise<Connected> {
  if ("command" in config.upstream) {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name)));
    const transport = await spawnUpstream(config.upstream, env as NodeJS.ProcessEnv);
    return { transport, verbatim: transport.outgoing };
  }
  const verbatim = new VerbatimArguments();
  const { url, authorization } = config.upstream;
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: authorization ? { headers: { authorization } } : undefined,
    fetch: async (input, init) => {
      const given = typeof init?.body === "string" ? { ...init, body: verbatim.splice(init.body) } : init;
      return notAPage(url, await fetch(input, given));
    },
  });
  return { transport, verbatim };
}

/** @throws Error in one line where a web page came instead: the address of a site, or a proxy's error */
function notAPage(url: string, answer: Response): Response {
  if (!answer.headers.get("content-type")?.includes("html")) return answer;
  answer.body?.cancel().catch(() => undefined); // nobody reads it
  // An address may carry a password or a token, and agents read this.
  const what = `UPSTREAM_URL ${new URL(url).origin} responded with a web page (status ${answer.status}), not MCP`;
  if (!answer.ok) throw new Error(`${what}.`);
  throw new ConfigError(
    `${what}: expected the address of a Streamable HTTP endpoint, often one that ends in /mcp.`,
  );
}

/** The MCP server behind the gateway. One connection, shared by every session. */
export class Upstream {
  /** Tools that declare what their structured results are like, as last listed. */
  #declaring = new Set<string>();

  private constructor(
    readonly client: Client,
    private readonly verbatim: VerbatimArguments,
    private readonly timeoutMs: number,
  ) {}

  /** @throws Error when the upstream does not start or does not speak MCP */
  static async connect(config: GatewayConfig): Promise<Upstream> {
    const client = new Client({ name: "countersign-gateway", version: "0.1.0" }, { capabilities: {} });
    const { transport, verbatim } = await connectTransport(config);
    await client.connect(transport);
    return new Upstream(client, verbatim, config.upstreamTimeoutSeconds * 1000);
  }

  async listTools(): Promise<Tool[]> {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.client.listTools(cursor ? { cursor } : {});
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor);
    this.#declaring = new Set(tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name));
    return tools;
  }

  /** Runs a tool once, with exactly these arguments. Never throws: a failure is a run with its real error. */
  async run(tool: string, argumentsText: string, options: RunOptions = {}): Promise<ToolRun> {
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    if (options.signal?.aborted)
      return refusedRun("The call was cancelled before it was passed on; it did not run.");
    try {
      // Not client.callTool: that would also judge the result against the tool's output schema, which is the agent's part.
      const result: CallToolResult = await this.client.request(
        { method: "tools/call", params: { name: tool, arguments: this.verbatim.wrap(argumentsText) } },
        CallToolResultSchema,
        // Asked for whether or not the agent listens: only what a tool reports renews its limit.
        { onprogress: () => undefined, ...options, timeout: this.timeoutMs, resetTimeoutOnProgress: true },
      );
      return finishedRun(result, elapsed(), this.#declaring.has(tool));
    } catch (error) {
      return failedRun(error, elapsed());
    }
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}
