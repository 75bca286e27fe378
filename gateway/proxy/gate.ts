import { randomUUID } from "node:crypto";
import type { CallToolResult, Progress, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { CountersignClient } from "../client/client";
import { CountersignError } from "../client/errors";
import { sleep } from "../client/http";
import type {
  AllowAnswer,
  Approval,
  AuthorizeAnswer,
  AuthorizeRequest,
  DenyAnswer,
  WaitAnswer,
} from "../client/types";
import {
  type Answer,
  answerOf,
  answerOfClosed,
  answerOfDenial,
  answerOfTrouble,
  answerOfWaiting,
} from "./answers";
import type { AuditLog, EndedCall } from "./audit";
import type { Catalogue } from "./catalogue";
import type { GatewayConfig } from "./config";
import { describedBy } from "./description";
import { type Held, type HeldApprovals, RUNNING, type Settlement, wasWithdrawnElsewhere } from "./holds";
import { errorResult, refusedRun, reportOf } from "./outcome";
import { patienceMs } from "./patience";
import { CallProgress } from "./progress";
import type { Questions } from "./questions";
import { keepLease, reportEnd } from "./reporting";
import {
  PLAIN_RATIONALE,
  RATIONALE_CHARS_MAX,
  rationaleFieldOf,
  type SplitArguments,
  splitArguments,
} from "./schema";
import type { Trust } from "./trust";
import type { Upstream } from "./upstream";
import { violationsOf } from "./violations";

/** The caller, from the MCP handshake. */
export type Caller = { sessionId: string; agent?: string; agentVersion?: string };

/** One `tools/call`, with its arguments as the agent sent them. */
type ToolCall = {
  tool: string;
  argumentsText: string;
  /** The client's id of this call, for comparing logs. */
  callId?: string;
  /** Aborts when the client cancels or disconnects. */
  signal: AbortSignal;
  /** Present if the client asked for progress; silence would time it out. */
  progress?: (progress: Progress) => void;
  /** Called with the approval that the call waits for. */
  onHeld?: (approvalId: string) => void;
};

/** A call with its client's progress, and the monotonic time when its wait began. */
type Running = ToolCall & { heard: CallProgress; since: number };

type GateDeps = {
  config: GatewayConfig;
  client: CountersignClient;
  upstream: Upstream;
  catalogue: Catalogue;
  held: HeldApprovals;
  audit: AuditLog;
  trust: Trust;
  questions: Questions;
  /** Name of the tool that reports the state of an approval. */
  checkTool: string;
};

type Prepared = {
  id: string;
  row: EndedCall;
  request: AuthorizeRequest;
  argumentsText: string;
  /** How often it was asked again because another process withdrew the approval. */
  anew: number;
};

/** Attempts to get a decision before failing closed: about three seconds. */
const AUTHORIZE_ATTEMPTS = 4;

/** Several processes may end in a row; more indicates a fault that asking again does not fix. */
const ASKED_ANEW_MAX = 2;

/** Decides every tool call by asking Countersign; the only path to the upstream's tools. */
export class Gate {
  readonly #inFlight = new Set<Promise<CallToolResult>>();
  readonly #stopping = new AbortController();

  constructor(private readonly deps: GateDeps) {}

  /** Never throws for errors of callers, people or outages: the agent gets a message instead. */
  async call(call: ToolCall, caller: Caller): Promise<CallToolResult> {
    const heard = new CallProgress(call.progress, this.deps.config.progressIntervalMs);
    const answer = this.#call({ ...call, heard, since: performance.now() }, caller);
    this.#inFlight.add(answer);
    return answer.finally(() => {
      heard.stop();
      this.#inFlight.delete(answer);
    });
  }

  /** Returns the open approvals to waiting agents, and gives running calls up to `ms` to end. */
  async close(ms: number): Promise<void> {
    this.#stopping.abort();
    await Promise.race([Promise.allSettled(this.#inFlight), sleep(ms)]);
  }

  async #call(call: Running, caller: Caller): Promise<CallToolResult> {
    const row = this.#row(call, caller);
    const tool = this.deps.catalogue.find(call.tool);
    const split = splitArguments(call.argumentsText, tool ? rationaleFieldOf(tool) : PLAIN_RATIONALE);
    if (!tool) return this.#finish({ ...row, ...rationaleOf(split) }, unknownTool(call.tool));
    if ("problem" in split) {
      const { problem } = split;
      const answer = { result: errorResult(problem), outcome: "validation_error", error: problem } as const;
      return this.#finish({ ...row, ...rationaleOf(split) }, answer);
    }
    // Approvers see calls checked against the definition, so Countersign needs it first.
    await this.deps.catalogue.untilRegistered(call.signal);
    const id = randomUUID();
    const known = { ...row, rationale: split.rationale, argumentsText: split.toolArguments };
    const request = this.#request(id, known, split.rationale, split.toolArguments);
    return this.#judge({ id, row: known, request, argumentsText: split.toolArguments, anew: 0 }, call);
  }

  #row(call: ToolCall, caller: Caller): EndedCall {
    const { config } = this.deps;
    return {
      tenant: config.tenant,
      provider: config.provider,
      tool: call.tool,
      method: "tools/call",
      outcome: "ok",
      ...caller,
      callId: call.callId,
      onBehalfOf: config.onBehalfOf,
    };
  }

  #request(id: string, row: EndedCall, rationale: string, argumentsText: string): AuthorizeRequest {
    const { config } = this.deps;
    return {
      id,
      tenant: row.tenant,
      provider: row.provider,
      tool: row.tool,
      argumentsText,
      rationale,
      ...describedBy(config.ratings[row.tool], argumentsText),
      mode: config.mode,
      callbackUrl: config.callback?.url,
      agent: row.agent,
      agentVersion: row.agentVersion,
      onBehalfOf: row.onBehalfOf,
      sessionId: row.sessionId,
      callId: row.callId,
    };
  }

  async #judge(prepared: Prepared, call: Running): Promise<CallToolResult> {
    let verdict: AuthorizeAnswer;
    try {
      verdict = await this.deps.client.authorize(prepared.request, { attempts: AUTHORIZE_ATTEMPTS });
    } catch (error) {
      return this.#finish(prepared.row, answerOfTrouble(call.tool, error));
    }
    if (verdict.decision === "allow") return this.#runAllowed(prepared, call, verdict);
    if (verdict.decision === "deny")
      return this.#finish(prepared.row, this.#denied(call, verdict), verdict.approvalId);
    if (verdict.decision === "wait") return this.#wait(prepared, call, verdict);
    const unknown = new CountersignError("It gave a response this gateway does not understand.", {
      code: "UNAVAILABLE",
      status: 200,
    });
    return this.#finish(prepared.row, answerOfTrouble(call.tool, unknown));
  }

  async #runAllowed(prepared: Prepared, call: Running, allow: AllowAnswer): Promise<CallToolResult> {
    const { signal, heard } = call;
    const options = { signal, onprogress: heard.forward };
    const lease = { executionId: allow.executionId, leaseKey: prepared.id };
    const release = allow.approvalId && keepLease(this.deps.client, allow.approvalId, lease);
    const { tenant, provider } = this.deps.config;
    const own = { tenant, provider, tool: call.tool, argumentsText: prepared.argumentsText };
    const refusal = await this.deps.trust.refusalOfAllowed(this.deps.client, allow.approvalId, own);
    const run = refusal
      ? refusedRun(refusal)
      : await this.deps.upstream.run(call.tool, prepared.argumentsText, options);
    if (release) release();
    if (allow.approvalId)
      await reportEnd(this.deps.client, allow.approvalId, reportOf(run, allow.executionId));
    const answer = answerOf({ kind: "ran", run, edited: false, argumentsText: prepared.argumentsText });
    return this.#finish(prepared.row, answer, allow.approvalId);
  }

  #wait(prepared: Prepared, call: Running, wait: WaitAnswer): Promise<CallToolResult> {
    call.onHeld?.(wait.approvalId);
    call.heard.say(
      `Approval ${wait.approvalId} waits for a person to decide: ${wait.approvalUrl} If you stop waiting, ` +
        `call ${this.deps.checkTool} for the outcome.`,
    );
    return this.deps.config.mode === "reissue"
      ? this.#waitAndReissue(prepared, call, wait)
      : this.#waitForExecution(prepared, call, wait);
  }

  /** Callback mode: the process owns the execution, so a leaving agent does not affect it. */
  async #waitForExecution(prepared: Prepared, call: Running, wait: WaitAnswer): Promise<CallToolResult> {
    const row = { ...prepared.row, approvalId: wait.approvalId };
    const held = this.deps.held.hold(wait.approvalId, row, wait.argumentsSha256);
    const limit = new AbortController();
    const patience = sleep(
      this.#patienceMs(call, row.agent),
      AbortSignal.any([call.signal, limit.signal, this.#stopping.signal]),
    );
    held.waiting.add(call.heard);
    const { asked, stop } = this.#untilAsked(held);
    if (held.claim) call.heard.say(RUNNING);
    const first = await Promise.race([
      held.settled,
      patience.catch(() => undefined),
      asked.then(() => undefined),
    ]);
    const settlement = first ?? (this.#stopping.signal.aborted ? await lastWord(held) : undefined);
    held.waiting.delete(call.heard);
    limit.abort();
    const question = stop();
    const waits = !call.signal.aborted && !this.#stopping.signal.aborted;
    if (settlement && waits && prepared.anew < ASKED_ANEW_MAX && wasWithdrawnElsewhere(held, settlement))
      return this.#askAnew(prepared, call);
    if (settlement) return this.#finish(row, answerOf(settlement, this.#declaresOutput(call)));
    const told = question && waits ? { ...wait, agentMessage: this.deps.questions.pass(question) } : wait;
    const waiting = answerOfWaiting(told, this.deps.checkTool, held.claim !== undefined);
    // A cancelled client hears nothing more; the call is recorded once settled.
    return call.signal.aborted ? waiting.result : this.#finish(row, waiting);
  }

  /** Until people have a question to the agent that no agent has read. */
  #untilAsked(held: Held): { asked: Promise<void>; stop: () => Approval | undefined } {
    let question: Approval | undefined;
    let ended: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      ended = held.listen((now) => {
        if (!this.deps.questions.isNew(now)) return;
        question = now;
        resolve();
      });
    });
    return {
      asked,
      stop: () => {
        ended();
        return question;
      },
    };
  }

  /** As a new call, because the earlier id belongs to the cancelled one. */
  #askAnew(prepared: Prepared, call: Running): Promise<CallToolResult> {
    const id = randomUUID();
    const request = { ...prepared.request, id };
    return this.#judge({ ...prepared, id, request, anew: prepared.anew + 1 }, call);
  }

  /**
   * Reissue mode: an approval is a grant, used up by repeating the call with the same arguments.
   */
  async #waitAndReissue(prepared: Prepared, call: Running, wait: WaitAnswer): Promise<CallToolResult> {
    const { client, config, questions, checkTool } = this.deps;
    const deadline = new Date(Date.now() + this.#patienceMs(call, prepared.row.agent));
    try {
      const signal = AbortSignal.any([call.signal, this.#stopping.signal]);
      const options = { deadline, signal, pollSeconds: config.pollSeconds };
      const done = (now: Approval) => now.decision !== "pending" || questions.isNew(now);
      const approval = await client.waitFor(wait.approvalId, done, options);
      if (approval.decision === "pending") {
        const agentMessage = questions.isNew(approval) ? questions.pass(approval) : wait.agentMessage;
        return this.#finish(
          prepared.row,
          answerOfWaiting({ ...wait, agentMessage }, checkTool),
          wait.approvalId,
        );
      }
      if (approval.decision !== "approved") {
        const answer = answerOfClosed(approval, this.#declaresOutput(call));
        return this.#finish(prepared.row, answer, wait.approvalId);
      }
      const again = { ...prepared.request, id: randomUUID(), redemptionKey: prepared.id };
      const verdict = await client.authorize(again, { attempts: AUTHORIZE_ATTEMPTS });
      if (verdict.decision === "allow") {
        call.heard.say(RUNNING);
        return await this.#runAllowed(prepared, call, verdict);
      }
      const answer =
        verdict.decision === "deny" ? this.#denied(call, verdict) : answerOfWaiting(verdict, checkTool);
      return this.#finish(prepared.row, answer, wait.approvalId);
    } catch (error) {
      const waiting = answerOfWaiting(wait, checkTool);
      if (call.signal.aborted || this.#stopping.signal.aborted) return waiting.result;
      return this.#finish(prepared.row, answerOfTrouble(call.tool, error), wait.approvalId);
    }
  }

  #denied(call: ToolCall, verdict: DenyAnswer): Answer {
    return answerOfDenial(verdict, this.#declaresOutput(call));
  }

  /** Whether the tool declares an output schema. */
  #declaresOutput(call: ToolCall): boolean {
    return this.deps.catalogue.find(call.tool)?.outputSchema !== undefined;
  }

  /** The rest of the client's timeout, which runs from its call across repeated requests. */
  #patienceMs(call: Running, agent: string | undefined): number {
    const whole = patienceMs(this.deps.config, agent, call.progress !== undefined);
    return Math.max(0, whole - (performance.now() - call.since));
  }

  #finish(row: EndedCall, answer: Answer, approvalId?: string): CallToolResult {
    const tool = this.deps.catalogue.find(row.tool);
    this.deps.audit.record(completed(approvalId ? { ...row, approvalId } : row, answer, tool));
    return answer.result;
  }
}

