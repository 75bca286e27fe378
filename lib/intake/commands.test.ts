import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aTenant } from "@/lib/testing/factories";
import { admit, type JudgedReport, leaveMarks } from "./commands";
import { judgeReport } from "./rules";

afterAll(closeDatabase);

const system = systemScope("tests");

async function aPlace() {
  const tenant = await aTenant();
  const { scope } = await aGateway([tenant]);
  const report = (agent: string, over: Partial<JudgedReport>): JudgedReport => ({
    ...{ tenantId: tenant.id, agent, isFirst: false, caller: null, ...over },
  });
  const callers = () =>
    read(system, (tx) =>
      tx.rationaleCaller.findMany({ where: { tenantId: tenant.id }, orderBy: { agent: "asc" } }),
    );
  const firstRowAt = async () =>
    (await read(system, (tx) => tx.tenant.findUniqueOrThrow({ where: { id: tenant.id } }))).firstRowAt;
  return { tenant, scope, report, callers, firstRowAt };
}

test("many reports leave together what each of them leaves; who offends in them does not comply yet", async () => {
  const { scope, report, callers, firstRowAt } = await aPlace();
  await ingest(scope, (tx) => leaveMarks(tx, scope, [report("a", {}), report("b", {})]));
  expect([await firstRowAt(), await callers()]).toEqual([null, []]);
  const marks = [
    report("both", { isFirst: true, caller: "offends" }),
    report("none", { isFirst: true, caller: "refused" }),
  ];
  await ingest(scope, (tx) => leaveMarks(tx, scope, marks));
  expect(await firstRowAt()).toBeInstanceOf(Date);
  const later = [
    report("both", { caller: "complies" }),
    report("both", { caller: "offends" }),
    report("none", { caller: "complies" }),
  ];
  await ingest(scope, (tx) => leaveMarks(tx, scope, later));
  expect(await callers()).toMatchObject([
    { agent: "both", calls: 2, refused: 0, resolvedAt: null },
    { agent: "none", calls: 1, refused: 1, resolvedAt: expect.any(Date) },
  ]);
});

test("one that is refused leaves nothing; one that is taken with a warning says when that ends", async () => {
  const { tenant, scope, callers, firstRowAt } = await aPlace();
  const admitted = (firstRow: Date | null) => {
    const facts = { firstRowAt: firstRow, graceDays: 0, now: new Date(), isOffending: false };
    const admission = judgeReport({}, facts, scope.actor.name);
    return ingest(scope, (tx) => admit(tx, scope, { tenantId: tenant.id, agent: "a" }, admission));
  };
  await expect(admitted(new Date(0))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect([await firstRowAt(), await callers()]).toEqual([null, []]);
  const taken = await admitted(null);
  expect(taken).toMatchObject({ warning: { code: "RATIONALE_MISSING" }, grace: { until: expect.any(Date) } });
  expect(await callers()).toMatchObject([{ agent: "a", calls: 1, refused: 0 }]);
});
