import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { enqueueForPeople, enqueueNotice, gatewayAt } from "@/lib/delivery/enqueue";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { clearLogs, maintenance } from "./worker";

afterAll(closeDatabase);

const system = systemScope("tests");

test("counts of budgets are forgotten once no budget looks back so far", async () => {
  const tenant = await aTenant();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into budget_uses (tenant_id, budget, subject, steps, amounts, used_at)
      select ${tenant.id}::uuid, 'a budget', h || ' hours', array[1], array[1.5], clock_timestamp() - make_interval(hours => h)
      from unnest(array[1, 24, 26]) h`,
  );
  await maintenance.runOnce(new AbortController().signal);
  const left = await read(system, (tx) => tx.budgetUse.findMany({ where: { tenantId: tenant.id } }));
  expect(left.map(({ subject }) => subject).sort()).toEqual(["1 hours", "24 hours"]);
});

test("callers that have long sent a rationale again make room for others, and those that are silent for a year", async () => {
  const tenant = await aTenant();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into rationale_callers (tenant_id, gateway_id, agent, first_at, last_at, calls, resolved_at)
      select ${tenant.id}::uuid, gen_random_uuid(), coalesce(d || ' days', 'never'), now() - interval '300 days', now() - interval '200 days', 3,
             clock_timestamp() - make_interval(days => d)
      from unnest(array[1, 89, 91, null]) d
      union all
      select ${tenant.id}::uuid, gen_random_uuid(), 'silent ' || d, now() - interval '500 days',
             clock_timestamp() - make_interval(days => d), 3, null from unnest(array[364, 366]) d`,
  );
  await maintenance.runOnce(new AbortController().signal);
  const left = await read(system, (tx) => tx.rationaleCaller.findMany({ where: { tenantId: tenant.id } }));
  expect(left.map(({ agent }) => agent).sort()).toEqual(["1 days", "89 days", "never", "silent 364"]);
});

test("acknowledged callbacks leave after 30 days, and messages to people with the log of notifications", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  const person = await aPerson([tenant]);
  const [sent, waiting] = [newId(), newId()];
  const to = (id: string) =>
    ({
      id,
      kind: "user",
      recipientId: person.actor.id,
      channel: "email",
      dueAt: new Date("2100-01-01"),
    }) as const;
  const old = await ingest(system, async (tx) => {
    const facts = { tenantId: tenant.id, approvalId: null };
    await enqueueForPeople(tx, { ...facts, type: "weekly", urgency: 0 }, [to(sent), to(waiting)]);
    const { deliveryId } = await enqueueNotice(tx, {
      ...facts,
      ...{ gatewayId: gateway.id, type: "approval.approved", data: {} },
      to: gatewayAt(gateway.id, "http://127.0.0.1:9/hook"),
    });
    await tx.$executeRaw`
      update deliveries set state = 'delivered', finished_at = clock_timestamp() - interval '31 days'
      where id = any(${[sent, deliveryId]}::uuid[])`;
    return deliveryId;
  });
  await clearLogs();
  const left = await read(system, (tx) => tx.delivery.findMany({ where: { tenantId: tenant.id } }));
  expect(left.map(({ id }) => id).sort()).toEqual([sent, waiting].sort());
  expect(old).not.toBeNull();
});
