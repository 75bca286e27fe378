import type { RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

/** How a budget stands after one more was asked of it. */
type Taken = { spent: boolean; remaining: number; msBeforeNext: number };

/** Takes one from the key's budget. */
export async function takeFrom(limiter: Pick<RateLimiterAbstract, "consume">, key: string): Promise<Taken> {
  try {
    return standing(await limiter.consume(key), false);
  } catch (refused) {
    // What tells a spent budget from a failure is not its class: a bundler gives each route its own copy of the library.
    if (refused instanceof Error) throw refused;
    return standing(refused as RateLimiterRes, true);
  }
}

function standing({ remainingPoints, msBeforeNext }: RateLimiterRes, spent: boolean): Taken {
  return { spent, remaining: remainingPoints, msBeforeNext };
}
