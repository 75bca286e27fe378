import { afterAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { firstIdAt } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aTenant } from "@/lib/testing/factories";
import { countArriving, paced, restBefore } from "./pace";
import { errands, say } from "./testing/rationales";

const system = systemScope("tests");

afterAll(closeDatabase);

/** Work of 100 ms a piece and of 300 ms as a whole, on a clock that only work and rests move. */
function aDay(arriving: () => number) {
  let now = 0;
  const told: { at: number; most: number }[] = [];
  const pace = paced(
    { whole: 1_000, piece: 200 },
    {
      arriving: async () => arriving(),
      rest: async (ms) => {
        now += ms;
      },
      now: () => now,
    },
  );
  const work = () =>
    pace(async (most) => {
      told.push({ at: now, most });
      now += most === 1_000 ? 300 : 100;
    });
  return { told, work };
}

test("the reader rests the longer the more calls arrive, two seconds at most, and not at all while none do", () => {
  expect([0, 50, 100, 900, 50_000].map((arriving) => restBefore(100, arriving))).toEqual([
    ...[0, 50, 100, 900, 2_000],
  ]);
});

test("while none arrive the reader takes whole windows one after the other", async () => {
  const { told, work } = aDay(() => 0);
  for (let turn = 0; turn < 3; turn += 1) await work();
  expect(told).toEqual([
    { at: 0, most: 1_000 },
    { at: 300, most: 1_000 },
    { at: 600, most: 1_000 },
  ]);
});

test("once calls arrive it rests before the next piece, which is small, and it never stops", async () => {
  let arriving = 0;
  const { told, work } = aDay(() => arriving);
  await work();
  arriving = 3_000;
  for (let turn = 0; turn < 3; turn += 1) await work();
  expect(told).toEqual([
    { at: 0, most: 1_000 },
    { at: 2_300, most: 200 },
    { at: 4_400, most: 200 },
    { at: 6_500, most: 200 },
  ]);
});

test("two that ask at once take turns, and an error of one leaves the other its turn", async () => {
  const { told, work } = aDay(() => 3_000);
  let open = 0;
  const pace = paced({ whole: 2, piece: 1 });
  const alone = () =>
    pace(async () => {
      open += 1;
      expect(open).toBe(1);
      await new Promise(setImmediate);
      open -= 1;
      throw new Error("planted");
    });
  expect((await Promise.allSettled([alone(), alone()])).map(({ status }) => status)).toEqual([
    ...["rejected", "rejected"],
  ]);
  await Promise.all([work(), work(), work()]);
  expect(told.map(({ at }) => at)).toEqual([0, 2_100, 4_200]);
});

test("calls of all tenants count as arriving", async () => {
  const before = firstIdAt(Date.now());
  const tenant = await aTenant();
  await say(await aGateway([tenant]), tenant, errands(30));
  const arriving = (after: string) => read(system, (tx) => countArriving(tx, after));
  expect(await arriving(before)).toBeGreaterThanOrEqual(30);
  expect(await arriving(firstIdAt(Date.now() + 60_000))).toBe(0);
});
