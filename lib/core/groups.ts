import "server-only";
import { isDatabaseUnavailable } from "./db";
import { DomainError } from "./errors";

type Waiting<T, R> = {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
};

type Options<T, R> = {
  /** Stores all of them, or none, and answers in their order. */
  store: (items: T[]) => Promise<R[]>;
  itemsMax: number;
  /** So many groups are being stored at a time. */
  flightsMax: number;
  /** More than that are refused. */
  waitingMax: number;
};

/**
 * Stores what many callers bring at the same time together: one transaction and one write to the disk for all of them. Nobody
 * waits for a clock: what comes while others are being stored goes with the next group. A result still means that it was committed.
 */
export class Groups<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private flights = 0;
  private planned = false;

  constructor(private readonly options: Options<T, R>) {}

  /** @throws DomainError RATE_LIMITED when too many wait; else what `store` throws about this item */
  add(item: T): Promise<R> {
    if (this.waiting.length >= this.options.waitingMax)
      return Promise.reject(
        new DomainError(
          "RATE_LIMITED",
          "More arrives than can be stored. Nothing was stored; send it again shortly.",
          {
            retryable: true,
            retryAfter: 1,
          },
        ),
      );
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.plan();
    });
  }

  /** At the end of this turn of the loop, so that what one reading of the sockets brought goes together. */
  private plan(): void {
    if (this.planned || this.flights >= this.options.flightsMax) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      const group = this.waiting.splice(0, this.options.itemsMax);
      if (group.length === 0) return;
      this.flights += 1;
      if (this.waiting.length > 0) this.plan();
      void this.fly(group).finally(() => {
        this.flights -= 1;
        if (this.waiting.length > 0) this.plan();
      });
    });
  }

  private async fly(group: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.options.store(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      // One bad item must not take its neighbours along. What nobody could store now is not tried again: it may be stored.
      if (group.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of group) reject(error);
      else for (const one of group) await this.fly([one]);
    }
  }
}

// How much is stored in one transaction, how many of those at a time, and how much may wait for its turn.
const SIZES = { itemsMax: 256, flightsMax: 4, waitingMax: 5_000 };

/**
 * The same for what is stored in somebody's name: what one scope brings goes together, never what several bring.
 * Authentication gives requests of one key one scope while it is fresh.
 * @returns what `Groups.add` does, for a scope
 */
export function groupsByScope<S extends object, T, R>(
  store: (scope: S, items: T[]) => Promise<R[]>,
): (scope: S, item: T) => Promise<R> {
  const groups = new WeakMap<S, Groups<T, R>>();
  return (scope, item) => {
    const own = groups.get(scope) ?? new Groups({ store: (items) => store(scope, items), ...SIZES });
    groups.set(scope, own);
    return own.add(item);
  };
}
