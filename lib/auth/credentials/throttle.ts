import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { bookkeep } from "@/lib/core/db";
import { inWords } from "@/lib/core/durations";
import { DomainError } from "@/lib/core/errors";
import { systemScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";

// Guessing one person's password: 10 attempts in 15 minutes, as NIST SP 800-63B's "at most 100" with room to spare.
const EMAIL_ATTEMPTS = 10;

const EMAIL_SECONDS = 900;

// Guessing everybody's: the cost of the hashes also bounds what sign-ins can take from the server.
const ALL_ATTEMPTS = 300;

const ALL_SECONDS = 60;

const ALL_KEY = "everybody";

// Devices that signed in before have counts of their own: whoever floods the door cannot close it for them.
const KNOWN_KEY = "known devices";

// One-time links hold 32 random bytes: nobody guesses them, and hashing a password for one is what costs.
const LINK_USES = 10;

const LINK_SECONDS = 900;

const UNKNOWN_LINKS = 60;

const UNKNOWN_LINK_KEY = "unknown links";

type Limiters = Record<"email" | "all" | "link" | "unknownLink", RateLimiterAbstract>;

type Query = { text: string; values: (string | number | null)[] };

const system = systemScope("sign-in throttle");

let limiters: Limiters | undefined;

/**
 * Counts an attempt to sign in, over all web processes.
 * @param device of a browser in which this address signed in before; it is counted apart from everybody else
 * @throws DomainError RATE_LIMITED with the seconds to wait
 */
export async function countSignIn(email: string, device: string | null = null): Promise<void> {
  limiters ??= makeLimiters();
  if (device !== null) {
    await spend(limiters.email, `device:${sha256(device)}`);
    await spend(limiters.all, KNOWN_KEY);
    return;
  }
  // The person's own count first, so that a flood against one address does not close the door for everybody.
  await spend(limiters.email, sha256(email));
  await spend(limiters.all, ALL_KEY);
}

/** A good sign-in clears the person's count, or that of their device. */
export async function clearSignIns(email: string, device: string | null = null): Promise<void> {
  limiters ??= makeLimiters();
  await limiters.email.delete(device === null ? sha256(email) : `device:${sha256(device)}`);
}

/**
 * Counts a look at a signed-in person's current password.
 * @throws DomainError RATE_LIMITED
 */
export async function countPasswordCheck(userId: string): Promise<void> {
  limiters ??= makeLimiters();
  await spend(limiters.email, `check:${userId}`, PASSWORD);
}

/**
 * Counts a use of a one-time link. Unknown links share one count, so that guesses cannot use up a real link's.
 * @throws DomainError RATE_LIMITED
 */
export async function countLinkUse(hash: string | null): Promise<void> {
  limiters ??= makeLimiters();
  if (hash === null) await spend(limiters.unknownLink, UNKNOWN_LINK_KEY, LINK);
  else await spend(limiters.link, hash, LINK);
}

const SIGN_IN = "Too many attempts to sign in. Countersign did not check this one";

const PASSWORD = "Too many attempts to change the password. It was not changed";

const LINK = "Too many attempts with such a link. Nothing was changed";

async function spend(limiter: RateLimiterAbstract, key: string, what = SIGN_IN): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    throw new DomainError("RATE_LIMITED", `${what}; wait ${inWords(seconds)}, then try again.`, {
      retryAfter: seconds,
    });
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
    link: new RateLimiterPostgres({
      ...shared,
      keyPrefix: "link",
      points: LINK_USES,
      duration: LINK_SECONDS,
    }),
    unknownLink: new RateLimiterPostgres({
      ...shared,
      keyPrefix: "links",
      points: UNKNOWN_LINKS,
      duration: ALL_SECONDS,
    }),
  };
}

/** The limiter's own statements, through the one pool. */
async function queryRateLimits({ text, values }: Query): Promise<{ rows: unknown[]; rowCount: number }> {
  const rows = await bookkeep(system, (tx) =>
    tx.$queryRawUnsafe<{ points: number; expire: bigint | null }[]>(text, ...values),
  );
  const plain = rows.map((row) => ({
    ...row,
    expire: typeof row.expire === "bigint" ? Number(row.expire) : row.expire,
  }));
  return { rows: plain, rowCount: plain.length };
}
