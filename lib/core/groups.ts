import "server-only";
import { isDatabaseUnavailable, isLockTimeout } from "./db";
import { DomainError } from "./errors";
import { logContext, withLogContext } from "./log";
import type { GatewayScope } from "./scope";

type Waiting<T, R> = {
  item: T;
  requestId: string | undefined;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
};

type Options<T, R> = {
  /** Stores all of them, or none, and answers in their order. */
  store: (items: T[]) => Promise<R[]>;
  /** Items of one name go one after the other: what becomes of the first may decide what becomes of the next. Null: of no name. */
  nameOf?: (item: T) => string | null;
  /** An item's size in bytes, roughly. */
  bytesOf?: (item: T) => number;
  itemsMax: number;
  /** A group that has as much as this gets no more. */
  bytesMax?: number;
  /** So many groups are being stored at a time. */
  flightsMax: number;
  /** More than that are refused. */
  waitingMax: number;
  /** Called whenever nothing is being stored and nothing waits. */
  onIdle?: () => void;
};

// A group that failed is stored again item by item, so many of them at a time.
const SINGLES_AT_ONCE = 4;

/**
 * Stores what many callers bring at the same time together: one transaction and one write to the disk for all of them. Nobody
 * waits for a clock: what comes while others are being stored goes with the next group. A result still means that it was committed.
 */
export class Groups<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private flights = 0;
  private planned = false;
  /** The names of what is being stored. */
  private readonly flying = new Set<string>();

  constructor(private readonly options: Options<T, R>) {}

  /** @throws DomainError RATE_LIMITED when too many wait; else what `store` throws about this item */
  add(item: T): Promise<R> {
    if (this.waiting.length >= this.options.waitingMax) {
      const message = "More arrives than can be stored. Nothing was stored; send it again shortly.";
      return Promise.reject(new DomainError("RATE_LIMITED", message, { retryable: true, retryAfter: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, requestId: logContext().request_id, resolve, reject });
      this.plan();
    });
  }

  /** At the end of this turn of the loop, so that what one reading of the sockets brought goes together. */
  private plan(): void {
    if (this.planned || this.flights >= this.options.flightsMax) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      const group = this.next();
      if (group.length === 0) return;
      this.flights += 1;
      if (this.waiting.length > 0) this.plan();
      void this.fly(group).finally(() => {
        this.flights -= 1;
        for (const { item } of group) this.flying.delete(this.options.nameOf?.(item) ?? "");
        if (this.waiting.length > 0) this.plan();
        else if (this.flights === 0) this.options.onIdle?.();
      });
    });
  }

  /** As many of those who wait as go together, first come, first served. */
  private next(): Waiting<T, R>[] {
    const { itemsMax, bytesMax = Number.POSITIVE_INFINITY, nameOf, bytesOf } = this.options;
    const group: Waiting<T, R>[] = [];
    const left: Waiting<T, R>[] = [];
    let bytes = 0;
    for (const one of this.waiting) {
      const name = nameOf?.(one.item) ?? null;
      const full = group.length >= itemsMax || bytes >= bytesMax;
      if (full || (name !== null && this.flying.has(name))) {
        left.push(one);
        continue;
      }
      if (name !== null) this.flying.add(name);
      bytes += bytesOf?.(one.item) ?? 0;
      group.push(one);
    }
    this.waiting = left;
    return group;
  }

  private async fly(group: readonly Waiting<T, R>[]): Promise<void> {
    // A line about several requests names none of them.
    const requestId = group.length === 1 ? group[0]?.requestId : undefined;
    try {
      const results = await withLogContext({ request_id: requestId }, () =>
        this.options.store(group.map(({ item }) => item)),
      );
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      // What nobody could store now is not tried again: it may be stored, or each would wait as long as all of them did.
      const forAll = isDatabaseUnavailable(error) || isLockTimeout(error);
      if (group.length === 1 || forAll) for (const { reject } of group) reject(error);
      else await this.flyAlone(group);
    }
  }

  /** One bad item must not take its neighbours along, nor keep them waiting. */
  private async flyAlone(group: readonly Waiting<T, R>[]): Promise<void> {
    const left = [...group];
    const lane = async () => {
      for (let one = left.shift(); one; one = left.shift()) await this.fly([one]);
    };
    await Promise.all(Array.from({ length: SINGLES_AT_ONCE }, lane));
  }
}

// How much is stored in one transaction, how many of those at a time, and how much may wait for its turn.
const SIZES = { itemsMax: 256, bytesMax: 1024 * 1024, flightsMax: 4, waitingMax: 5_000 };

type ScopedOptions<T, R> = Pick<Options<T, R>, "nameOf" | "bytesOf"> & {
  store: (scope: GatewayScope, items: T[]) => Promise<R[]>;
};

/**
 * The same for what is stored in somebody's name: what one key brings for the same tenants goes together, never what several bring.
 * @returns what `Groups.add` does, for a scope
 */
export function groupsByScope<T, R>({
  store,
  ...options
}: ScopedOptions<T, R>): (scope: GatewayScope, item: T) => Promise<R> {
  const groups = new Map<string, Groups<T, R>>();
  return (scope, item) => {
    const name = JSON.stringify([scope.actor, scope.tenants]);
    const own =
      groups.get(name) ??
      new Groups({
        store: (items) => store(scope, items),
        onIdle: () => groups.delete(name),
        ...options,
        ...SIZES,
      });
    groups.set(name, own);
    return own.add(item);
  };
}
