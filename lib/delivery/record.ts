import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { waitingAt } from "@/lib/core/after-commit";
import { bookkeep, change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { Groups } from "@/lib/core/groups";
import { log } from "@/lib/core/log";
import { metrics } from "@/lib/core/metrics";
import type { SystemScope } from "@/lib/core/scope";
import type { Message } from "@/lib/notices/message";
import { channelOf } from "./channels/registry";
import type { LeasedDelivery } from "./channels/types";
import type { Verdict } from "./schedule";
import { type Attempt, writeAttempts } from "./write-attempts";

/** Result of an attempt, for the domain of its event. */
export type DeliveryOutcome = {
  deliveryId: string;
  approvalId: string | null;
  tenantId: string;
  recipientId: string;
  eventId: string;
  outcome: Verdict["outcome"];
  /** Why it is not delivered. */
  error: string | null;
  /** Milliseconds that a message to people is held; null unless composing held it. */
  heldMs: number | null;
  /** What was sent to people. */
  message: Message | null;
  /** The provider's reference of it. */
  remote: unknown;
  /** The gateway's whole answer as exact text; null without one, above 64 KiB, or if not UTF-8. */
  answerBody: string | null;
};

/** Another domain's reaction to outcomes of callbacks, or of all channels to people. */
export type OutcomeHook = {
  of: "callbacks" | "people";
  /**
   * Runs in the transaction that records the outcomes. Its errors are logged and rolled back, and
   * the outcomes stay. Database access only.
   * Resolves with audit entries.
   */
  follow: (tx: Tx, settled: readonly DeliveryOutcome[]) => Promise<ActivityEntry[]>;
  /** Whether its follow-up may be refused, so that it must not share a transaction. */
  alone?: (settled: DeliveryOutcome) => boolean;
};

// Retries for hooks that met a lock or lost a connection, before their part is skipped.
const RECORD_TRIES = 3;
const RECORD_PAUSE_MS = 150;

// Outcomes per transaction, and concurrent transactions: commits with NOTIFY run one at a time.
const GROUPS = { itemsMax: 100, bytesMax: 1024 * 1024, flightsMax: 2, waitingMax: Number.POSITIVE_INFINITY };

export type Recorder = {
  /**
   * Records an attempt and its outcome if this worker still holds the lease. Groups concurrent
   * ones.
   * @returns whether it was recorded
   */
  record: (attempt: Attempt) => Promise<boolean>;
};

export function createRecorder(scope: SystemScope, hooks: readonly OutcomeHook[]): Recorder {
  const groups = new Groups<Attempt, boolean>({
    ...GROUPS,
    bytesOf: ({ result }) => result.responseBody?.length ?? 0,
    store: (attempts) => writeTogether(scope, attempts, hooks),
  });
  return {
    record: async (attempt) => {
      const settled = outcomeOf(attempt);
      const alone =
        settled.outcome === "dead" || hooks.some((hook) => isFor(hook, attempt) && hook.alone?.(settled));
      // Hooks rarely fail, so the first try skips savepoints.
      const first = () => (alone ? writeAlone(scope, attempt, hooks, called) : groups.add(attempt));
      const written = await first().catch(() => tryAgain(scope, attempt, hooks));
      if (written) counted(attempt);
      return written;
    },
  };
}

function counted({ delivery: { channel }, verdict: { outcome } }: Attempt): void {
  if (channel === "callback") metrics.attempts.inc({ outcome });
  else metrics.notifications.inc({ channel, outcome });
}

async function tryAgain(
  scope: SystemScope,
  attempt: Attempt,
  hooks: readonly OutcomeHook[],
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeAlone(scope, attempt, hooks, tries < RECORD_TRIES ? guarded : guardedLast);
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
      log().warn(
        { err: error, delivery_id: attempt.delivery.id },
        "could not record an attempt, trying again",
      );
      await new Promise((resolve) => setTimeout(resolve, RECORD_PAUSE_MS * 3 ** tries));
    }
  }
}

type Follow = (tx: Tx, hook: OutcomeHook, attempts: readonly Attempt[]) => Promise<ActivityEntry[]>;

/**
 * Attempts without a final outcome.
 * @returns for each whether it was recorded
 */
function writeTogether(
  scope: SystemScope,
  attempts: readonly Attempt[],
  hooks: readonly OutcomeHook[],
): Promise<boolean[]> {
  return bookkeep(scope, async (tx) => {
    const written = await writeAttempts(tx, attempts);
    await recordActivities(tx, scope, await followed(tx, hooks, written, called));
    return attempts.map((attempt) => written.includes(attempt));
  });
}

