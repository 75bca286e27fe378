import type { Server } from "node:http";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type ClientCapabilities,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { CountersignClient } from "../client/client";
import { AgentLink } from "./agent-link";
import { answerOf } from "./answers";
import { AuditLog, type EndedCall } from "./audit";
import { listenForCallbacks } from "./callbacks";
import { Catalogue } from "./catalogue";
import { Cheatsheet } from "./cheatsheet";
import { ApprovalCheck } from "./check";
import type { GatewayConfig } from "./config";
import { exactFetch } from "./exact-numbers";
import { completed, Gate } from "./gate";
import { type Held, HeldApprovals, type Settlement, WITHDRAWN } from "./holds";
import { listenForAgents } from "./http-front";
import { KnownTools } from "./known-tools";
import { faultOf, log, reason } from "./log";
import { freeName, OwnTools } from "./own-tools";
import { Questions } from "./questions";
import { resumeHeld } from "./resume";
import { Session, type SessionDeps } from "./session";
import { Subscriptions } from "./subscriptions";
import { Trust } from "./trust";
import { Upstream } from "./upstream";
import type { IncomingArguments } from "./verbatim";

/** Time limits of stopping: withdrawing held calls, running executions, and last audit rows. */
const STOP_WITHDRAWALS_MS = 1_500;
const STOP_EXECUTIONS_MS = 8_000;
const STOP_AUDIT_MS = 2_000;

export class Gateway {
  readonly #sessions = new Set<Session>();
  readonly #servers: Server[] = [];
  /** Bound ports, for callers that asked for port 0. */
  readonly ports: { callback?: number; mcp?: number } = {};

  private constructor(
    private readonly config: GatewayConfig,
    private readonly deps: SessionDeps,
    readonly held: HeldApprovals,
    private readonly audit: AuditLog,
    private readonly check: ApprovalCheck,
  ) {}

