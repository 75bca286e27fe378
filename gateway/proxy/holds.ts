import { randomUUID } from "node:crypto";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import type { CountersignClient } from "../client/client";
import { argumentsDigest } from "../client/digest";
import { CountersignError } from "../client/errors";
import type { CallbackData, DecisionEvent } from "../client/event";
import { backoffMs, sleep } from "../client/http";
import type { Approval } from "../client/types";
import type { EndedCall } from "./audit";
import type { GatewayConfig } from "./config";
import { log, reason } from "./log";
import { refusedRun, reportOf, type ToolRun } from "./outcome";
import type { CallProgress } from "./progress";
import { keepLease, reportEnd } from "./reporting";
import type { Trust } from "./trust";
import type { Upstream } from "./upstream";

/**
 * How a held call ended: it ran here, or Countersign's reason why it did not (or ran elsewhere).
 */
export type Settlement =
  | { kind: "ran"; run: ToolRun; edited: boolean; argumentsText: string }
  | { kind: "closed"; state: ClosedState }
  | { kind: "stuck"; message: string };
export type ClosedState = Pick<Approval, "decision" | "execution" | "agentMessage" | "outcome"> &
  Partial<Pick<Approval, "reason" | "edited" | "argumentsText" | "differences">>;

/** What an approval allows to run. */
type Approved = {
  executionId: string;
  tool: string;
  argumentsText: string;
  argumentsSha256: string;
  edited: boolean;
  /** Countersign's decision, with the signatures. */
  decided: Approval | CallbackData;
};

/** The progress message from the moment the call runs. */
export const RUNNING = "The call was approved and is running.";

/**
 * The reason with which a stopping gateway cancels its held calls. Another gateway waiting for the
 * same call distinguishes it from a rejection by this text.
 */
export const WITHDRAWN = "The gateway that would have run this call has ended.";

const FINAL = new Set(["blocked", "succeeded", "failed", "unknown", "lapsed"]);
/** Settled approvals to remember, so that late callbacks find them done. */
const REMEMBERED_MAX = 1_000;

/** One approval of this process until it is settled; identical calls of all sessions share it. */
export class Held {
  readonly settled: Promise<Settlement>;
  /** Calls waiting for the settlement, with their progress; without any it is only recorded. */
  readonly waiting = new Set<CallProgress>();
  /** Called with the approval while it waits, at once and at each change. */
  readonly #listeners = new Set<(approval: Approval) => void>();
  #latest: Approval | undefined;
  isSettled = false;
  /**
   * Set once this process starts to take the lease, so that callback and poll never both run the
   * tool.
   */
  claim: Promise<void> | undefined;
  withdrawal: Promise<void> | undefined;
  /**
   * The same key for every lease attempt, so that a lost response to a won lease does not look like
   * a lost race.
   */
  readonly leaseKey = randomUUID();
  #resolve: (settlement: Settlement) => void = () => undefined;

