import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "@/lib/core/errors";
import type { Actor } from "@/lib/core/scope";

// Per credential and web process. A gateway's limit stops a runaway loop, not a busy day: 2,000 requests a second.
const WINDOW_SECONDS = 10;
const GATEWAY_POINTS = 20_000;
const PERSON_POINTS = 600;

const store = globalThis as { countersignLimits?: Record<"gateway" | "user", RateLimiterAbstract> };

function limiters(): Record<"gateway" | "user", RateLimiterAbstract> {
  store.countersignLimits ??= {
    gateway: new RateLimiterMemory({ points: GATEWAY_POINTS, duration: WINDOW_SECONDS }),
    user: new RateLimiterMemory({ points: PERSON_POINTS, duration: WINDOW_SECONDS }),
  };
  return store.countersignLimits;
}

/** What counting a request came to: the headers of its answer, and why it is not answered when the limit is spent. */
type Counted = { headers: Record<string, string>; refusal: DomainError | null };

/** Counts one request of a credential (draft-ietf-httpapi-ratelimit-headers). */
export async function countRequest(actor: Actor): Promise<Counted> {
  if (actor.kind === "system") return { headers: {}, refusal: null };
  const points = actor.kind === "gateway" ? GATEWAY_POINTS : PERSON_POINTS;
  const policy = `"credential";q=${points};w=${WINDOW_SECONDS}`;
  try {
    const spent = await limiters()[actor.kind].consume(actor.kind === "gateway" ? actor.keyId : actor.id);
    return { headers: headersOf(policy, spent), refusal: null };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    const refusal = new DomainError(
      "RATE_LIMITED",
      `More than ${points} requests in ${WINDOW_SECONDS} s. Nothing was stored; wait ${seconds} s.`,
      { retryAfter: seconds },
    );
    return { headers: headersOf(policy, refused), refusal };
  }
}

function headersOf(
  policy: string,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): Record<string, string> {
  return {
    "ratelimit-policy": policy,
    ratelimit: `"credential";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
  };
}
