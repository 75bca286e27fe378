import { randomUUID } from "node:crypto";
import { CountersignError } from "./errors";
import { type FollowedEvent, type FollowOptions, followEvents } from "./events";
import { type HttpAnswer, type HttpOptions, send } from "./http";
import { assertJsonObject, type Path, spliceMember, textAt } from "./json-text";
import {
  type CallOptions,
  type FetchedApproval,
  type GetApprovalOptions,
  type WaitOptions,
  waitUntil,
} from "./polling";
import type {
  Approval,
  ApprovalRequest,
  AuditBatchAnswer,
  AuditRow,
  AuditRowAnswer,
  AuthorizeAnswer,
  AuthorizeRequest,
  CreatedApproval,
  Decision,
  ExecutionReport,
  Feedback,
  FeedbackAnswer,
  PolicySnapshot,
  RegisteredTool,
  Reply,
  ToolDefinition,
} from "./types";
import { fromWire, toWire } from "./wire";

export type ClientOptions = HttpOptions;

type Cached = { etag: string; text: string };

/** Countersign's gateway API. One instance per gateway key; safe for concurrent calls. */
export class CountersignClient {
  readonly #http: HttpOptions;
  readonly #cache = new Map<string, Cached>();

  constructor(options: ClientOptions) {
    this.#http = options;
  }