  /**
   * Connects to the upstream first. Starts without Countersign, too.
   * @param offers what the only agent offers the upstream, once its handshake says so; null where
   * several agents share the connection
   * @throws Error in one line when the upstream or a listener does not start
   */
  static async start(
    config: GatewayConfig,
    offers: Promise<ClientCapabilities> | null = null,
  ): Promise<Gateway> {
    const { countersignUrl: baseUrl, apiKey } = config;
    const client = new CountersignClient({ baseUrl, apiKey, fetch: exactFetch });
    const agent = new AgentLink(offers, config.answerTimeoutSeconds * 1000);
    const upstream = await Upstream.connect(config, agent);
    const catalogue = new Catalogue(upstream, client, config.provider, config.ratings);
    await catalogue.refresh();
    const audit = new AuditLog(client);
    const record = (held: Held, settlement: Settlement) =>
      void recordUnwatched({ client, audit, catalogue, config }, held, settlement);
    const trust = new Trust(config.trust);
    const taken = new Set(catalogue.tools.map((tool) => tool.name));
    const ownName = (name: string) => freeName(name, taken);
    const questions = new Questions(ownName("reply_to_question"));
    const held = new HeldApprovals(client, upstream, { config, trust }, record);
    const checkTool = ownName("check_approval");
    const check = new ApprovalCheck(client, config, checkTool, questions);
    const ownTools = new OwnTools(client, config, check, audit);
    const gate = new Gate({ config, client, upstream, catalogue, held, audit, trust, questions, checkTool });
    const cheatsheet = new Cheatsheet(client, config.provider);
    const knownTools = new KnownTools(client, config, catalogue);
    const links = { agent, subscriptions: new Subscriptions(upstream) };
    const { provider } = config;
    const deps = { provider, upstream, catalogue, cheatsheet, knownTools, gate, ownTools, ...links };
    const gateway = new Gateway(config, deps, held, audit, check);
    gateway.#forwardListChanges();
    await gateway.#listen();
    if (config.resume && config.mode === "callback") void resumeHeld(client, config, held);
    return gateway;
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Serves one agent over any MCP transport. */
  async serve(
    transport: Transport,
    incoming: IncomingArguments,
    onClose: () => void = () => undefined,
  ): Promise<void> {
    const known = await this.deps.knownTools.forInstructions();
    const session = new Session(this.deps, incoming, known);
    this.#sessions.add(session);
    await session.open(transport, () => {
      this.#sessions.delete(session);
      onClose();
    });
  }

  /** Calls back once if the upstream is lost, because the gateway is useless without it. */
  onUpstreamLost(handler: () => void): void {
    this.deps.upstream.client.onclose = handler;
  }

  /** Stops accepting work, lets running executions end and report, then stops the upstream. */
  async close(): Promise<void> {
    this.deps.upstream.client.onclose = undefined;
    this.deps.catalogue.close();
    this.check.close();
    for (const server of this.#servers) server.close();
    if (!this.config.resume) await this.held.withdraw(WITHDRAWN, STOP_WITHDRAWALS_MS);
    await Promise.all([this.held.close(STOP_EXECUTIONS_MS), this.deps.gate.close(STOP_EXECUTIONS_MS)]);
    // The last responses are written before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([...this.#sessions].map((session) => session.close()));
    for (const server of this.#servers) server.closeAllConnections();
    await this.audit.close(STOP_AUDIT_MS);
    await this.deps.upstream.close();
  }

  async #listen(): Promise<void> {
    const { config } = this;
    if (config.callback) {
      const onDecision = this.held.onDecision.bind(this.held);
      // In reissue mode the agent repeats the call, so the callback needs no action.
      const act = config.mode === "callback" ? onDecision : async () => undefined;
      const { port, server } = await listenForCallbacks({
        ...config.callback,
        ...scopeOf(config),
        onDecision: act,
      });
      this.ports.callback = port;
      this.#servers.push(server);
      log("info", "Listening for callbacks.", {
        host: config.callback.host,
        port,
        path: config.callback.path,
      });
    }
    if (config.listen) {
      const { port, server } = await listenForAgents(config.listen, config.sessionIdleSeconds, (...agent) =>
        this.serve(...agent),
      );
      this.ports.mcp = port;
      this.#servers.push(server);
      log("info", "Serving MCP over Streamable HTTP.", { host: config.listen.host, port, path: "/mcp" });
    }
  }

  /** Restores what an agent asked of the forgotten session. */
  async #renewSession(): Promise<void> {
    const { agent, subscriptions, upstream } = this.deps;
    if (agent.level)
      await upstream
        .pass("logging/setLevel", { level: agent.level })
        .catch((error) =>
          log("warn", "The log level ended with the upstream server's session.", { reason: reason(error) }),
        );
    await subscriptions.renew();
  }

  #forwardListChanges(): void {
    const { client } = this.deps.upstream;
    const announce = (list: "tools" | "resources" | "prompts") =>
      Promise.all([...this.#sessions].map((session) => session.announce(list)));
    const listAgain = async () => {
      await this.deps.catalogue.refresh();
      await announce("tools");
    };
    client.setNotificationHandler(ToolListChangedNotificationSchema, listAgain);
    this.deps.upstream.onRenewed((by) => {
      void this.#renewSession();
      // The tools may have changed; if the request was a listing, its result is current.
      if (by === "tools/list") return;
      listAgain().catch((error) =>
        log("warn", "The upstream server's tools could not be listed again.", { reason: reason(error) }),
      );
    });
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
      this.deps.subscriptions.updated(params),
    );
    client.setNotificationHandler(
      ResourceListChangedNotificationSchema,
      async () => void (await announce("resources")),
    );
    client.setNotificationHandler(
      PromptListChangedNotificationSchema,
      async () => void (await announce("prompts")),
    );
    client.onerror = (error) =>
      log("warn", "A message from the upstream server was malformed.", { reason: faultOf(error) });
  }
}

function scopeOf({ tenant, provider }: GatewayConfig) {
  return { tenant, provider };
}

type Recording = {
  client: CountersignClient;
  audit: AuditLog;
  catalogue: Catalogue;
  config: GatewayConfig;
};

/** Records a held call whose agent left; other calls are recorded with their result. */
async function recordUnwatched(
  { client, audit, catalogue, config }: Recording,
  held: Held,
  settlement: Settlement,
): Promise<void> {
  if (held.waiting.size > 0) return;
  const answer = answerOf(settlement);
  const row = held.call ?? (await rowOfForgotten(client, config, held.approvalId));
  if (!row) return;
  const ended = { ...answer, detail: answer.detail ?? "the agent stopped waiting" };
  audit.record(completed(row, ended, catalogue.find(row.tool)));
}

async function rowOfForgotten(
  client: CountersignClient,
  config: GatewayConfig,
  id: string,
): Promise<EndedCall | null> {
  try {
    const { tool, rationale, argumentsText } = await client.getApproval(id);
    const call = {
      tool,
      rationale: rationale ?? undefined,
      argumentsText,
      approvalId: id,
      method: "tools/call",
      outcome: "ok",
    } as const;
    return { ...scopeOf(config), ...call };
  } catch (error) {
    log("warn", "A finished call could not be recorded.", { approvalId: id, reason: reason(error) });
    return null;
  }
}
