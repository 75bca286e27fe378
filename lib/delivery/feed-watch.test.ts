import { expect, test } from "vitest";
import { aTenant } from "@/lib/testing/factories";
import { FEED_READERS, feedReader } from "./feed-watch";
import { listEvents } from "./queries";
import { aScenario, until } from "./testing/scene";

test("of all who wait at their feeds, those are told to look again behind whose place something stands", async () => {
  const [one, other] = [
    await aScenario("http://127.0.0.1:9/hook"),
    await aScenario("http://127.0.0.1:9/hook"),
  ];
  const reader = (scene: typeof one, cursor?: string, tenants = [scene.tenant.id]) =>
    feedReader({ gatewayId: scene.gatewayId, tenants }, cursor);
  const moved = (...readers: ReturnType<typeof reader>[]) => FEED_READERS.moved(readers);
  expect(await moved(reader(one), reader(other))).toEqual([]);

  await one.owe();
  expect(await moved(reader(other), reader(one))).toEqual([1]);
  // Another tenant of the same gateway has a separate feed.
  expect(await moved(reader(one, undefined, [(await aTenant()).id]), reader(one, undefined, []))).toEqual([]);

  let cursor: string | undefined;
  await until("the feed shows it", async () => {
    cursor = (await listEvents(one.gateway, {})).next_cursor ?? undefined;
    return cursor !== undefined;
  });
  expect(await moved(reader(one, cursor))).toEqual([]);
  await one.owe();
  expect((await moved(reader(one, cursor), reader(other), reader(one))).toSorted()).toEqual([0, 2]);
});
