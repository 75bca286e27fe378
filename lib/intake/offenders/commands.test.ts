import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aTenant } from "@/lib/testing/factories";
import { noteOffenders, resolveOffenders } from "./commands";
import { CALLERS_MAX, MORE_AGENTS } from "./types";

afterAll(closeDatabase);

const system = systemScope("tests");

test("an agent that invents a name for each call fills no table: further names count together, known ones as before", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const named = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({
      ...{ tenantId: tenant.id, agent: `bot-${from + at}` },
      refused: at % 2 === 0,
    }));
  const note = (callers: Parameters<typeof noteOffenders>[2]) =>
    ingest(system, (tx) => noteOffenders(tx, gateway.id, callers));
  await note(named(0, 300));
  await note(named(300, 700));
  await note([...named(700, 900), ...named(10, 12)]);
  const callers = await read(system, (tx) => tx.rationaleCaller.findMany({ where: { tenantId: tenant.id } }));
  expect(callers).toHaveLength(CALLERS_MAX + 1);
  const of = (name: string) => callers.find(({ agent }) => agent === name);
  expect(of(MORE_AGENTS)).toMatchObject({ calls: 400, refused: 200 });
  expect(of("bot-10")).toMatchObject({ calls: 2 });
  expect(callers.reduce((sum, { calls }) => sum + calls, 0)).toBe(902);
  const days = await read(system, (tx) => tx.rationaleOffender.count({ where: { tenantId: tenant.id } }));
  expect(days).toBe(CALLERS_MAX + 1);
  // A caller that complies keeps its own row.
  await ingest(system, (tx) => resolveOffenders(tx, gateway.id, [{ tenantId: tenant.id, agent: "bot-10" }]));
  await note(named(10, 11));
  const again = await read(system, (tx) =>
    tx.rationaleCaller.findFirst({ where: { tenantId: tenant.id, agent: "bot-10" } }),
  );
  expect(again).toMatchObject({ calls: 3, returned: 1, resolvedAt: null });
});
