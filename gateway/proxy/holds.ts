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

/** How a held call ended: it ran here, or Countersign's word on why it did not (or ran elsewhere). */
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
  /** As Countersign told it, with what people signed. */
  decided: Approval | CallbackData;
};

/** What a waiting client hears from the moment the call runs. */
export const RUNNING = "The call was approved and is running.";

/** Why a gateway that ends cancels what it holds. By these words another one that waits for the same call knows it from a person's no. */
export const WITHDRAWN = "The gateway that would have run this call has ended.";

const FINAL = new Set(["blocked", "succeeded", "failed", "unknown", "lapsed"]);
/** Settled approvals are remembered so that a late callback finds them done; this many are plenty. */
const REMEMBERED_MAX = 1_000;

/** One approval this process looks after, until it is settled; every identical call of any session shares it. */
export class Held {
  readonly settled: Promise<Settlement>;
  /** Calls still waiting for the settlement; with none left it is only recorded. They hear how it goes. */
  readonly waiting = new Set<CallProgress>();
  isSettled = false;
  /** Set once this process set out to take the lease: the callback and the poll can never both run the tool. */
  claim: Promise<void> | undefined;
  /** Set once this process set out to cancel it. */
  withdrawal: Promise<void> | undefined;
  /** The same key for every try at the lease, so that a lost answer to a won lease is not taken for a lost race. */
  readonly leaseKey = randomUUID();
  #resolve: (settlement: Settlement) => void = () => undefined;

  constructor(
    readonly approvalId: string,
    /** What the agent asked for; null when an earlier process held the call. */
    readonly call: EndedCall | null,
    readonly originalSha256: string | null,
  ) {
    this.settled = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  settle(settlement: Settlement): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    this.#resolve(settlement);
    return true;
  }
}

/** Whether another process took back at its own end what a caller of this one waits for; nobody said no to it. */
export function wasWithdrawnElsewhere(held: Held, settlement: Settlement): boolean {
  if (settlement.kind !== "closed" || held.withdrawal) return false;
  return settlement.state.decision === "cancelled" && settlement.state.reason === WITHDRAWN;
}

type Settled = (held: Held, settlement: Settlement) => void;

/**
 * Waits for decisions on held calls, by long poll and by callback, and runs each approved call exactly once: within
 * this process by {@link Held.claim}, between processes by Countersign's execution lease.
 */
export class HeldApprovals {
  readonly #held = new Map<string, Held>();
  readonly #closing = new AbortController();
  /** Why held calls are cancelled, once they are. */
  #withdrawing: string | null = null;

  constructor(
    private readonly client: CountersignClient,
    private readonly upstream: Upstream,
    private readonly rules: {
      config: Pick<GatewayConfig, "pollSeconds" | "tenant" | "provider">;
      trust: Trust;
    },
    /** Called once per approval, after its waiters were told. */
    private readonly onSettled: Settled,
  ) {}

  /** Starts looking after an approval; a second call for the same one shares the first. */
  hold(approvalId: string, call: EndedCall | null, originalSha256: string | null): Held {
    const known = this.#held.get(approvalId);
    if (known) return known;
    const held = this.#remember(new Held(approvalId, call, originalSha256));
    if (this.#withdrawing === null) void this.#watch(held);
    else void this.#cancel(held, this.#withdrawing);
    return held;
  }

  /**
   * Takes a decision that came by callback. Resolves once the lease is settled, so that a 2xx to the callback means
   * the execution cannot be forgotten any more.
   * @throws CountersignError when the lease could not be asked for; have the callback sent again
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

  /** Resolves when nothing is waiting or running any more. */
  async idle(): Promise<void> {
    for (let open = this.#open(); open.length > 0; open = this.#open()) {
      await Promise.all(open.map((held) => held.settled));
    }
  }

  get openCount(): number {
    return this.#open().length;
  }

  /** Cancels what still waits for a person, and what comes from now on, because nobody would run it. Takes at most `ms`. */
  async withdraw(why: string, ms: number): Promise<void> {
    this.#withdrawing = why;
    const undecided = this.#open().filter((held) => !held.claim);
    await Promise.race([Promise.all(undecided.map((held) => this.#cancel(held, why))), sleep(ms)]);
  }

  #cancel(held: Held, why: string): Promise<void> {
    held.withdrawal ??= this.client.cancel(held.approvalId, why, { attempts: 2 }).then(
      (state) => this.#settle(held, { kind: "closed", state }),
      // Decided a moment ago, or an outage: then it stays as it is.
      (error) => {
        log("warn", "A held call was not withdrawn.", { approvalId: held.approvalId, reason: reason(error) });
      },
    );
    return held.withdrawal;
  }

  /** Stops waiting for decisions and gives running executions up to `ms` to end and be reported. */
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
          (now) => now.decision !== "pending",
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
      // Nothing ran, so the next poll or delivery may try again, with the same lease key.
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

  /** Another process holds the lease, or it was revoked in the last moment: only the outcome is left to learn. */
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
