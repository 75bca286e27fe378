import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Resource,
  type Result,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { AgentLink } from "./agent-link";
import type { Cheatsheet } from "./cheatsheet";
import type { KnownTools } from "./known-tools";
import type { Subscriptions, Watcher } from "./subscriptions";
import type { Upstream } from "./upstream";

function cheatsheetResource(uri: string, provider: string): Resource {
  return {
    uri,
    name: `${provider}-cheatsheet`,
    title: `${provider} cheatsheet`,
    description: `Property names, common patterns and pitfalls of ${provider}. Read it before any write or non-trivial query.`,
    mimeType: "text/markdown",
  };
}

function knownToolsResource(uri: string, provider: string): Resource {
  return {
    uri,
    name: `${provider}-known-tools`,
    title: `What is known of ${provider}'s tools`,
    description: `Parameters, ratings, recent health and known problems of ${provider}'s tools, with workarounds.`,
    mimeType: "text/plain",
  };
}

type Served = { upstream: Upstream; cheatsheet: Cheatsheet; knownTools: KnownTools; provider: string };

/** Serves the upstream's resources with our own. Read-only, because resources cannot act. */
export function serveResources(server: Server, { upstream, cheatsheet, knownTools, provider }: Served): void {
  const has = upstream.client.getServerCapabilities()?.resources !== undefined;
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const page: Result = has ? await upstream.pass("resources/list", params) : {};
    // Our own are on the first page only, so that they are listed once.
    if (params?.cursor) return page;
    const uri = await cheatsheet.publishedUri();
    const own = [
      ...(uri ? [cheatsheetResource(uri, provider)] : []),
      ...(knownTools.isServed ? [knownToolsResource(knownTools.uri, provider)] : []),
    ];
    return { ...page, resources: [...own, ...(Array.isArray(page.resources) ? page.resources : [])] };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) =>
    has ? upstream.pass("resources/templates/list", params) : { resourceTemplates: [] },
  );
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    if (params.uri === knownTools.uri && knownTools.isServed)
      return { contents: [{ uri: params.uri, mimeType: "text/plain", text: await knownTools.read() }] };
    if (params.uri !== cheatsheet.uri) {
      if (has) return upstream.pass("resources/read", params);
      throw new McpError(ErrorCode.InvalidParams, `There is no resource ${params.uri}.`);
    }
    const text = await cheatsheet.read();
    if (text === null) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `No cheatsheet is published for ${provider}. Go on without it.`,
      );
    }
    return { contents: [{ uri: params.uri, mimeType: "text/markdown", text }] };
  });
}

type Watched = Served & { subscriptions: Subscriptions };

/** Forwards subscriptions to the upstream's resources, if it offers them. */
export function serveSubscriptions(server: Server, deps: Watched, watcher: Watcher): void {
  const { upstream, subscriptions, cheatsheet, knownTools } = deps;
  if (!upstream.client.getServerCapabilities()?.resources?.subscribe) return;
  const own = new Set([cheatsheet.uri, knownTools.uri]);
  server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    if (own.has(uri))
      throw new McpError(ErrorCode.InvalidParams, `${uri} sends no updates. Read it again instead.`);
    await subscriptions.add(watcher, uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, async ({ params: { uri } }) => {
    await subscriptions.remove(watcher, uri);
    return {};
  });
}

/** Forwards the log level an agent sets. Ignored if agents share the upstream. */
export function serveLevels(
  server: Server,
  { upstream, agent }: { upstream: Upstream; agent: AgentLink },
): void {
  if (agent.isShared) return;
  const takesLevels = upstream.client.getServerCapabilities()?.logging !== undefined;
  server.setRequestHandler(SetLevelRequestSchema, async ({ params: { level } }) => {
    if (!takesLevels) return {};
    await upstream.pass("logging/setLevel", { level });
    agent.level = level;
    return {};
  });
}

/** Forwards prompts and completions, if the upstream has them. */
export function servePrompts(server: Server, upstream: Upstream): void {
  const capabilities = upstream.client.getServerCapabilities();
  if (capabilities?.prompts) {
    server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => upstream.pass("prompts/list", params));
    server.setRequestHandler(GetPromptRequestSchema, ({ params }) => upstream.pass("prompts/get", params));
  }
  if (capabilities?.completions) {
    server.setRequestHandler(CompleteRequestSchema, ({ params }) =>
      upstream.pass("completion/complete", params),
    );
  }
}
