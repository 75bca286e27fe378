import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { argumentsDigest } from "../client/digest";
import { spliceMember, textAt } from "../client/json-text";
import { FakeApproval, type Verdict } from "./fake-approvals";
import {
  AUDIT_MEMBERS,
  hasRationale,
  MEMBERS,
  saysRefused,
  TOOL_MEMBERS,
  unknownMembers,
} from "./fake-members";

type Wire = Record<string, unknown>;
type Answer = { status: number; body?: string | Wire; headers?: Record<string, string> };
type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  text: string;
  body: Wire;
  headers: IncomingMessage["headers"];
};

function problem(status: number, code: string, detail: string, extra: Wire = {}): Answer {
  const body = { type: "about:blank", title: code, status, code, detail, request_id: "req_fake", ...extra };
  return { status, body, headers: { "content-type": "application/problem+json" } };
}

/** Countersign's side of the contract for tests, and methods that act as the approver. */
export class FakeCountersign {
  readonly secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  readonly apiKey = "csk_test";
  readonly approvals = new Map<string, FakeApproval>();
  /** Received requests, newest last. */
  readonly calls: Call[] = [];
  readonly audit: Wire[] = [];
  readonly feedback: Wire[] = [];
  tools: Wire[] = [];
  /** Tools allowed at once; all others wait for a person. */
  readonly lowRisk = new Set<string>();
  readonly policyDenied = new Set<string>();
  /** Tools whose definition is refused, with any list that contains it. */
  readonly refusedTools = new Set<string>();
  /** Has to resolve before a list of tools is accepted. */
  toolsTaken: Promise<unknown> = Promise.resolve();
  /** Number of registered tools at each call. */
  readonly registeredAtCalls: number[] = [];
  cheatsheet: string | null = null;
  /** The known-tools block of the registered tools. */
  knownTools: string | ((registered: Wire[]) => string) = "<known_tools>\n</known_tools>";
  knownIssue: Wire | null = null;
  events: string[] = [];
  /** Responses that replace real ones, once each, by path prefix and body text. */
  readonly interruptions: { path: string; text?: string; answer: Answer }[] = [];
  #server: Server | undefined;
  #port = 0;
  #answered = new Map<string, FakeApproval>();

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** The only pending approval, once there is one. */
  async pending(tool?: string): Promise<FakeApproval> {
    return this.until(() =>
      [...this.approvals.values()].find(
        (a) => a.decision === "pending" && (!tool || a.request.tool === tool),
      ),
    );
  }

  async until<T>(probe: () => T | undefined | false, ms = 60_000): Promise<T> {
    for (const end = Date.now() + ms; Date.now() < end; await new Promise((r) => setTimeout(r, 10))) {
      const found = probe();
      if (found) return found;
    }
    throw new Error(`Timed out waiting for: ${probe}`);
  }

  decide(
    approval: FakeApproval,
    verdict: Verdict,
    change: { reason?: string; argumentsText?: string } = {},
  ): void {
    approval.decide(verdict, change);
    this.events.push(approval.toCallback());
  }

