import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { ingest } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { systemScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/secrets";
import { inWords } from "./sign-in-errors";

// Guessing one person's password: 10 attempts in 15 minutes, as NIST SP 800-63B's "at most 100" with room to spare.
const EMAIL_ATTEMPTS = 10;
const EMAIL_SECONDS = 900;
// Guessing everybody's: the cost of the hashes also bounds what sign-ins can take from the server.
const ALL_ATTEMPTS = 300;
const ALL_SECONDS = 60;
const ALL_KEY = "everybody";

type Limiters = { email: RateLimiterAbstract; all: RateLimiterAbstract };
type Query = { text: string; values: (string | number | null)[] };

const system = systemScope("sign-in throttle");
let limiters: Limiters | undefined;

/**
 * Counts an attempt to sign in, over all web processes.
 * @throws DomainError RATE_LIMITED with the seconds to wait
 */
export async function countSignIn(email: string): Promise<void> {
  limiters ??= makeLimiters();
  // The person's own count first, so that a flood against one address does not close the door for everybody.
  await spend(limiters.email, sha256(email));
  await spend(limiters.all, ALL_KEY);
}

/** A good sign-in clears the person's count. */
export async function clearSignIns(email: string): Promise<void> {
  limiters ??= makeLimiters();
  await limiters.email.delete(sha256(email));
}

async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    throw new DomainError(
      "RATE_LIMITED",
      `Too many attempts to sign in. This one was not looked at; wait ${inWords(seconds)}, then try again.`,
      { retryAfter: seconds },
    );
  }
}

function makeLimiters(): Limiters {
  const shared = {
    storeClient: { query: queryRateLimits },
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: true,
  };
  return {
    email: new RateLimiterPostgres({
      ...shared,
      keyPrefix: "signin",
      points: EMAIL_ATTEMPTS,
      duration: EMAIL_SECONDS,
    }),
    all: new RateLimiterPostgres({
      ...shared,
      keyPrefix: "signins",
      points: ALL_ATTEMPTS,
      duration: ALL_SECONDS,
    }),
  };
}

/** The limiter's own statements, through the one pool. */
async function queryRateLimits({ text, values }: Query): Promise<{ rows: unknown[]; rowCount: number }> {
  const rows = await ingest(system, (tx) =>
    tx.$queryRawUnsafe<{ points: number; expire: bigint | null }[]>(text, ...values),
  );
  const plain = rows.map((row) => ({
    ...row,
    expire: typeof row.expire === "bigint" ? Number(row.expire) : row.expire,
  }));
  return { rows: plain, rowCount: plain.length };
}
