import { isDatabaseUnavailable, isLockTimeout } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { every, type Job, QUIET_MS } from "@/lib/core/every";
import { log } from "@/lib/core/log";
import { type SystemScope, systemScope } from "@/lib/core/scope";
import { liveHub } from "@/lib/live/hub";
import { channelOf, openChannels } from "./channels/registry";
import type { ChannelOptions, LeasedDelivery } from "./channels/types";
import { type Claim, leaseDue } from "./lease";
import {
  type Compose,
  type Doubt,
  type FindContested,
  type Lapsed,
  NEVER_DOUBTED,
  NEVER_LAPSED,
  type StillSo,
  type TraceParent,
} from "./news";
import { NO_ANSWER, type SendResult } from "./post";
import { createRecorder, type OutcomeHook, type Recorder } from "./record";
import { judgeAttempt, SCHEDULE, type Schedule, type Verdict } from "./schedule";
import type { Attempt } from "./write-attempts";

/** Concurrent sends per worker process. Sockets are cheap; database connections are the limit. */
const CONCURRENCY = 256;
/** Of these, sends to people: mail servers and chats are slower than gateways, and take fewer connections. */
const PEOPLE_CONCURRENCY = 64;
/** Longer than an attempt with its recording. Deliveries of a killed worker wait this long. */
const LEASE_MS = 30_000;
/** Poll interval without notifications, or while more is due than could be taken. */
const POLL_MS = 2_000;
/** Then open sends are cut, so that the process exits within 10 s. */
const DRAIN_MS = 8_000;
// Timers fire up to a millisecond early; a poll at that time would find nothing.
const DUE_MS_MIN = 5;
// Limit of remembered own notifications; forgetting one too early costs one poll.
const ANNOUNCED_MAX = 10_000;
/** Pause between polls under load: several slots become free meanwhile, and one poll fills them. */
const BUSY_PAUSE_MS = 10;
/** A hold that is over by now is not composed again and again. */
const HELD_MS_MIN = SECOND_MS;
/** Pause after a message could not be composed. */
const COMPOSE_MS = 30_000;
// A delivery that crashed its worker this often is the likely cause.
const LOST_ATTEMPTS_MAX = 20;

export type DeliveryWorkerOptions = Partial<ChannelOptions> & {
  /** Selects deliveries that are no longer useful; they end unsent. */
  lapsed?: Lapsed;
  /** Selects deliveries to verify before sending. */
  doubted?: { which: Doubt; findContested: FindContested; isStillSo: StillSo };
  traceParent?: TraceParent;
  /** Composes what is sent to people; without it, only callbacks are sent. */
  compose?: Compose;
  /** Reactions of other domains in the transaction that records the outcome. */
  settle?: readonly OutcomeHook[];
  concurrency?: number;
  /** Concurrent sends to one recipient over all workers; default is the channels' limit. */
  perRecipient?: number;
  leaseMs?: number;
  pollMs?: number;
  drainMs?: number;
  schedule?: Schedule;
  random?: () => number;
  onStep?: (step: "claimed" | "answered" | "recorded", deliveryId: string) => void;
};

/**
 * One pass: takes due deliveries, sends them and records the outcomes. Several workers can run;
 * without failures each delivery is sent once. Times are the database's.
 * @returns how many deliveries were taken
 */
export async function runOnce(options: DeliveryWorkerOptions = {}): Promise<number> {
  const worker = new DeliveryWorker(options);
  try {
    const sends = await worker.lease();
    await Promise.all(sends);
    return sends.length;
  } finally {
    await worker.close();
  }
}

/**
 * Delivers until the signal, then finishes open sends within about 10 s. Waits out and logs
 * database outages.
 */
export async function startDeliveryWorker(
  options: DeliveryWorkerOptions & { signal: AbortSignal },
): Promise<void> {
  await every(deliveries(options), options.signal);
}

/** The same as a worker job. Sends run concurrently with its passes. */
export function deliveries(options: DeliveryWorkerOptions): Job {
  return new DeliveryWorker(options).job;
}

class DeliveryWorker {
  private readonly scope: SystemScope = systemScope("delivery worker");
  private readonly open = new Set<Promise<void>>();
  private openToPeople = 0;
  /** Own notifications, which need no poll. */
  private readonly announced = new Set<string>();
  private readonly cut = new AbortController();
  private readonly channels: ReturnType<typeof openChannels>;
  private readonly recorder: Recorder;
  private notice: () => void = () => undefined;
  /** Result of the last poll. Unknown before the first, and when a slot was missing. */
  private left: Pick<Claim, "more" | "dueMs"> = { more: true, dueMs: null };
  private lookedAt = 0;

  constructor(private readonly options: DeliveryWorkerOptions) {
    const { allow = env().callbackAllowCidrs, resolve, answerMs, settle = [] } = options;
    this.channels = openChannels({ allow, resolve, answerMs });
    this.recorder = createRecorder(this.scope, settle);
  }