/** The record of an answered call; if the tool refused it, with the schema violations. */
export function completed(row: EndedCall, answer: Answer, tool: Tool | undefined): EndedCall {
  const { argumentsText } = answer;
  const isRefused = answer.outcome === "validation_error" && argumentsText === row.argumentsText;
  const refused = tool && isRefused && argumentsText ? violationsOf(tool.inputSchema, argumentsText) : [];
  return {
    ...row,
    ...(refused.length > 0 ? { validation: refused } : {}),
    outcome: answer.outcome,
    outcomeDetail: answer.detail,
    errorMessage: answer.error,
    referral: answer.referral,
    durationMs: answer.durationMs,
  };
}

/** On stop: the call's withdrawal, or the end of a running call, which gets the last seconds. */
async function lastWord(held: Held): Promise<Settlement | undefined> {
  await held.withdrawal;
  return held.isSettled || held.claim ? held.settled : undefined;
}

/**
 * The rationale in a refused call's record. A missing one is accepted only with the refusal that
 * names it.
 */
function rationaleOf(split: SplitArguments): Pick<EndedCall, "rationale" | "validation"> {
  if (!("problem" in split)) return { rationale: split.rationale };
  const validation = [{ path: "/rationale", message: split.problem }];
  return { rationale: split.given.slice(0, RATIONALE_CHARS_MAX), validation };
}

function unknownTool(tool: string): Answer {
  const text = `There is no tool named "${tool}" here. List the tools again and use one of those names.`;
  return { result: errorResult(text), outcome: "unknown_tool", error: text };
}