  /**
   * Asks whether a call may run now. A refusal is a `deny`, not an error. Safe to repeat with the
   * same `id`.
   */
  async authorize(request: AuthorizeRequest, options: CallOptions = {}): Promise<AuthorizeAnswer> {
    const body = bodyOf({ id: randomUUID(), ...request }, "arguments");
    const holdSeconds = request.waitSeconds ?? 0;
    return fromWire(json(await this.#post("/api/v1/authorize", body, { ...options, holdSeconds })));
  }

  /** Requests a person's decision without checking whether one is needed. */
  async createApproval(request: ApprovalRequest, options: CallOptions = {}): Promise<CreatedApproval> {
    const answer = await this.#post(
      "/api/v1/approvals",
      bodyOf({ id: randomUUID(), ...request }, "arguments"),
      options,
    );
    const parsed = fromWire<CreatedApproval>(json(answer));
    return {
      ...parsed,
      approval: { ...parsed.approval, argumentsText: argumentsIn(answer.text, ["approval"]) },
    };
  }

  /** The approval now; with `wait`, once its decision or execution changes. */
  async getApproval(id: string, options: GetApprovalOptions = {}): Promise<Approval> {
    const { approval } = await this.#fetchApproval(id, options);
    if (!approval)
      throw new CountersignError("Countersign responded with 304 to an unconditional request.", {
        code: "UNAVAILABLE",
        status: 304,
      });
    return approval;
  }

  /** Approvals of this gateway, newest first; loads pages on demand. */
  async *listApprovals(
    filter: { tenant?: string; tool?: string; status?: string; decision?: Decision } = {},
    options: CallOptions = {},
  ): AsyncGenerator<Approval, void, undefined> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ ...filter, limit: "100", ...(cursor ? { cursor } : {}) });
      const answer = await send(this.#http, {
        method: "GET",
        path: `/api/v1/approvals?${query}`,
        ...options,
      });
      const page = fromWire<{ data: Approval[]; nextCursor: string | null }>(json(answer));
      for (const [index, approval] of page.data.entries()) {
        yield { ...approval, argumentsText: argumentsIn(answer.text, ["data", index]) };
      }
      cursor = page.nextCursor;
    } while (cursor);
  }

  /** Resolves when the decision is no longer pending, or at the deadline with the current state. */
  waitForDecision(id: string, options: WaitOptions = {}): Promise<Approval> {
    return this.waitFor(id, (approval) => approval.decision !== "pending", options);
  }

  /**
   * Long-polls until `done` returns true or the deadline passes. Retries outages with backoff.
   * @throws CountersignError if a retry cannot help, or if no response arrived before the deadline
   */
  waitFor(id: string, done: (approval: Approval) => boolean, options: WaitOptions = {}): Promise<Approval> {
    return waitUntil((conditions) => this.#fetchApproval(id, conditions), done, options);
  }

  /**
   * `executing` takes the lease; the end states report the result.
   * @param idempotencyKey pass the same one to repeat an `executing` whose response was lost
   * @throws CountersignError `CONFLICT` when another holds the lease or nothing was approved
   */
  async reportExecution(
    approvalId: string,
    report: ExecutionReport,
    options: CallOptions & { idempotencyKey?: string } = {},
  ): Promise<void> {
    const headers = { "idempotency-key": options.idempotencyKey ?? randomUUID() };
    const path = `/api/v1/approvals/${encodeURIComponent(approvalId)}/execution`;
    await this.#post(path, JSON.stringify(toWire(report)), { ...options, headers });
  }

  /** Passes on the agent's reply to a question; without `questionId` to the newest open one. */
  async reply(
    approvalId: string,
    reply: { id?: string; questionId?: string; text: string },
    options: CallOptions = {},
  ): Promise<Reply> {
    const path = `/api/v1/approvals/${encodeURIComponent(approvalId)}/replies`;
    const body = JSON.stringify(toWire({ id: randomUUID(), ...reply }));
    return fromWire(json(await this.#post(path, body, options)));
  }

  /** Cancels a call that needs no decision any more; returns its approval. */
  async cancel(approvalId: string, reason?: string, options: CallOptions = {}): Promise<Approval> {
    const path = `/api/v1/approvals/${encodeURIComponent(approvalId)}/cancel`;
    const answer = await this.#post(path, JSON.stringify(reason ? { reason } : {}), {
      ...options,
      headers: { "idempotency-key": randomUUID() },
    });
    const approval = fromWire<Approval>(json(answer));
    return { ...approval, argumentsText: argumentsIn(answer.text, []) };
  }

  /** How each tool is gated, for gating locally. Revalidates with its ETag on every call. */
  async policy(tenant: string, options: CallOptions = {}): Promise<PolicySnapshot> {
    const text = await this.#getCached(`/api/v1/policy?tenant=${encodeURIComponent(tenant)}`, options);
    return fromWire(JSON.parse(text));
  }

  /**
   * Publishes a provider's tools, an MCP `tools/list` plus optional ratings. Returns Countersign's
   * view of each.
   */
  async putTools(
    provider: string,
    tools: ToolDefinition[],
    options: CallOptions = {},
  ): Promise<{ tools: RegisteredTool[] }> {
    const body = JSON.stringify(toWire({ provider, tools }));
    return fromWire(json(await send(this.#http, { method: "PUT", path: "/api/v1/tools", body, ...options })));
  }

  /**
   * Records one call, or up to 1,000. Valid rows of a batch are stored even if others are invalid.
   */
  async postAudit(row: AuditRow, options?: CallOptions): Promise<AuditRowAnswer>;
  async postAudit(rows: AuditRow[], options?: CallOptions): Promise<AuditBatchAnswer>;
  async postAudit(
    rows: AuditRow | AuditRow[],
    options: CallOptions = {},
  ): Promise<AuditRowAnswer | AuditBatchAnswer> {
    const serialise = (row: AuditRow) => bodyOf({ id: randomUUID(), ...row }, "arguments");
    const body = Array.isArray(rows) ? `{"rows":[${rows.map(serialise).join(",")}]}` : serialise(rows);
    return fromWire(json(await this.#post("/api/v1/audit", body, options)));
  }

  /** Reports what blocked an agent; returns the state and workaround of a known problem. */
  async submitFeedback(feedback: Feedback, options: CallOptions = {}): Promise<FeedbackAnswer> {
    const body = JSON.stringify(toWire({ id: randomUUID(), ...feedback }));
    return fromWire(json(await this.#post("/api/v1/feedback", body, options)));
  }

  /** The provider's cheatsheet in Markdown, or null without one. Revalidates with its ETag. */
  async getCheatsheet(provider: string, options: CallOptions = {}): Promise<string | null> {
    try {
      return await this.#getCached(
        `/api/v1/cheatsheets/${encodeURIComponent(provider)}`,
        options,
        "text/markdown",
      );
    } catch (error) {
      if (error instanceof CountersignError && error.status === 404) return null;
      throw error;
    }
  }

  /**
   * The `<known_tools>` block for a prompt, at most `budget` characters. Revalidates with its ETag.
   */
  getKnownTools(
    asked: { tenant: string; provider?: string; budget?: number },
    options: CallOptions = {},
  ): Promise<string> {
    const { tenant, provider, budget } = asked;
    const query = new URLSearchParams({
      tenant,
      ...(provider === undefined ? {} : { provider }),
      ...(budget === undefined ? {} : { budget: String(budget) }),
    });
    return this.#getCached(`/api/v1/tools/known?${query}`, options, "text/plain");
  }

  /**
   * All decisions in order, for gateways without a callback URL. Endless: break, or abort the
   * signal.
   */
  events(options: FollowOptions = {}): AsyncGenerator<FollowedEvent, void, undefined> {
    return followEvents(this.#http, options);
  }

  #post(
    path: string,
    body: string,
    options: CallOptions & { headers?: Record<string, string>; holdSeconds?: number },
  ) {
    const { signal, attempts, headers, holdSeconds } = options;
    return send(this.#http, { method: "POST", path, body, signal, attempts, headers, holdSeconds });
  }

  async #fetchApproval(
    id: string,
    options: GetApprovalOptions & { etag?: string },
  ): Promise<FetchedApproval> {
    const wait = options.wait ?? 0;
    const answer = await send(this.#http, {
      method: "GET",
      path: `/api/v1/approvals/${encodeURIComponent(id)}${wait > 0 ? `?wait=${wait}` : ""}`,
      headers: options.etag ? { "if-none-match": options.etag } : {},
      holdSeconds: wait,
      signal: options.signal,
      attempts: options.attempts,
    });
    if (answer.status === 304) return { approval: undefined, etag: options.etag };
    const approval = fromWire<Approval>(json(answer));
    return {
      approval: { ...approval, argumentsText: argumentsIn(answer.text, []) },
      etag: answer.headers.get("etag") ?? undefined,
    };
  }

  async #getCached(path: string, options: CallOptions, accept = "application/json"): Promise<string> {
    const cached = this.#cache.get(path);
    const headers = { accept, ...(cached ? { "if-none-match": cached.etag } : {}) };
    const answer = await send(this.#http, { method: "GET", path, headers, ...options });
    if (answer.status === 304 && cached) return cached.text;
    const etag = answer.headers.get("etag");
    if (etag) this.#cache.set(path, { etag, text: answer.text });
    return answer.text;
  }
}

function bodyOf(request: object & { argumentsText?: string }, key: "arguments"): string {
  const { argumentsText, ...rest } = request;
  if (argumentsText === undefined) return JSON.stringify(toWire(rest));
  assertJsonObject(argumentsText, "argumentsText");
  return spliceMember(toWire(rest), key, argumentsText);
}

function argumentsIn(text: string, path: Path): string {
  return textAt(text, [...path, "arguments"]) ?? "{}";
}

function json(answer: HttpAnswer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch (cause) {
    throw new CountersignError(
      "Countersign's response was not JSON. Check that COUNTERSIGN_URL is Countersign itself.",
      {
        code: "UNAVAILABLE",
        status: answer.status,
        cause,
      },
    );
  }
}
