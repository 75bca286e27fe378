import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
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
 * What `find` finds for the hash of a credential, unless its network has asked for too many that nobody has.
 * @throws DomainError RATE_LIMITED
 */
export async function findKnown<T>(hash: string, find: () => Promise<T | null>): Promise<T | null> {
  const network = currentNetwork();
  const wasGood = good.delete(hash);
  if (!wasGood) await countUnknown(network);
  let found: T | null | undefined;
  try {
    found = await find();
  } finally {
    // A database that is away says nothing about the credential.
    if (!wasGood && found !== null) await failures.reward(network.key);
  }
  if (found !== null) keep(hash);
  return found;
}

function keep(hash: string): void {
  // At the end: whoever was not asked for longest goes first.
  good.add(hash);
  if (good.size > GOOD_MAX) good.delete(good.values().next().value ?? "");
}

async function countUnknown(network: ClientNetwork): Promise<void> {
  try {
    await failures.consume(network.key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const full = network.shared ? await lane.enter(network.wide) : Math.ceil(refused.msBeforeNext / 1_000);
    if (full !== null) throw tooMany(Math.max(1, full));
  }
}

function tooMany(seconds: number): DomainError {
  return new DomainError(
    "RATE_LIMITED",
    `Too many keys or tokens that are unknown, revoked or expired came from your network. Countersign did not look this one up and did nothing; wait ${seconds} s, then send a valid one.`,
    {
      retryAfter: seconds,
      limit: { name: "unknown-credentials", points: FAILURES, seconds: WINDOW_SECONDS },
    },
  );
}
