import type { RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

type Taken = { spent: boolean; remaining: number; msBeforeNext: number };

export async function takeFrom(limiter: Pick<RateLimiterAbstract, "consume">, key: string): Promise<Taken> {
  try {
    return standing(await limiter.consume(key), false);
  } catch (refused) {
    // instanceof would fail: a bundler gives each route its own copy of the library.
    if (refused instanceof Error) throw refused;
    return standing(refused as RateLimiterRes, true);
  }
}

function standing({ remainingPoints, msBeforeNext }: RateLimiterRes, spent: boolean): Taken {
  return { spent, remaining: remainingPoints, msBeforeNext };
}
