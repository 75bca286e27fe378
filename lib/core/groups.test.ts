import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { DomainError } from "./errors";
import { Groups } from "./groups";
import { logContext, withLogContext } from "./log";

/** Groups that the test stores on demand. */
function held(options: { itemsMax?: number; flightsMax?: number; waitingMax?: number } = {}) {
  const flights: { items: number[]; end: (error?: Error) => void }[] = [];
  const groups = new Groups<number, string>({
    itemsMax: 100,
    flightsMax: 2,
    waitingMax: 1_000,
    ...options,
    store: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(items.map((item) => `stored ${item}`));
        flights.push({ items, end });
      }),
  });
  return { flights, groups };
}

test("what comes at once goes together, and each gets its own result", async () => {
  const { flights, groups } = held();
  const results = Promise.all([1, 2, 3].map((item) => groups.add(item)));
  await turn();
  expect(flights.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  flights[0]?.end();
  expect(await results).toEqual(["stored 1", "stored 2", "stored 3"]);
});

test("what comes while others are stored waits for a free flight, and goes with it together", async () => {
  const { flights, groups } = held();
  const results = [];
  for (const item of [1, 2, 3, 4]) {
    results.push(groups.add(item));
    await turn();
    await turn();
  }
  expect(flights.map(({ items }) => items)).toEqual([[1], [2]]);
  flights[0]?.end();
  await results[0];
  await turn();
  await turn();
  expect(flights.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]);
  for (const { end } of flights) end();
  expect(await Promise.all(results)).toHaveLength(4);
});

test("a group is not larger than it may be, and more than may wait are refused", async () => {
  const { flights, groups } = held({ itemsMax: 2, flightsMax: 1, waitingMax: 3 });
  const results = [1, 2, 3].map((item) => groups.add(item));
  await expect(groups.add(4)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  for (const sizes of [[2], [2, 1]]) {
    await turn();
    await turn();
    expect(flights.map(({ items }) => items.length)).toEqual(sizes);
    flights.at(-1)?.end();
  }
  expect(await Promise.all(results)).toHaveLength(3);
});

test("a bad item fails alone; what the database could not store now is not tried again", async () => {
  const bad = new DomainError("VALIDATION_ERROR", "13 is bad");
  const tried: number[][] = [];
  const groups = new Groups<number, number>({
    itemsMax: 100,
    flightsMax: 1,
    waitingMax: 1_000,
    store: async (items) => {
      tried.push(items);
      if (items.includes(13)) throw bad;
      if (items.includes(99)) throw Object.assign(new Error("Connection terminated unexpectedly"));
      return items;
    },
  });
  const results = await Promise.allSettled([1, 13, 3].map((item) => groups.add(item)));
  expect(results).toEqual([
    { status: "fulfilled", value: 1 },
    { status: "rejected", reason: bad },
    { status: "fulfilled", value: 3 },
  ]);
  expect(tried).toEqual([[1, 13, 3], [1], [13], [3]]);
  const away = await Promise.allSettled([98, 99].map((item) => groups.add(item)));
  expect(away.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(tried.slice(4)).toEqual([[98, 99]]);
});

test("what waited for a lock in vain fails together at once: one by one, each would wait as long again", async () => {
  let tried = 0;
  const groups = new Groups<number, number>({
    itemsMax: 100,
    flightsMax: 1,
    waitingMax: 1_000,
    store: async () => {
      tried += 1;
      throw Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });
    },
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => groups.add(item)));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(tried).toBe(1);
});

test("of a group that failed, those that end at once do not wait for one that does not", async () => {
  let free = () => {};
  const groups = new Groups<number, number>({
    itemsMax: 100,
    flightsMax: 1,
    waitingMax: 1_000,
    store: async (items) => {
      if (items.length > 1) throw new DomainError("IN_FLIGHT", "an equal one takes long");
      if (items[0] === 1)
        await new Promise<void>((resolve) => {
          free = resolve;
        });
      return items;
    },
  });
  const [slow, ...others] = [1, 2, 3, 4, 5, 6].map((item) => groups.add(item));
  expect(await Promise.all(others)).toEqual([2, 3, 4, 5, 6]);
  free();
  expect(await slow).toBe(1);
});

test("two of one name never go together, and a group takes no more once it has its bytes", async () => {
  const stored: string[][] = [];
  const store = async (items: string[]) => {
    stored.push(items);
    return items;
  };
  const sizes = { itemsMax: 100, flightsMax: 1, waitingMax: 1_000 };
  const named = new Groups({ store, ...sizes, nameOf: (item) => (item === "-" ? null : item[0]) ?? null });
  await Promise.all(["a1", "b1", "a2", "-", "-", "a3", "b2"].map((item) => named.add(item)));
  expect(stored).toEqual([["a1", "b1", "-", "-"], ["a2", "b2"], ["a3"]]);
  stored.length = 0;
  const weighed = new Groups({ store, ...sizes, bytesMax: 4, bytesOf: (item) => item.length });
  await Promise.all(["123", "456", "7", "890123", "4"].map((item) => weighed.add(item)));
  expect(stored).toEqual([["123", "456"], ["7", "890123"], ["4"]]);
});

test("who waits for it to be idle is told each time, after everybody has their result", async () => {
  const told: string[] = [];
  const groups = new Groups<string, string>({
    itemsMax: 1,
    flightsMax: 2,
    waitingMax: 10,
    store: async (items) => items,
    onIdle: () => told.push("idle"),
  });
  for (const items of [["a", "b", "c"], ["d"]]) {
    await Promise.all(items.map(async (item) => told.push(await groups.add(item))));
    await turn();
  }
  expect(told).toEqual(["a", "b", "c", "idle", "d", "idle"]);
});

test("what is logged while one is stored carries its request id, while several are stored none", async () => {
  const seen: (string | undefined)[] = [];
  const store = async (items: number[]) => {
    seen.push(logContext().request_id);
    return items;
  };
  const groups = new Groups<number, number>({ store, itemsMax: 100, flightsMax: 1, waitingMax: 100 });
  const add = (requestId: string, item: number) =>
    withLogContext({ request_id: requestId }, () => groups.add(item));
  const first = add("one", 1);
  await turn();
  await Promise.all([first, add("two", 2), add("three", 3)]);
  await add("four", 4);
  expect(seen).toEqual(["one", undefined, "four"]);
});
