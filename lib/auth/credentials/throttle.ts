import { type RateLimiterAbstract, RateLimiterPostgres } from "rate-limiter-flexible";
import { takeFrom } from "@/lib/core/budget";
import { type ClientNetwork, currentNetwork } from "@/lib/core/client-network";
import { bookkeep } from "@/lib/core/db";
import { inWords } from "@/lib/core/durations";
import { DomainError } from "@/lib/core/errors";
import { systemScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { SlowLane } from "@/lib/core/slow-lane";

// Guesses from one network: far more than people mistype, far less than an attacker needs.
const NETWORK_ATTEMPTS = 60;

// Beyond this, a refused network is refused from memory, without a database query.
const NETWORK_ATTEMPTS_ASKED = 2 * NETWORK_ATTEMPTS;

// Guesses of one person's password from one network: well below the 100 of NIST SP 800-63B.
const EMAIL_ATTEMPTS = 10;

const EMAIL_ATTEMPTS_ALL = 100;

const WINDOW_SECONDS = 900;

// Attempts from all networks together. Beyond this, attempts are slowed, not refused. The same
// applies to clients that may share one proxy address.
const ALL_ATTEMPTS = 300;

const ALL_SECONDS = 60;

const ALL_KEY = "everybody";

// A page offers passkeys when it opens and during use: an office with one address opens many.
const NETWORK_OFFERS = 240;

const OFFERS_KEY = "offers of passkeys";

// Browsers, and the proxies before us, wait half a minute for a response.
const SLOW = { everyMs: 200, waitingMax: 150, groupMax: 25 };

// Known devices are counted separately, so that a flood cannot lock them out.
const KNOWN_KEY = "known devices";

// One-time links hold 32 random bytes, so guessing is hopeless; only hashing a password is
// expensive.
const LINK_USES = 10;

const UNKNOWN_LINKS = 60;

const UNKNOWN_LINK_KEY = "unknown links";

type LimiterName = "network" | "offer" | "email" | "emailAll" | "all" | "link" | "unknownLink";

type Limiters = Record<LimiterName, RateLimiterAbstract>;

type Query = { text: string; values: (string | number | null)[] };

const system = systemScope("sign-in throttle");

const store = globalThis as { countersignSignIns?: Record<"strangers" | "known" | "offers", SlowLane> };
store.countersignSignIns ??= {
  strangers: new SlowLane(SLOW),
  known: new SlowLane(SLOW),
  offers: new SlowLane(SLOW),
};
const lanes = store.countersignSignIns;

let limiters: Limiters | undefined;

/**
 * Counts a sign-in attempt over all web processes, first by its network. Resolves late when there
 * are more attempts than people make.
 * @param device of a browser in which this address signed in before; it is counted separately
 * @throws DomainError RATE_LIMITED with the seconds to wait
 */
export async function countSignIn(email: string, device: string | null = null): Promise<void> {
  limiters ??= makeLimiters();
  if (device !== null) {
    await spend(limiters.email, `device:${sha256(device)}`);
    if (await isSpent(limiters.all, KNOWN_KEY)) await slowDown(lanes.known, sha256(device));
    return;
  }
  const network = currentNetwork();
  // The person's counts come after those of the network, so that a flood against one address slows
  // only that.
  const slowed = await countFrom(network, email, limiters);
  await spend(limiters.emailAll, sha256(email));
  if (slowed || (await isSpent(limiters.all, ALL_KEY))) await slowDown(lanes.strangers, network.wide);
}

/** Whether the network exceeds its limit. Shared networks are slowed, single clients refused. */
async function countFrom(network: ClientNetwork, email: string, { network: ofAll, email: ofOne }: Limiters) {
  if (!network.shared) {
    await spend(ofAll, network.key);
    await spend(ofOne, emailAt(email, network));
    return false;
  }
  const [all, one] = [await isSpent(ofAll, network.key), await isSpent(ofOne, emailAt(email, network))];
  return all || one;
}

/**
 * Counts a passkey sign-in by its network: signatures cannot be guessed, but each costs a query.
 * @throws DomainError RATE_LIMITED with the seconds to wait
 */
export async function countPasskeySignIn(): Promise<void> {
  limiters ??= makeLimiters();
  await countStep(limiters.network, limiters.all, { everybody: ALL_KEY, lane: lanes.strangers });
}

/**
 * Counts a page's request for passkey suggestions, separately from attempts.
 * @throws DomainError RATE_LIMITED with the seconds to wait
 */
export async function countPasskeyOffer(): Promise<void> {
  limiters ??= makeLimiters();
  await countStep(limiters.offer, limiters.all, { everybody: OFFERS_KEY, lane: lanes.offers });
}

async function countStep(
  ofNetwork: RateLimiterAbstract,
  ofAll: RateLimiterAbstract,
  { everybody, lane }: { everybody: string; lane: SlowLane },
): Promise<void> {
  const network = currentNetwork();
  if (!network.shared) await spend(ofNetwork, network.key);
  const slowed = network.shared && (await isSpent(ofNetwork, network.key));
  if (slowed || (await isSpent(ofAll, everybody))) await slowDown(lane, network.wide);
}

/** Returns the attempt to the network, and clears the counts of the person or device. */
export async function noteSignIn(email: string, device: string | null = null): Promise<void> {
  limiters ??= makeLimiters();
  if (device !== null) await limiters.email.delete(`device:${sha256(device)}`);
  else await Promise.all([limiters.network.reward(currentNetwork().key, 1), clearSignIns(email)]);
}

/** For a person who proved their identity in another way. */
export async function clearSignIns(email: string): Promise<void> {
  limiters ??= makeLimiters();
  await Promise.all([
    limiters.email.delete(emailAt(email, currentNetwork())),
    limiters.emailAll.delete(sha256(email)),
  ]);
}

/**
 * Counts a check of a signed-in person's current password.
 * @throws DomainError RATE_LIMITED
 */
export async function countPasswordCheck(userId: string, what = PASSWORD): Promise<void> {
  limiters ??= makeLimiters();
  await spend(limiters.email, `check:${userId}`, what);
}

/**
 * Counts a use of a one-time link. Unknown links share one count, so that guesses cannot exhaust a
 * real link's.
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
  const { spent, msBeforeNext } = await takeFrom(limiter, key);
  if (spent) throw tooMany(what, Math.max(1, Math.ceil(msBeforeNext / 1_000)));
}

async function isSpent(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  return (await takeFrom(limiter, key)).spent;
}

async function slowDown(lane: SlowLane, group: string): Promise<void> {
  const full = await lane.enter(group);
  if (full !== null) throw tooMany(SIGN_IN, full);
}

function tooMany(what: string, seconds: number): DomainError {
  const message = `${what}; wait ${inWords(seconds)}, then try again.`;
  return new DomainError("RATE_LIMITED", message, { retryAfter: seconds });
}

function emailAt(email: string, network: ClientNetwork): string {
  return sha256(`${network.own} ${email}`);
}

function makeLimiters(): Limiters {
  const shared = {
    storeClient: { query: queryRateLimits },
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: true,
  };
  const limiter = (keyPrefix: string, points: number, duration: number, more = {}) =>
    new RateLimiterPostgres({ ...shared, keyPrefix, points, duration, ...more });
  const asked = { inMemoryBlockOnConsumed: NETWORK_ATTEMPTS_ASKED };
  const offered = { inMemoryBlockOnConsumed: 2 * NETWORK_OFFERS };
  return {
    network: limiter("signin-network", NETWORK_ATTEMPTS, WINDOW_SECONDS, asked),
    offer: limiter("passkey-offers", NETWORK_OFFERS, WINDOW_SECONDS, offered),
    email: limiter("signin", EMAIL_ATTEMPTS, WINDOW_SECONDS),
    emailAll: limiter("signin-person", EMAIL_ATTEMPTS_ALL, WINDOW_SECONDS),
    all: limiter("signins", ALL_ATTEMPTS, ALL_SECONDS),
    link: limiter("link", LINK_USES, WINDOW_SECONDS),
    unknownLink: limiter("links", UNKNOWN_LINKS, ALL_SECONDS),
  };
}

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