  /** Sends the signed callback of the decision. Returns the gateway's HTTP status. */
  async deliver(
    approval: FakeApproval,
    callbackUrl: string,
    webhookId: string = randomUUID(),
  ): Promise<number> {
    const body = approval.toCallback();
    const at = new Date();
    const answer = await fetch(callbackUrl, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "webhook-id": webhookId,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(this.secret).sign(webhookId, at, body),
      },
    });
    await answer.text();
    return answer.status;
  }

  countCalls(method: string, path: RegExp): number {
    return this.calls.filter((call) => call.method === method && path.test(call.path)).length;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    const body = text ? (JSON.parse(text) as Wire) : {};
    const call = {
      method: request.method ?? "GET",
      path: pathname,
      query: searchParams,
      text,
      body,
      headers: request.headers,
    };
    this.calls.push(call);
    const answer = this.#interruption(call) ?? (await this.#answer(call));
    response.writeHead(answer.status, {
      "content-type": "application/json",
      "x-request-id": "req_fake",
      ...answer.headers,
    });
    response.end(typeof answer.body === "string" ? answer.body : answer.body && JSON.stringify(answer.body));
  }

  #interruption(call: Call): Answer | undefined {
    const index = this.interruptions.findIndex(
      ({ path, text }) => call.path.startsWith(path) && (text === undefined || call.text.includes(text)),
    );
    return index === -1 ? undefined : this.interruptions.splice(index, 1)[0]?.answer;
  }

  async #answer(call: Call): Promise<Answer> {
    if (call.headers.authorization !== `Bearer ${this.apiKey}`)
      return problem(401, "UNAUTHENTICATED", "Unknown key.");
    const extra = unknownMembers(call.body, MEMBERS[call.path] ?? Object.keys(call.body).join(" "));
    if (extra.length > 0) {
      return problem(422, "VALIDATION_ERROR", "Unknown members.", {
        errors: extra.map((key) => ({
          pointer: `/${key}`,
          code: "unrecognized",
          message: "not a member",
          hint: "",
        })),
      });
    }
    const [, , , resource, id, verb] = call.path.split("/");
    switch (`${call.method} ${resource}`) {
      case "POST authorize":
        return this.#authorize(call);
      case "GET approvals":
        return id ? this.#getApproval(call, id) : this.#listApprovals(call);
      case "POST approvals":
        return id ? this.#changeApproval(call, id, verb) : this.#created(this.#approvalFor(call));
      case "PUT tools":
        await this.toolsTaken;
        return this.#putTools(call.body.tools as Wire[]);
      case "POST audit":
        return this.#takeAudit(call);
      case "POST feedback":
        return this.#takeFeedback(call.body);
      case "GET cheatsheets":
        return this.#getText(call, this.cheatsheet, "text/markdown");
      case "GET tools":
        return this.#getText(call, this.#known(), "text/plain");
      case "GET policy":
        return { status: 200, headers: { etag: '"p1"' }, body: { tools: [], rationale_mode: "enforce" } };
      case "GET events":
        return this.#getEvents(call);
      default:
        return problem(404, "NOT_FOUND", "No such resource.");
    }
  }

  #authorize(call: Call): Answer {
    this.registeredAtCalls.push(this.tools.length);
    const { tool, rationale } = call.body;
    const argumentsText = textAt(call.text, ["arguments"]) ?? "{}";
    const digest = argumentsDigest(argumentsText);
    if (typeof rationale !== "string" || rationale.length < 10)
      return problem(422, "VALIDATION_ERROR", "rationale");
    if (this.policyDenied.has(String(tool))) {
      const agent_message = "Tool execution denied by user. Reason: a policy forbids it.";
      return { status: 200, body: { decision: "deny", code: "POLICY", reason: "policy", agent_message } };
    }
    const allow = {
      decision: "allow",
      execution_id: randomUUID(),
      arguments_sha256: digest,
      agent_message: "Allowed.",
    };
    if (this.lowRisk.has(String(tool))) return { status: 200, body: { ...allow, reason: "low_risk" } };
    const granted = this.#grantFor(call.body, digest);
    if (granted) return { status: 200, body: { ...allow, reason: "grant", approval_id: granted.id } };
    return this.#mismatch(digest) ?? this.#held(this.#approvalFor(call));
  }

  /** The error for repeating a call unchanged after a person edited it. */
  #mismatch(digest: string): Answer | undefined {
    const edited = [...this.approvals.values()].find(
      (a) =>
        a.request.mode === "reissue" &&
        a.execution === "awaiting" &&
        a.edited &&
        argumentsDigest(a.originalText) === digest,
    );
    if (!edited) return undefined;
    const { id: approval_id, argumentsText: arguments_text, differences } = edited;
    const agent_message = "These are not the approved arguments, so this call did not run.";
    return {
      status: 200,
      body: spliceMember(
        { decision: "deny", code: "ARGUMENTS_MISMATCH", approval_id, arguments_text, agent_message },
        "differences",
        differences,
      ),
    };
  }

  #grantFor(body: Wire, digest: string): FakeApproval | undefined {
    const fits = (a: FakeApproval) =>
      a.request.mode === "reissue" &&
      a.execution === "awaiting" &&
      a.digest === digest &&
      a.request.tool === body.tool;
    const grant = [...this.approvals.values()].find(fits);
    if (grant) grant.execution = "executing";
    return grant;
  }

  #approvalFor(call: Call): FakeApproval {
    const argumentsText = textAt(call.text, ["arguments"]) ?? "{}";
    const replayed = this.#answered.get(String(call.body.id));
    if (replayed) return replayed;
    const open = [...this.approvals.values()].find(
      (a) =>
        (a.decision === "pending" || a.execution === "awaiting") &&
        a.request.tool === call.body.tool &&
        a.request.agent === call.body.agent &&
        argumentsDigest(a.originalText) === argumentsDigest(argumentsText),
    );
    const approval = open ?? new FakeApproval(call.body, argumentsText, this.url);
    this.approvals.set(approval.id, approval);
    this.#answered.set(String(call.body.id), approval);
    return approval;
  }

  #waitBody(approval: FakeApproval): Wire {
    return {
      decision: "wait",
      requires_human_approval: true,
      approval_id: approval.id,
      approval_url: approval.url,
      summary: `Run ${approval.request.tool}`,
      ttl_seconds: 86_400,
      status: "pending",
      poll_after_ms: 1_000,
      arguments_sha256: argumentsDigest(approval.originalText),
      agent_message: approval.agentMessage,
    };
  }

  #held(approval: FakeApproval): Answer {
    const headers = { location: `/api/v1/approvals/${approval.id}`, "retry-after": "1" };
    return { status: 202, headers, body: this.#waitBody(approval) };
  }

  #created(approval: FakeApproval): Answer {
    return { status: 201, body: spliceMember(this.#waitBody(approval), "approval", approval.toWire()) };
  }

  async #getApproval(call: Call, id: string): Promise<Answer> {
    const approval = this.approvals.get(id);
    if (!approval) return problem(404, "NOT_FOUND", "No such approval.");
    const seen = call.headers["if-none-match"];
    const wait = Number(call.query.get("wait") ?? 0);
    if (wait > 0 && (!seen || seen === approval.etag)) await approval.changed(wait);
    if (seen === approval.etag) return { status: 304, headers: { etag: approval.etag } };
    return { status: 200, headers: { etag: approval.etag }, body: approval.toWire() };
  }

  #listApprovals(call: Call): Answer {
    const status = call.query.get("status");
    const fitting = [...this.approvals.values()].filter(
      (a) => !status || (a.decision === "approved" ? a.execution : a.decision) === status,
    );
    return { status: 200, body: `{"data":[${fitting.map((a) => a.toWire()).join(",")}],"next_cursor":null}` };
  }

  #changeApproval(call: Call, id: string, verb: string | undefined): Answer {
    const approval = this.approvals.get(id);
    if (!approval) return problem(404, "NOT_FOUND", "No such approval.");
    if (verb === "replies") return approval.reply(call.body);
    if (verb === "cancel") {
      if (approval.decision !== "pending")
        return problem(409, "ALREADY_DECIDED", `The approval is ${approval.decision}.`);
      this.decide(approval, "cancelled", { reason: String(call.body.reason ?? "") });
      return { status: 200, body: approval.toWire() };
    }
    const taken = approval.report(call.body, String(call.headers["idempotency-key"]), call.text);
    return taken
      ? { status: 200, body: approval.toWire() }
      : problem(409, "CONFLICT", "Another holds the lease, or nothing was approved.");
  }

  #putTools(tools: Wire[]): Answer {
    const extra = tools.flatMap((tool) => unknownMembers(tool, TOOL_MEMBERS));
    if (extra.length > 0) return problem(422, "VALIDATION_ERROR", `Unknown members: ${extra}`);
    const refused = tools.findIndex(({ name }) => this.refusedTools.has(String(name)));
    if (refused >= 0) {
      const errors = [{ pointer: `/tools/${refused}/inputSchema`, code: "custom", message: "too large" }];
      return problem(422, "VALIDATION_ERROR", "A tool was refused.", { errors });
    }
    // Tools missing from a list stay registered.
    const names = new Set(tools.map(({ name }) => name));
    this.tools = [...this.tools.filter(({ name }) => !names.has(name)), ...tools];
    return { status: 200, body: { tools: tools.map(({ name }) => ({ name, version: 1 })) } };
  }

  #known(): string {
    return typeof this.knownTools === "string" ? this.knownTools : this.knownTools(this.tools);
  }

  #takeAudit(call: Call): Answer {
    const rows = (call.body.rows as Wire[] | undefined) ?? [call.body];
    const rejected: Wire[] = [];
    for (const [index, row] of rows.entries()) {
      const extra = unknownMembers(row, AUDIT_MEMBERS);
      if (extra.length > 0)
        rejected.push({ index, errors: [{ pointer: `/${extra[0]}`, message: "not a member" }] });
      else if (!hasRationale(row) && !saysRefused(row))
        rejected.push({ index, errors: [{ pointer: "/rationale", message: "too short" }] });
      else if (!this.audit.some((known) => known.id === row.id)) this.audit.push(row);
    }
    if (!call.body.rows) return { status: 201, body: { id: randomUUID() } };
    return { status: 207, body: { accepted: rows.length - rejected.length, duplicates: 0, rejected } };
  }

  #takeFeedback(body: Wire): Answer {
    this.feedback.push(body);
    const issue = {
      id: randomUUID(),
      ref: "CS-7",
      title: "Deals lose custom properties",
      state: "accepted",
      url: `${this.url}/i/7`,
    };
    return {
      status: 201,
      body: {
        id: randomUUID(),
        issue,
        known: this.knownIssue !== null,
        answer: this.knownIssue ?? undefined,
      },
    };
  }

  #getText(call: Call, text: string | null, type: string): Answer {
    if (text === null) return problem(404, "NOT_FOUND", "Nothing is published.");
    const etag = `"${argumentsDigest(JSON.stringify({ text })).slice(0, 12)}"`;
    if (call.headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
    return { status: 200, headers: { etag, "content-type": type }, body: text };
  }

  #getEvents(call: Call): Answer {
    const after = Number(call.query.get("after") ?? 0);
    const data = this.events.slice(after);
    return { status: 200, body: `{"data":[${data.join(",")}],"next_cursor":"${after + data.length}"}` };
  }
}
