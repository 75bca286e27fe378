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
  store: (items: T[]) => Promise<R[]>;
  /** Items with the same name run in sequence, because one may affect the next. Null: no name. */
  nameOf?: (item: T) => string | null;
  bytesOf?: (item: T) => number;
  itemsMax: number;
  /** A group of this size takes no more items. */
  bytesMax?: number;
  flightsMax: number;
  /** Further items are refused. */
  waitingMax: number;
  onIdle?: () => void;
};

// After a failed group its items are stored one by one, this many at a time.
const SINGLES_AT_ONCE = 4;

/**
 * Stores concurrent items in one transaction and one disk write. No item waits for a timer: items
 * that arrive during a write go into the next group. A result means that its item is committed.
 */
export class Groups<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private flights = 0;
  private planned = false;
  private readonly flying = new Set<string>();

  constructor(private readonly options: Options<T, R>) {}

  /**
   * @throws DomainError RATE_LIMITED when the queue is full; else what `store` throws for this item
   */
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

  /** Runs at the end of this event loop turn, so that requests read together form one group. */
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
    // A log line about several requests names none of them.
    const requestId = group.length === 1 ? group[0]?.requestId : undefined;
    try {
      const results = await withLogContext({ request_id: requestId }, () =>
        this.options.store(group.map(({ item }) => item)),
      );
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      // Not retried one by one: the group may be stored already, or each item would wait as long as
      // the group did.
      const forAll = isDatabaseUnavailable(error) || isLockTimeout(error);
      if (group.length === 1 || forAll) for (const { reject } of group) reject(error);
      else await this.flyAlone(group);
    }
  }

  /** Isolates a failing item, so that it neither fails nor delays the others. */
  private async flyAlone(group: readonly Waiting<T, R>[]): Promise<void> {
    const left = [...group];
    const lane = async () => {
      for (let one = left.shift(); one; one = left.shift()) await this.fly([one]);
    };
    await Promise.all(Array.from({ length: SINGLES_AT_ONCE }, lane));
  }
}

// Items and bytes per transaction, concurrent transactions, and queue length.
const SIZES = { itemsMax: 256, bytesMax: 1024 * 1024, flightsMax: 4, waitingMax: 5_000 };

type ScopedOptions<T, R> = Pick<Options<T, R>, "nameOf" | "bytesOf"> & {
  store: (scope: GatewayScope, items: T[]) => Promise<R[]>;
};

/**
 * Groups per scope: items of the same key and tenants go together, never those of several keys.
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
