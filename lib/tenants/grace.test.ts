import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { noteOffenders } from "@/lib/intake/offenders/commands";
import { listOffenderDays } from "@/lib/intake/offenders/queries";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { endGrace, extendGrace } from "./grace";
import { getTenantSettings } from "./queries";
import { graceEnd } from "./rules";

const DAY_MS = 86_400_000;

const system = systemScope("tests");

afterAll(closeDatabase);

async function aScenario(firstRowDaysAgo: number | null, days = 14) {
  const tenant = await aTenant({ rationaleGraceDays: days });
  const firstRowAt = firstRowDaysAgo === null ? null : new Date(Date.now() - firstRowDaysAgo * DAY_MS);
  await ingest(system, (tx) => tx.tenant.update({ where: { id: tenant.id }, data: { firstRowAt } }));
  const admin = await aPerson([tenant], "admin");
  const end = async () => {
    const { rationaleGraceDays } = await getTenantSettings(admin, tenant.id);
    return graceEnd(firstRowAt ?? new Date(), rationaleGraceDays);
  };
  return { tenant, admin, end };
}

test.each([0, 0.4, 3, 3.5, 13.9])("ended %s days after the first row, it is over at once", async (ago) => {
  const { tenant, admin, end } = await aScenario(ago);
  await endGrace(admin, tenant.key);
  expect((await end()).getTime()).toBeLessThanOrEqual(Date.now());
  await expect(endGrace(admin, tenant.key)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("extended while it runs, the days are added to its end", async () => {
  const { tenant, admin, end } = await aScenario(3);
  const before = await end();
  await extendGrace(admin, { key: tenant.key, days: 7 });
  expect((await end()).getTime()).toBe(before.getTime() + 7 * DAY_MS);
});

test("extended after its end, it runs again for so many days from now, or some hours more", async () => {
  const { tenant, admin, end } = await aScenario(40.5);
  await extendGrace(admin, { key: tenant.key, days: 2 });
  const days = ((await end()).getTime() - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThanOrEqual(2);
  expect(days).toBeLessThan(3);
});

test("it ends a year after the first row at the latest", async () => {
  const { tenant, admin } = await aScenario(360);
  await expect(extendGrace(admin, { key: tenant.key, days: 30 })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { errors: [{ pointer: "/days" }] },
  });
});

test("before the first row there is nothing to end or extend", async () => {
  const { tenant, admin } = await aScenario(null);
  await expect(endGrace(admin, tenant.key)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(extendGrace(admin, { key: tenant.key, days: 1 })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("only administrators of the tenant do either", async () => {
  const { tenant } = await aScenario(1);
  const approver = await aPerson([tenant], "approver");
  const foreign = await aPerson([await aTenant()], "admin");
  await expect(endGrace(approver, tenant.key)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(extendGrace(foreign, { key: tenant.key, days: 1 })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("offenders: the newest day first, every caller once, in pages, within the scope", async () => {
  const { tenant, admin } = await aScenario(1);
  const gateway = await aGateway([tenant]);
  const note = (to: TestTenant, agents: (string | undefined)[]) =>
    ingest(system, (tx) =>
      noteOffenders(
        tx,
        gateway.id,
        agents.map((agent) => ({ tenantId: to.id, agent })),
      ),
    );
  const agents = Array.from({ length: 40 }, (_, index) => `agent-${String(index).padStart(2, "0")}`);
  await note(tenant, [...agents, undefined, undefined]);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
    update rationale_offenders set day = day - 3 where tenant_id = ${tenant.id}::uuid and agent < 'agent-20' and agent <> ''`,
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listOffenderDays(admin, tenant.id, cursor);
    seen.push(...page.rows.map(({ agent }) => agent ?? "none"));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(["none", ...agents.slice(20), ...agents.slice(0, 20)]);
  const [unnamed] = (await listOffenderDays(admin, tenant.id)).rows;
  expect(unnamed).toMatchObject({ agent: null, calls: 2, gateway: { name: gateway.name } });
  await expect(listOffenderDays(admin, tenant.id, "x")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect((await listOffenderDays(await aPerson([await aTenant()], "admin"), tenant.id)).rows).toEqual([]);
});
