import { RateLimiterMemory } from "rate-limiter-flexible";
import { takeFrom } from "@/lib/core/budget";
import { type ClientNetwork, currentNetwork } from "@/lib/core/client-network";
import { DomainError } from "@/lib/core/errors";
import { SlowLane } from "@/lib/core/slow-lane";

// An unknown credential costs a database query. Each network has a limited number of these per web
// process. Credentials that were valid before are always looked up.

const FAILURES = 60;

const WINDOW_SECONDS = 60;

// For clients that may share the address of an unconfigured proxy.
const SLOW = { everyMs: 50, waitingMax: 400, groupMax: 100 };

// Limits memory; far above the number of credentials in use.
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
 * Looks up a credential's hash with `find`; returns the seconds to wait if its network sent too
 * many unknown ones. Not an error, because requests of different routes share one result, and each
 * route has its own error classes.
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
    // An unreachable database proves nothing about the credential.
    if (!wasGood && found !== null) await failures.reward(network.key);
  }
  if (found === null) good.delete(hash);
  else keep(hash);
  return found;
}

function keep(hash: string): void {
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