function writeAlone(
  scope: SystemScope,
  attempt: Attempt,
  hooks: readonly OutcomeHook[],
  follow: Follow,
): Promise<boolean> {
  const work = async (tx: Tx, made = attempt): Promise<ActivityEntry[] | null> => {
    const written = await writeAttempts(tx, [made]);
    return written.length === 0 ? null : followed(tx, hooks, written, follow);
  };
  const { delivery, verdict } = attempt;
  if (verdict.outcome !== "dead") return bookkeep(scope, async (tx) => appended(tx, scope, await work(tx)));
  return change(scope, async (tx) => {
    // If the gateway moved meanwhile, the delivery restarts at the new address at once.
    if (await hasMoved(tx, delivery)) {
      const again = { outcome: "retry", delayMs: 0, error: verdict.error } as const;
      return appended(tx, scope, await work(tx, { ...attempt, verdict: again }));
    }
    const deeds = await work(tx);
    if (!deeds) return false;
    // Failures of messages to people are in the log of notifications.
    if (delivery.channel === "callback") deeds.push(givenUp(delivery, verdict.error));
    if (verdict.switchOff) deeds.push(...(await channelOf(delivery).switchOff(tx, delivery)));
    return appended(tx, scope, deeds);
  });
}

function givenUp(delivery: LeasedDelivery, error: string): ActivityEntry {
  const subject = { ...subjectOf(delivery), tenantId: delivery.tenantId };
  const details = { delivery_id: delivery.id, gateway_id: delivery.recipientId, error };
  return { action: "delivery.dead", subject, details };
}

async function followed(
  tx: Tx,
  hooks: readonly OutcomeHook[],
  written: readonly Attempt[],
  follow: Follow,
): Promise<ActivityEntry[]> {
  const deeds: ActivityEntry[] = [];
  for (const hook of hooks) {
    const own = written.filter((attempt) => isFor(hook, attempt));
    if (own.length > 0) deeds.push(...(await follow(tx, hook, own)));
  }
  return deeds;
}

const isFor = (hook: OutcomeHook, { delivery }: Attempt) =>
  hook.of === (delivery.channel === "callback" ? "callbacks" : "people");

/**
 * Ends the transaction.
 * @returns whether anything was written; null entries mean a lost lease
 */
async function appended(tx: Tx, scope: SystemScope, deeds: ActivityEntry[] | null): Promise<boolean> {
  await recordActivities(tx, scope, deeds ?? []);
  return deeds !== null;
}

async function hasMoved(tx: Tx, { id, url }: LeasedDelivery): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ moved: boolean }[]>`
    select url <> ${url} as moved from deliveries where id = ${id}::uuid for update`;
  return row?.moved ?? false;
}

/**
 * Subject of a delivery's activity: its approval if there is one, so that the timeline shows it.
 */
export function subjectOf(delivery: { id: string; approvalId: string | null }): { kind: string; id: string } {
  const { id, approvalId } = delivery;
  return approvalId === null ? { kind: "delivery", id } : { kind: "approval", id: approvalId };
}

function outcomeOf({ delivery, verdict, result }: Attempt): DeliveryOutcome {
  const { id: deliveryId, approvalId, tenantId, recipientId, eventId } = delivery;
  const facts = { deliveryId, approvalId, tenantId, recipientId, eventId, message: delivery.message };
  const error = verdict.outcome === "delivered" ? null : verdict.error;
  const heldMs = verdict.outcome === "retry" && verdict.isHeld ? verdict.delayMs : null;
  return {
    ...facts,
    outcome: verdict.outcome,
    error,
    heldMs,
    remote: result.remote,
    answerBody: result.answer,
  };
}

const called: Follow = (tx, hook, attempts) => hook.follow(tx, attempts.map(outcomeOf));

/** In a savepoint: refusals are rolled back and logged. Other errors are retried. */
const guarded: Follow = (tx, hook, attempts) => inSavepoint(tx, hook, attempts, false);

/** The last try: any error is rolled back and logged. */
const guardedLast: Follow = (tx, hook, attempts) => inSavepoint(tx, hook, attempts, true);

async function inSavepoint(
  tx: Tx,
  hook: OutcomeHook,
  attempts: readonly Attempt[],
  last: boolean,
): Promise<ActivityEntry[]> {
  await tx.$executeRaw`savepoint settle`;
  const forget = waitingAt(tx);
  try {
    const deeds = await called(tx, hook, attempts);
    await tx.$executeRaw`release savepoint settle`;
    return deeds;
  } catch (error) {
    if (!last && !(error instanceof DomainError)) throw error;
    await tx.$executeRaw`rollback to savepoint settle`;
    forget();
    const delivery_ids = attempts.map(({ delivery }) => delivery.id);
    log().error({ err: error, delivery_ids }, "an outcome was recorded, but not what follows from it");
    return [];
  }
}
