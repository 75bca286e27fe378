import { RateLimiterMemory } from "rate-limiter-flexible";
import { takeFrom } from "@/lib/core/budget";
import { type ClientNetwork, currentNetwork } from "@/lib/core/client-network";
import { DomainError } from "@/lib/core/errors";
import { SlowLane } from "@/lib/core/slow-lane";

// A key or token that nobody has costs a question to the database. Each network may cost us so many, per web process; credentials
// that were good before are asked for whatever else their network sends.

const FAILURES = 60;

const WINDOW_SECONDS = 60;

// Of clients that may share the address of a proxy nobody named.
const SLOW = { everyMs: 50, waitingMax: 400, groupMax: 100 };

// A bound on memory, far above the number of credentials in use.
const GOOD_MAX = 10_000;

type Unknown = { failures: RateLimiterMemory; lane: SlowLane; good: Set<string> };

const store = globalThis as { countersignUnknown?: Unknown };
store.countersignUnknown ??= {
  failures: new RateLimiterMemory({ points: FAILURES, duration: WINDOW_SECONDS }),
  lane: new SlowLane(SLOW),
  good: new Set(),
};
const { failures, lane, good } = store.countersignUnknown;

/**
 * What `find` finds for the hash of a credential; the seconds to wait when its network has asked for too many that nobody has.
 * A number rather than an error, for requests of different routes share one answer, and each route has its own class of errors.
 */
export async function findKnown<T extends object>(
  hash: string,
  find: () => Promise<T | null>,
): Promise<T | null | number> {
  const network = currentNetwork();
  const wasGood = good.has(hash);
  const wait = wasGood ? null : await countUnknown(network);
  if (wait !== null) return wait;
  let found: T | null | undefined;
  try {
    found = await find();
  } finally {
    // A database that is away says nothing about the credential.
    if (!wasGood && found !== null) await failures.reward(network.key);
  }
  if (found === null) good.delete(hash);
  else keep(hash);
  return found;
}

function keep(hash: string): void {
  // At the end: whoever was not asked for longest goes first.
  good.delete(hash);
  good.add(hash);
  if (good.size > GOOD_MAX) good.delete(good.values().next().value ?? "");
}

async function countUnknown(network: ClientNetwork): Promise<number | null> {
  const { spent, msBeforeNext } = await takeFrom(failures, network.key);
  if (!spent) return null;
  if (network.shared) return lane.enter(network.wide);
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}

/** The refusal of a credential that was not looked up. */
export function tooManyUnknown(seconds: number): DomainError {
  return new DomainError(
    "RATE_LIMITED",
    `Too many keys or tokens that are unknown, revoked or expired came from your network. Countersign did not look this one up and did nothing; wait ${seconds} s, then send a valid one.`,
    {
      retryAfter: seconds,
      limit: { name: "unknown-credentials", points: FAILURES, seconds: WINDOW_SECONDS },
    },
  );
}
