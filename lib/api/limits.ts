import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";
import { takeFrom } from "@/lib/core/budget";
import { DomainError } from "@/lib/core/errors";
import type { Actor } from "@/lib/core/scope";

// Per credential and web process. A gateway's limit of 10,000 requests a second stops a runaway
// loop, not a busy day.
const WINDOW_SECONDS = 10;
const GATEWAY_POINTS = 100_000;
const PERSON_POINTS = 600;

const store = globalThis as { countersignLimits?: Record<"gateway" | "user", RateLimiterAbstract> };

function limiters(): Record<"gateway" | "user", RateLimiterAbstract> {
  store.countersignLimits ??= {
    gateway: new RateLimiterMemory({ points: GATEWAY_POINTS, duration: WINDOW_SECONDS }),
    user: new RateLimiterMemory({ points: PERSON_POINTS, duration: WINDOW_SECONDS }),
  };
  return store.countersignLimits;
}

/** Result of counting a request: rate limit headers, and the error if the limit is exceeded. */
type Counted = { headers: Record<string, string>; refusal: DomainError | null };

export async function countRequest(actor: Actor): Promise<Counted> {
  if (actor.kind === "system") return { headers: {}, refusal: null };
  const points = actor.kind === "gateway" ? GATEWAY_POINTS : PERSON_POINTS;
  const policy = `"credential";q=${points};w=${WINDOW_SECONDS}`;
  const counted = await takeFrom(limiters()[actor.kind], actor.kind === "gateway" ? actor.keyId : actor.id);
  const seconds = Math.ceil(counted.msBeforeNext / 1000);
  const headers = {
    "ratelimit-policy": policy,
    ratelimit: `"credential";r=${counted.remaining};t=${seconds}`,
  };
  if (!counted.spent) return { headers, refusal: null };
  const retryAfter = Math.max(1, seconds);
  const refusal = new DomainError(
    "RATE_LIMITED",
    `More than ${points} requests in ${WINDOW_SECONDS} s. Nothing was stored; wait ${retryAfter} s.`,
    { retryAfter },
  );
  return { headers, refusal };
}
