import { randomUUID } from "node:crypto";
import { argumentsDigest } from "../client/digest";
import { readMembers, spliceMember, textAt } from "../client/json-text";

type Wire = Record<string, unknown>;
export type Verdict = "approved" | "rejected" | "changes_requested" | "expired" | "cancelled";

/** One approval per the contract, with enough rules to reproduce races. */
export class FakeApproval {
  readonly id = randomUUID();
  decision: Verdict | "pending" = "pending";
  execution = "none";
  revision = 1;
  argumentsText: string;
  reason: string | null = null;
  outcome: Wire | null = null;
  /** `result` of the outcome, byte for byte. */
  #resultText = "null";
  executionId: string | null = null;
  leaseKey: string | null = null;
  /** Passkey signatures, one per approver. */
  signatures: Wire[] = [];
  /** A person's question to the agent, and the reply. */
  question: { text: string; reply: string | null } | null = null;
  /** Accepted reports, in order. */
  readonly reports: Wire[] = [];
  #version = 1;
  #watchers = new Set<() => void>();

  constructor(
    readonly request: Wire,
    readonly originalText: string,
    private readonly origin: string,
  ) {
    this.argumentsText = originalText;
  }

  get etag(): string {
    return `"${this.id}-${this.#version}"`;
  }

  get digest(): string {
    return argumentsDigest(this.argumentsText);
  }

  get edited(): boolean {
    return this.argumentsText !== this.originalText;
  }

  /** JSON text. Covers top-level members, the only ones these tests edit. */
  get differences(): string {
    const { argumentsText: approved, originalText: received } = this;
    const rows = readMembers(approved)
      .map(({ key }) => ({ key, approved: textAt(approved, [key]), received: textAt(received, [key]) }))
      .filter((row) => row.approved !== row.received)
      .map(
        (row) =>
          `{"path":"/${row.key}","approved":${row.approved}${row.received ? `,"received":${row.received}` : ""}}`,
      );
    return `[${rows}]`;
  }

  get url(): string {
    return `${this.origin}/approvals/${this.id}`;
  }

  get agentMessage(): string {
    const because = this.reason ? ` Reason: ${this.reason}` : "";
    const asked = this.question && !this.question.reply ? ` A person asks: ${this.question.text}` : "";
    if (this.decision === "pending") return `Waiting for a person's approval at ${this.url}.${asked}`;
    if (this.decision === "expired") {
      return "No one answered in time. This is not an approval and not a system error; do not try another way.";
    }
    if (this.decision !== "approved") return `Tool execution denied by user.${because}`;
    return `Approved; execution ${this.execution}. It must not be run again.`;
  }

  decide(verdict: Verdict, change: { reason?: string; argumentsText?: string } = {}): void {
    if (this.decision !== "pending") throw new Error(`already ${this.decision}`);
    this.decision = verdict;
    this.reason = change.reason ?? null;
    this.execution = verdict === "approved" ? "awaiting" : "blocked";
    if (verdict === "approved") this.executionId = randomUUID();
    if (change.argumentsText !== undefined) {
      this.argumentsText = change.argumentsText;
      this.revision++;
    }
    this.#changed();
  }

  ask(text: string): void {
    this.question = { text, reply: null };
    this.#changed();
  }

  /** Takes a reply. */
  reply({ text }: Wire): { status: number; body: Wire } {
    this.question = { text: this.question?.text ?? "", reply: String(text) };
    this.#changed();
    return { status: 201, body: { id: randomUUID(), approval_id: this.id, text } };
  }

  /** Takes a report. False: another process holds the lease, or nothing was approved. */
  report(report: Wire, idempotencyKey: string, text: string): boolean {
    if (report.state === "executing") {
      if (this.execution === "executing" && this.leaseKey === idempotencyKey) return true;
      if (this.execution !== "awaiting") return false;
      this.leaseKey = idempotencyKey;
    } else if (this.decision !== "approved" && this.decision !== "pending") return false;
    this.reports.push(report);
    this.execution = String(report.state);
    if (report.state !== "executing") {
      this.outcome = { status: report.state, result: report.result, error: report.error };
      this.#resultText = textAt(text, ["result"]) ?? "null";
    }
    this.#changed();
    return true;
  }

  /** Resolves at the next change, or after `seconds`. */
  changed(seconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#watchers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, seconds * 1000);
      this.#watchers.add(done);
    });
  }

  toWire(): string {
    const { tenant, provider, tool, rationale, correlation } = this.request;
    const body = {
      id: this.id,
      external_id: this.request.id,
      ...{
        tenant,
        gateway: "fake",
        provider: provider ?? null,
        tool,
        rationale,
        correlation: correlation ?? null,
      },
      arguments_sha256: this.digest,
      revision: this.revision,
      edited: this.edited,
      mode: this.request.mode ?? "callback",
      arguments_text: this.argumentsText,
      delivery: "none",
      risk: "high",
      summary: null,
      status: this.decision === "approved" ? this.execution : this.decision,
      decision: this.decision,
      execution: this.execution,
      execution_id: this.executionId,
      decide_by: null,
      use_by: null,
      votes: this.signatures.map((passkey) => ({
        ...{ revision: this.revision, by: "Ines", deputy_for: null, verdict: "approve" },
        ...{ reason: null, at: new Date(0).toISOString(), passkey },
      })),
      approvals_required: 1,
      ...{ policy: null, deciders: null, reason_required: ["reject"] },
      break_glass: false,
      remembered_rule: null,
      reason: this.reason,
      agent_message: this.agentMessage,
      approval_url: this.url,
      questions: this.question
        ? [{ ...{ id: this.question.text, by: "Ines", at: null }, ...this.question }]
        : [],
      created_at: new Date(0).toISOString(),
      decided_at: null,
    };
    const outcome = this.outcome ? spliceMember(this.outcome, "result", this.#resultText) : "null";
    const differences = this.edited ? `"differences":${this.differences},` : "";
    const text = spliceMember(body, "arguments", this.argumentsText);
    return `{"outcome":${outcome},${differences}${text.slice(1)}`;
  }

  toCallback(): string {
    const { tenant, provider, tool, correlation } = this.request;
    const data = {
      approval_id: this.id,
      external_id: this.request.id,
      ...{ tenant, provider: provider ?? null, tool, decision: this.decision, revision: this.revision },
      execution_id: this.executionId,
      use_by: null,
      arguments_text: this.argumentsText,
      arguments_sha256: this.digest,
      edited: this.argumentsText !== this.originalText,
      decided_by: (this.signatures.length > 0 ? this.signatures : [null]).map((passkey) => ({
        ...{ name: "Ines", at: new Date(0).toISOString(), reason: this.reason, passkey },
      })),
      break_glass: false,
      reason: this.reason,
      agent_message: this.agentMessage,
      correlation: correlation ?? null,
      precondition: null,
    };
    const envelope = { type: `approval.${this.decision}`, timestamp: new Date().toISOString() };
    return spliceMember(envelope, "data", spliceMember(data, "arguments", this.argumentsText));
  }

  #changed(): void {
    this.#version++;
    for (const watcher of [...this.#watchers]) watcher();
  }
}