  get job(): Job {
    return {
      name: "delivery",
      ms: () => this.restMs(),
      // An idle worker has waited longer than this, so a single callback is not delayed.
      gapMs: BUSY_PAUSE_MS,
      runOnce: () => this.lease(),
      wake: (notice) => this.listen(notice),
      atEnd: () => this.drain(),
    };
  }

  private listen(notice: () => void): Promise<() => void> {
    this.notice = notice;
    return liveHub().subscribe({
      event: (event) => {
        if (event.topic === "delivery" && !this.announced.delete(event.id)) notice();
      },
      reset: notice,
    });
  }

  /**
   * Starts sending due deliveries. Each promise ends when its outcome is recorded, and never
   * rejects.
   */
  async lease(): Promise<Promise<void>[]> {
    const { concurrency = CONCURRENCY, perRecipient, leaseMs = LEASE_MS } = this.options;
    const { lapsed = NEVER_LAPSED, doubted = CERTAIN, traceParent } = this.options;
    const room = concurrency - this.open.size;
    this.left = { more: true, dueMs: null };
    if (room <= 0) return [];
    const { leased, ...left } = await leaseDue(this.scope, {
      ...{ room, perRecipient, leaseMs, lapsed, traceParent },
      peopleRoom: Math.max(0, PEOPLE_CONCURRENCY - this.openToPeople),
      doubted: doubted.which,
    });
    this.left = left;
    this.lookedAt = performance.now();
    const contested = this.contested(leased);
    return leased.map((delivery) => {
      this.options.onStep?.("claimed", delivery.id);
      const toPeople = delivery.channel === "callback" ? 0 : 1;
      this.openToPeople += toPeople;
      const send = this.handle(delivery, contested).then((ended) => {
        this.open.delete(send);
        this.openToPeople -= toPeople;
        // A poll helps only deliveries that wait for this slot, or that are due at a time no poll
        // has seen.
        if (this.left.more || !ended) this.notice();
      });
      this.open.add(send);
      return send;
    });
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.channels).map((channel) => channel.close()));
  }

  /** Until something is due; a freed slot wakes it if one was missing. */
  private async restMs(): Promise<number> {
    const { more, dueMs } = this.left;
    const { pollMs = more || !liveHub().connected ? POLL_MS : QUIET_MS } = this.options;
    if (dueMs === null) return pollMs;
    const due = this.lookedAt + dueMs - performance.now();
    return Math.min(pollMs, Math.max(Math.ceil(due), DUE_MS_MIN));
  }

  private async drain(): Promise<void> {
    const timer = setTimeout(() => this.cut.abort(), this.options.drainMs ?? DRAIN_MS);
    await Promise.all(this.open);
    clearTimeout(timer);
    await this.close();
  }

  /** @returns whether the delivery is finished and not due again */
  private async handle(delivery: LeasedDelivery, contested: Contested): Promise<boolean> {
    try {
      const attempt = await this.attempt(delivery, contested);
      this.options.onStep?.("answered", delivery.id);
      await this.record(attempt);
      this.options.onStep?.("recorded", delivery.id);
      return attempt.verdict.outcome === "delivered";
    } catch (error) {
      // The lease expires, and the delivery is sent again with the same id.
      log().error({ err: error, delivery_id: delivery.id }, "an attempt's outcome could not be recorded");
      return false;
    }
  }

  private async attempt(delivery: LeasedDelivery, contested: Contested): Promise<Attempt> {
    const { leasedAt: startedAt } = delivery;
    const refused = refusedAs(delivery);
    if (refused !== null) return { delivery, startedAt, ...refused };
    const so = await this.isStillSo(delivery, contested);
    if (so === null) return this.judged(delivery, { ...NO_ANSWER, error: UNASKED });
    if (!so) return { delivery, startedAt, ...OVERTAKEN };
    const composed = await this.composed(delivery);
    if ("verdict" in composed) return { delivery, startedAt, ...composed };
    return this.sent(composed);
  }

  private async sent(delivery: LeasedDelivery): Promise<Attempt> {
    try {
      const result = await this.channels[delivery.channel].send(delivery, this.cut.signal);
      return this.judged(delivery, result);
    } catch (error) {
      log().error({ err: error, delivery_id: delivery.id }, "a delivery could not be made");
      const words = error instanceof Error ? error.message : String(error);
      const why = `It could not be made into a request: ${words}. Nothing was sent.`;
      return { delivery, startedAt: delivery.leasedAt, ...dead(why) };
    }
  }

  /** The delivery with its message, or how it ends without one. */
  private async composed(delivery: LeasedDelivery): Promise<LeasedDelivery | Unsent> {
    if (delivery.channel === "callback") return delivery;
    try {
      const composed = await this.options.compose?.(delivery);
      if (!composed) return unsent("No message can be composed here. Nothing was sent.", 0);
      if ("message" in composed) return { ...delivery, message: composed.message };
      if ("heldMs" in composed) return held(composed.reason, composed.heldMs);
      return withdrawn(composed.withdrawn);
    } catch (error) {
      log().error({ err: error, delivery_id: delivery.id }, "a message could not be composed");
      return unsent("The message could not be composed. Nothing was sent; it is tried again.", COMPOSE_MS);
    }
  }

  private async contested(leased: readonly LeasedDelivery[]): Contested {
    const about = leased.flatMap(({ doubted, tenantId, approvalId }) =>
      doubted && approvalId !== null ? [{ tenantId, approvalId }] : [],
    );
    try {
      return about.length === 0 ? new Set() : await (this.options.doubted ?? CERTAIN).findContested(about);
    } catch (error) {
      log().error({ err: error }, "it could not be asked whether callbacks are still true");
      return null;
    }
  }

  /** Null if the check failed. */
  private async isStillSo(
    { id, doubted, tenantId, approvalId }: LeasedDelivery,
    contested: Contested,
  ): Promise<boolean | null> {
    if (!doubted || approvalId === null) return true;
    const found = await contested;
    if (!found?.has(approvalId)) return found && true;
    try {
      return await (this.options.doubted ?? CERTAIN).isStillSo({ tenantId, approvalId });
    } catch (error) {
      log().error({ err: error, delivery_id: id }, "it could not be asked whether a callback is still true");
      return null;
    }
  }

  private judged(delivery: LeasedDelivery, result: SendResult): Attempt {
    const { leasedAt: startedAt, firstAttemptAt, attempts } = delivery;
    const { schedule = SCHEDULE, random = Math.random } = this.options;
    const elapsedMs = startedAt.getTime() - (firstAttemptAt ?? startedAt).getTime() + result.durationMs;
    return {
      delivery,
      startedAt,
      result,
      verdict: judgeAttempt({ ...result, attempts, elapsedMs }, schedule, random()),
    };
  }

  private async record(attempt: Attempt): Promise<void> {
    const { delivery } = attempt;
    if (this.announced.size >= ANNOUNCED_MAX) this.announced.clear();
    this.announced.add(delivery.id);
    try {
      const written = await this.recorder.record(attempt);
      if (!written)
        log().warn({ delivery_id: delivery.id }, "the lease had expired, another worker has taken over");
    } catch (error) {
      if (isDatabaseUnavailable(error) || isLockTimeout(error)) throw error;
      log().error(
        { err: error, delivery_id: delivery.id },
        "an attempt could not be stored, setting it aside",
      );
      const words = "What the gateway answered could not be stored.";
      const kept = attempt.verdict.outcome === "delivered" ? attempt.verdict : dead(words).verdict;
      const result = { ...NO_ANSWER, status: attempt.result.status, error: words };
      await this.recorder.record({ ...attempt, result, verdict: kept });
    }
  }
}

