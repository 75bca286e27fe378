import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { createApproval } from "../gate/testing/held";
import { listQueue } from "../queue/queries";
import { listWaiting } from "../queue/waiting";
import { snoozeApprovals, wakeApprovals } from "./snooze";

const HOUR = 3_600_000;

async function aScenario(ttlSeconds = 7_200, tenant?: Awaited<ReturnType<typeof aTenant>>) {
  tenant ??= await aTenant();
  const gateway = await aGateway([tenant]);
  const made = await createApproval(gateway.scope, aCall(tenant, { ttlSeconds }), {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  return { tenant, id: made.approvalId, ines: await aPerson([tenant]), maya: await aPerson([tenant]) };
}

const idsIn = async (person: Parameters<typeof listQueue>[0], view: "mine" | "snoozed" | "all") =>
  (await listQueue(person, { view })).rows.map((row) => row.id);

test("a snoozed call leaves one's own list only, and comes back by itself", async () => {
  const { id, ines, maya } = await aScenario();
  const until = new Date(Date.now() + HOUR);
  expect(await snoozeApprovals(ines, { ids: [id], until, pastDeadline: false })).toEqual({ ids: [id] });
  expect(await idsIn(ines, "mine")).toEqual([]);
  expect(await idsIn(ines, "snoozed")).toEqual([id]);
  expect(await idsIn(maya, "mine")).toEqual([id]);
  expect((await listWaiting(ines)).count).toBe(0);
  expect((await listQueue(ines, { view: "all" })).rows[0]?.snoozedUntil).toEqual(until);
  await ingest(systemScope("tests"), (tx) =>
    tx.approvalSnooze.updateMany({ where: { approvalId: id }, data: { until: new Date(Date.now() - 1) } }),
  );
  expect(await idsIn(ines, "mine")).toEqual([id]);
  expect(await idsIn(ines, "snoozed")).toEqual([]);
});

test("it can be undone", async () => {
  const { id, ines } = await aScenario();
  await snoozeApprovals(ines, { ids: [id], until: new Date(Date.now() + HOUR), pastDeadline: false });
  await wakeApprovals(ines, [id]);
  expect(await idsIn(ines, "mine")).toEqual([id]);
});

test("nothing ends unseen without having been said", async () => {
  const { id, ines } = await aScenario(600);
  const until = new Date(Date.now() + HOUR);
  await expect(snoozeApprovals(ines, { ids: [id], until, pastDeadline: false })).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("before it would come back"),
  });
  expect(await idsIn(ines, "mine")).toEqual([id]);
  await snoozeApprovals(ines, { ids: [id], until, pastDeadline: true });
  expect(await idsIn(ines, "mine")).toEqual([]);
});

test("a time that has passed snoozes nothing", async () => {
  const { id, ines } = await aScenario();
  const put = { ids: [id], pastDeadline: true };
  await expect(snoozeApprovals(ines, { ...put, until: new Date(Date.now() - 1) })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});

const trailOf = (tenant: { id: string }, id: string) =>
  read(systemScope("tests"), (tx) =>
    tx.activity.findMany({ where: { tenantId: tenant.id, subjectId: id }, orderBy: { seq: "asc" } }),
  ).then((rows) => rows.map((row) => row.action));

test("only what was put off is brought back, and only that is on record", async () => {
  const tenant = await aTenant();
  const [put, never] = [await aScenario(7_200, tenant), await aScenario(7_200, tenant)];
  const until = new Date(Date.now() + HOUR);
  await snoozeApprovals(put.ines, { ids: [put.id], until, pastDeadline: false });
  await wakeApprovals(put.ines, [put.id, never.id]);
  await wakeApprovals(put.ines, [put.id, never.id]);
  expect((await trailOf(tenant, put.id)).filter((action) => action === "approval.woken")).toHaveLength(1);
  expect(await trailOf(tenant, never.id)).not.toContain("approval.woken");
});

test("two people who put off calls of the same tenants wait for each other", async () => {
  const [a, b] = [await aTenant(), await aTenant()];
  // By call id, one person's calls are of tenants a, b and the other's of b, a.
  const calls = [];
  for (const tenant of [a, b, b, a]) calls.push((await aScenario(7_200, tenant)).id);
  const [ines, maya] = [await aPerson([a, b]), await aPerson([a, b])];
  const until = new Date(Date.now() + HOUR);
  const put = (person: typeof ines, ids: string[]) =>
    snoozeApprovals(person, { ids, until, pastDeadline: false });
  for (let round = 0; round < 15; round += 1)
    await Promise.all([put(ines, calls.slice(0, 2)), put(maya, calls.slice(2))]);
});
