import { expect, test } from "vitest";
import { leaseDue } from "./lease";
import { NEVER_DOUBTED, NEVER_LAPSED } from "./news";
import { silence } from "./testing/receiver";
import { aScenario, system, until } from "./testing/scene";
import { ownWorkers, receiver, scenarioWith, undelivered, working } from "./testing/workers";

ownWorkers();

test("two workers on one database send each of 60 callbacks exactly once", async () => {
  const scenarios = await Promise.all([1, 2, 3].map(() => scenarioWith()));
  working();
  working();
  const owed = await Promise.all(
    scenarios.flatMap((scenario) => Array.from({ length: 20 }, () => scenario.owe())),
  );
  const got = () =>
    scenarios.flatMap((scenario) => scenario.receiver.received.map((one) => one.headers["webhook-id"]));
  await until("all delivered", async () => (await undelivered(owed.map((one) => one.deliveryId))) === 0);
  expect(got().toSorted()).toEqual(owed.map((one) => one.eventId).toSorted());
});

test("without skip locked and a lease, two workers would send twice: claims hand out each delivery once", async () => {
  const scenario = await scenarioWith();
  await Promise.all(Array.from({ length: 12 }, () => scenario.owe()));
  const limits = { lapsed: NEVER_LAPSED, doubted: NEVER_DOUBTED, room: 5, perRecipient: 50, leaseMs: 5_000 };
  const leases = await Promise.all(Array.from({ length: 6 }, () => leaseDue(system, limits)));
  const ids = leases.flatMap(({ leased }) => leased.map((one) => one.id));
  expect(ids).toHaveLength(12);
  expect(new Set(ids).size).toBe(12);
});

test("one gateway never gets more than its share at once, over all workers", async () => {
  let now = 0;
  let most = 0;
  const scenario = await scenarioWith((response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      response.end();
    }, 30);
  });
  await Promise.all(Array.from({ length: 30 }, () => scenario.owe()));
  for (let i = 0; i < 3; i += 1) working({ perRecipient: 4, pollMs: 50 });
  await until("all arrived", () => scenario.receiver.received.length === 30);
  expect(most).toBeLessThanOrEqual(4);
  expect(most).toBeGreaterThan(1);
});

test("a gateway that hangs delays none of nine others", async () => {
  const dead = await scenarioWith(silence);
  const others = await Promise.all(Array.from({ length: 9 }, () => scenarioWith()));
  await Promise.all(Array.from({ length: 30 }, () => dead.owe()));
  working({ concurrency: 20, perRecipient: 5 });
  await until("the dead one holds its share", () => dead.receiver.received.length === 5);
  await Promise.all(others.flatMap((scenario) => [scenario.owe(), scenario.owe()]));
  await until("the others have theirs", () =>
    others.every((scenario) => scenario.receiver.received.length === 2),
  );
  // All five are still open, so no one waited for their timeouts.
  expect(dead.receiver.received).toHaveLength(5);
});

test("a gateway that hangs delays no other at the same origin", async () => {
  const one = await receiver((response, { path }) => {
    if (path === "/hooks") response.end();
  });
  const [dead, other] = await Promise.all([aScenario(`${one.url}/dead`), aScenario(one.url)]);
  const at = (path: string) => one.received.filter((got) => got.path === path).length;
  await Promise.all(Array.from({ length: 10 }, () => dead.owe()));
  working({ perRecipient: 4 });
  await until("the dead one holds its share", () => at("/hooks/dead") === 4);
  await Promise.all(Array.from({ length: 10 }, () => other.owe()));
  await until("the other has all of its own", () => at("/hooks") === 10);
  expect(at("/hooks/dead")).toBe(4);
});
