import { expect, test } from "vitest";
import { LINT_EDITION } from "@/gateway/lint/finding";
import { ingest, read } from "@/lib/core/db";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool } from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { countTools, listTools } from "../catalogue/queries";
import { publishCheatsheet } from "../cheatsheet/commands";
import { runOnce } from "./worker";

const system = systemScope("tests");

const FREE = '{"type":"object","properties":{"filter":{"type":"object","description":"The filter"}}}';

const stored = (toolId: string) =>
  read(system, (tx) => tx.toolVersion.findFirstOrThrow({ where: { toolId } }));

test("what nobody looked at by the present rules is looked at, and counted right on every page before that", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "viewer");
  const described = { description: "Finds the rows that fit.", annotations: '{"readOnlyHint":true}' };
  const { id } = await aTool(gateway, {
    name: "find_rows",
    provider: gateway.name,
    inputSchema: FREE,
    ...described,
  });
  // Counts by an old edition: two warnings more than now.
  await ingest(system, (tx) =>
    tx.toolVersion.updateMany({
      where: { toolId: id },
      data: { warnings: 3, remarks: 7, lintEdition: LINT_EDITION - 1 },
    }),
  );
  const counts = { warnings: 1, remarks: 0 };
  expect((await listTools(person, { view: "all" })).rows[0]?.findings).toEqual(counts);
  expect((await countTools(person, { view: "all" })).findings).toBe(1);
  expect(await runOnce()).toBeGreaterThan(0);
  expect(await stored(id)).toMatchObject({ ...counts, lintEdition: LINT_EDITION });
  expect((await listTools(person, { view: "all" })).rows[0]?.findings).toEqual(counts);

  const { actor } = await aPerson([], "admin");
  const admin = proveScope(actor, [], { unlimited: true });
  await publishCheatsheet(admin, gateway.name, "# The names of columns", null);
  // Counted with the cheatsheet, so that no page has to.
  expect(await stored(id)).toMatchObject({ warnings: 0, lintEdition: LINT_EDITION });
  const { texts, stop } = countStatements();
  const { rows } = await listTools(person, { view: "all" }).finally(stop);
  expect([rows[0]?.findings, texts.length]).toEqual([{ warnings: 0, remarks: 0 }, 1]);
  expect((await countTools(person, { view: "all" })).findings).toBe(0);
});
