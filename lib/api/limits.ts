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

/**
 * Counts one request of a credential; answers the headers to send (draft-ietf-httpapi-ratelimit-headers).
 * @throws DomainError RATE_LIMITED
 */
export async function countRequest(actor: Actor): Promise<Record<string, string>> {
  if (actor.kind === "system") return {};
  const points = actor.kind === "gateway" ? GATEWAY_POINTS : PERSON_POINTS;
  const policy = `"credential";q=${points};w=${WINDOW_SECONDS}`;
  try {
    const spent = await limiters()[actor.kind].consume(actor.kind === "gateway" ? actor.keyId : actor.id);
    return {
      "ratelimit-policy": policy,
      ratelimit: `"credential";r=${spent.remainingPoints};t=${Math.ceil(spent.msBeforeNext / 1000)}`,
    };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw new DomainError(
      "RATE_LIMITED",
      `More than ${points} requests in ${WINDOW_SECONDS} s. Nothing was stored; wait ${seconds} s.`,
      {
        retryAfter: seconds,
      },
    );
  }
}
