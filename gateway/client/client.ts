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
  ToolDefinition,
} from "./types";
import { fromWire, toWire } from "./wire";

export type ClientOptions = HttpOptions;

type Cached = { etag: string; text: string };

/** Countersign's gateway API. One instance per gateway key; safe to share between concurrent calls. */
export class CountersignClient {
  readonly #http: HttpOptions;
  readonly #cache = new Map<string, Cached>();

  constructor(options: ClientOptions) {
    this.#http = options;
  }

  /** May this call run now? Never throws for a "no": that is a `deny`. Repeating it with the same `id` is safe. */
  async authorize(request: AuthorizeRequest, options: CallOptions = {}): Promise<AuthorizeAnswer> {
    const body = bodyOf({ id: randomUUID(), ...request }, "arguments");
    const holdSeconds = request.waitSeconds ?? 0;
    return fromWire(json(await this.#post("/api/v1/authorize", body, { ...options, holdSeconds })));
  }

  /** Asks for a person's decision without asking whether one is needed. */
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

  /** The approval as it is now; with `wait`, as soon as its decision or execution changes. */
  async getApproval(id: string, options: GetApprovalOptions = {}): Promise<Approval> {
    const { approval } = await this.#fetchApproval(id, options);
    if (!approval)
      throw new CountersignError("Countersign responded with 304 to an unconditional request.", {
        code: "UNAVAILABLE",
        status: 304,
      });
    return approval;
  }

  /** Approvals of this gateway, newest first, page by page as they are asked for. */
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

  /** Resolves when the decision is no longer pending, or at the deadline with whatever it is then. */
  waitForDecision(id: string, options: WaitOptions = {}): Promise<Approval> {
    return this.waitFor(id, (approval) => approval.decision !== "pending", options);
  }

  /**
   * Long-polls until `done` says so or the deadline passes. It retries outages with backoff.
   * @throws CountersignError for anything a retry cannot cure, and when not even one answer came before the deadline
   */
  waitFor(id: string, done: (approval: Approval) => boolean, options: WaitOptions = {}): Promise<Approval> {
    return waitUntil((conditions) => this.#fetchApproval(id, conditions), done, options);
  }

  /**
   * `executing` takes the lease; the end states tell how it went.
   * @param idempotencyKey give the same one when you repeat an `executing` whose answer you never saw
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

  /** Cancels a call that nobody needs decided any more; the answer is the approval as it is then. */
  async cancel(approvalId: string, reason?: string, options: CallOptions = {}): Promise<Approval> {
    const path = `/api/v1/approvals/${encodeURIComponent(approvalId)}/cancel`;
    const answer = await this.#post(path, JSON.stringify(reason ? { reason } : {}), {
      ...options,
      headers: { "idempotency-key": randomUUID() },
    });
    const approval = fromWire<Approval>(json(answer));
    return { ...approval, argumentsText: argumentsIn(answer.text, []) };
  }

  /** What is gated how, for gating locally. Revalidated with its ETag on every call. */
  async policy(tenant: string, options: CallOptions = {}): Promise<PolicySnapshot> {
    const text = await this.#getCached(`/api/v1/policy?tenant=${encodeURIComponent(tenant)}`, options);
    return fromWire(JSON.parse(text));
  }

  /** Publishes a provider's tools, an MCP `tools/list` plus optional ratings. Answers with Countersign's view of each. */
  async putTools(
    provider: string,
    tools: ToolDefinition[],
    options: CallOptions = {},
  ): Promise<{ tools: RegisteredTool[] }> {
    const body = JSON.stringify(toWire({ provider, tools }));
    return fromWire(json(await send(this.#http, { method: "PUT", path: "/api/v1/tools", body, ...options })));
  }

  /** Records one call, or up to 1,000. In a batch good rows are stored whatever the bad ones are. */
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

  /** Reports what blocked an agent; a known problem comes back with its state and workaround. */
  async submitFeedback(feedback: Feedback, options: CallOptions = {}): Promise<FeedbackAnswer> {
    const body = JSON.stringify(toWire({ id: randomUUID(), ...feedback }));
    return fromWire(json(await this.#post("/api/v1/feedback", body, options)));
  }

  /** The provider's cheatsheet in Markdown, or null when none is published. Revalidated with its ETag. */
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

  /** The `<known_tools>` block for a prompt, at most `budget` characters. Revalidated with its ETag. */
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

  /** Every decision in order, for gateways that cannot be called. Never ends by itself: break, or abort the signal. */
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