/** Approval ids; null if the check failed. */
type Contested = Promise<ReadonlySet<string> | null>;

const CERTAIN = {
  which: NEVER_DOUBTED,
  findContested: async () => new Set<string>(),
  isStillSo: async () => true,
};

/** How it ends if it can never be sent. That a person is not reachable any more is no failure of their channel. */
function refusedAs(delivery: LeasedDelivery): Unsent | null {
  const refusal = channelOf(delivery).refusal(delivery);
  if (refusal !== null) return delivery.channel === "callback" ? dead(refusal) : withdrawn(refusal);
  if (delivery.lapsed) {
    return dead(
      "The approval was not used in time and no longer counts. Nothing was sent; the agent has to ask again.",
    );
  }
  if (delivery.lostAttempts >= LOST_ATTEMPTS_MAX) {
    return dead(
      `${delivery.lostAttempts} attempts ended when their worker stopped. It is set aside so that the others go on; replay it once you know the cause.`,
    );
  }
  return null;
}

const UNASKED = "It could not be asked whether this is still so. Nothing was sent; it is asked again.";

const OVERTAKEN_WORDS = "The event was out of date. Nothing was sent; the newest event is sent in its place.";

/** It is due again at once, with the newest event. */
const OVERTAKEN: { result: SendResult; verdict: Verdict } = {
  result: { ...NO_ANSWER, error: OVERTAKEN_WORDS },
  verdict: { outcome: "retry", delayMs: 0, error: OVERTAKEN_WORDS },
};

type Unsent = { result: SendResult; verdict: Verdict };

function unsent(error: string, delayMs: number): Unsent {
  return { result: { ...NO_ANSWER, error }, verdict: { outcome: "retry", delayMs, error } };
}

function held(error: string, heldMs: number): Unsent {
  const delayMs = Math.max(heldMs, HELD_MS_MIN);
  return { result: { ...NO_ANSWER, error }, verdict: { outcome: "retry", delayMs, error, isHeld: true } };
}

function withdrawn(error: string): Unsent {
  return { result: { ...NO_ANSWER, error }, verdict: { outcome: "withdrawn", error } };
}

function dead(error: string): { result: SendResult; verdict: Verdict } {
  return { result: { ...NO_ANSWER, error }, verdict: { outcome: "dead", error, switchOff: false } };
}