  constructor(
    readonly approvalId: string,
    /** The agent's call; null if an earlier process held it. */
    readonly call: EndedCall | null,
    readonly originalSha256: string | null,
  ) {
    this.settled = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Hands the approval as it is and as it becomes to this call. Returns a function that ends it. */
  listen(listener: (approval: Approval) => void): () => void {
    this.#listeners.add(listener);
    if (this.#latest) listener(this.#latest);
    return () => this.#listeners.delete(listener);
  }

  heard(approval: Approval): void {
    this.#latest = approval;
    for (const listener of this.#listeners) listener(approval);
  }

  settle(settlement: Settlement): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    this.#resolve(settlement);
    return true;
  }
}

/** Whether another process withdrew this approval when it stopped; no person rejected it. */
export function wasWithdrawnElsewhere(held: Held, settlement: Settlement): boolean {
  if (settlement.kind !== "closed" || held.withdrawal) return false;
  return settlement.state.decision === "cancelled" && settlement.state.reason === WITHDRAWN;
}

type Settled = (held: Held, settlement: Settlement) => void;

/**
 * Waits for decisions on held calls, by long poll and callback, and runs each approved call exactly
 * once: {@link Held.claim} ensures it within this process, Countersign's execution lease between
 * processes.
 */
export class HeldApprovals {
  readonly #held = new Map<string, Held>();
  readonly #closing = new AbortController();
  /** The reason for cancelling held calls, once set. */
  #withdrawing: string | null = null;

  constructor(
    private readonly client: CountersignClient,
    private readonly upstream: Upstream,
    private readonly rules: {
      config: Pick<GatewayConfig, "pollSeconds" | "tenant" | "provider">;
      trust: Trust;
    },
    /** Called once per approval, after its waiters. */
    private readonly onSettled: Settled,
  ) {}

  /** Starts handling an approval; a second call for the same one shares the first. */
  hold(approvalId: string, call: EndedCall | null, originalSha256: string | null): Held {
    const known = this.#held.get(approvalId);
    if (known) return known;
    const held = this.#remember(new Held(approvalId, call, originalSha256));
    if (this.#withdrawing === null) void this.#watch(held);
    else void this.#cancel(held, this.#withdrawing);
    return held;
  }

  /**
   * Handles a decision from a callback. Resolves once the lease is settled, so that a 2xx means the
   * execution cannot be lost.
   * @throws CountersignError when the lease request fails; have the callback sent again
   */
  async onDecision({ data }: DecisionEvent): Promise<void> {
    const held = this.#held.get(data.approvalId) ?? this.#remember(new Held(data.approvalId, null, null));
    if (held.isSettled) return;
    if (data.decision === "approved") {
      const executionId = data.executionId ?? randomUUID();
      await this.#claimOnce(held, { ...data, executionId, decided: data });
    } else if (!held.claim) {
      this.#settle(held, { kind: "closed", state: { ...data, execution: "blocked", outcome: null } });
    }
  }

  /** Resolves once nothing is waiting or running. */
  async idle(): Promise<void> {
    for (let open = this.#open(); open.length > 0; open = this.#open()) {
      await Promise.all(open.map((held) => held.settled));
    }
  }

  get openCount(): number {
    return this.#open().length;
  }

  /**
   * Cancels waiting approvals, and any that arrive later, because no process would run them. Takes
   * at most `ms`.
   */
  async withdraw(why: string, ms: number): Promise<void> {
    this.#withdrawing = why;
    const undecided = this.#open().filter((held) => !held.claim);
    await Promise.race([Promise.all(undecided.map((held) => this.#cancel(held, why))), sleep(ms)]);
  }

  #cancel(held: Held, why: string): Promise<void> {
    held.withdrawal ??= this.client.cancel(held.approvalId, why, { attempts: 2 }).then(
      (state) => this.#settle(held, { kind: "closed", state }),
      // Just decided, or an outage: then it stays unchanged.
      (error) => {
        log("warn", "A held call was not withdrawn.", { approvalId: held.approvalId, reason: reason(error) });
      },
    );
    return held.withdrawal;
  }

  /** Stops waiting for decisions and gives running executions up to `ms` to end and report. */
  async close(ms: number): Promise<void> {
    this.#closing.abort(new Error("The gateway is stopping."));
    const running = this.#open().filter((held) => held.claim);
    await Promise.race([Promise.all(running.map((held) => held.settled)), sleep(ms)]);
  }

  #open(): Held[] {
    return [...this.#held.values()].filter((held) => !held.isSettled);
  }

  #remember(held: Held): Held {
    this.#held.set(held.approvalId, held);
    if (this.#held.size > REMEMBERED_MAX) {
      const oldest = [...this.#held.values()].find((candidate) => candidate.isSettled);
      if (oldest) this.#held.delete(oldest.approvalId);
    }
    return held;
  }

  #settle(held: Held, settlement: Settlement): void {
    if (held.settle(settlement)) this.onSettled(held, settlement);
  }

  async #watch(held: Held): Promise<void> {
    const options = { signal: this.#closing.signal, pollSeconds: this.rules.config.pollSeconds };
    try {
      for (let failures = 0; !held.isSettled; failures++) {
        const approval = await this.client.waitFor(
          held.approvalId,
          (now) => {
            held.heard(now);
            return now.decision !== "pending";
          },
          options,
        );
        if (held.claim || held.isSettled) return;
        if (FINAL.has(approval.execution) || approval.decision !== "approved") {
          return this.#settle(held, { kind: "closed", state: approval });
        }
        if (await this.#tryClaim(held, this.#approvedBy(held, approval))) return;
        await sleep(backoffMs(failures), this.#closing.signal);
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#giveUp(held, error);
    }
  }

  #approvedBy(held: Held, approval: Approval): Approved {
    const changed = held.originalSha256 !== null && approval.argumentsSha256 !== held.originalSha256;
    const edited = approval.edited ?? changed;
    const executionId = approval.executionId ?? randomUUID();
    return { ...approval, executionId, edited, decided: approval };
  }

  async #tryClaim(held: Held, approved: Approved): Promise<boolean> {
    try {
      await this.#claimOnce(held, approved);
      return true;
    } catch (error) {
      if (error instanceof CountersignError && error.retryable) return false;
      throw error;
    }
  }

  #giveUp(held: Held, error: unknown): void {
    log("error", "A held call cannot be followed any further.", {
      approvalId: held.approvalId,
      reason: reason(error),
    });
    this.#settle(held, { kind: "stuck", message: reason(error) });
  }

  #claimOnce(held: Held, approved: Approved): Promise<void> {
    held.claim ??= this.#claim(held, approved).catch((error) => {
      // Nothing ran, so the next poll or delivery may retry with the same lease key.
      held.claim = undefined;
      throw error;
    });
    return held.claim;
  }

  async #claim(held: Held, approved: Approved): Promise<void> {
    const { executionId } = approved;
    try {
      const lease = { executionId, state: "executing" } as const;
      await this.client.reportExecution(held.approvalId, lease, {
        idempotencyKey: held.leaseKey,
        attempts: 2,
      });
    } catch (error) {
      const lost = error instanceof CountersignError && error.status === 409 && error.code !== "IN_FLIGHT";
      if (!lost) throw error;
      void this.#followElsewhere(held);
      return;
    }
    void this.#run(held, approved);
  }

  async #run(held: Held, approved: Approved): Promise<void> {
    const { tool, argumentsText, edited } = approved;
    const refusal = this.#refusal(approved);
    for (const call of held.waiting) call.say(RUNNING);
    const onprogress = (report: Progress) => {
      for (const call of held.waiting) call.forward(report);
    };
    const release = keepLease(this.client, held.approvalId, { ...approved, leaseKey: held.leaseKey });
    const run = refusal ? refusedRun(refusal) : await this.upstream.run(tool, argumentsText, { onprogress });
    release();
    await reportEnd(this.client, held.approvalId, reportOf(run, approved.executionId));
    this.#settle(held, { kind: "ran", run, edited, argumentsText });
  }

  /** Why the tool must not run with what arrived. */
  #refusal({ tool, argumentsText, argumentsSha256, decided }: Approved): string | null {
    if (argumentsDigest(argumentsText) !== argumentsSha256)
      return "The approved arguments did not arrive intact (digest mismatch). The tool was not run.";
    const { config, trust } = this.rules;
    return trust.refusal(decided, { tenant: config.tenant, provider: config.provider, tool, argumentsText });
  }

  /** Another process holds the lease, or it was just revoked: waits only for the outcome. */
  async #followElsewhere(held: Held): Promise<void> {
    const done = (now: Approval) => now.decision !== "approved" || FINAL.has(now.execution);
    const options = { signal: this.#closing.signal, pollSeconds: this.rules.config.pollSeconds };
    try {
      const state = await this.client.waitFor(held.approvalId, done, options);
      this.#settle(held, { kind: "closed", state });
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#giveUp(held, error);
    }
  }
}
