import { afterAll, beforeAll, expect, test } from "vitest";
import { getCall } from "@/lib/calls/queries";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { firstIdAt, newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { openIntentIssue } from "@/lib/intents/acts/issue";
import { mergeIntents } from "@/lib/intents/acts/merge";
import { splitIntent } from "@/lib/intents/acts/part";
import { listIntents } from "@/lib/intents/browser/queries";
import { groupAnew, judgeRationale, linkTemplates } from "@/lib/intents/commands";
import { getListedIntent } from "@/lib/intents/list-pages";
import { representativesOf, templatesOfIntent } from "@/lib/intents/queries";
import { runOnce as group } from "@/lib/intents/runs/worker";
import { findSimilar } from "@/lib/intents/similar";
import { errands, tellAll, WORDS } from "@/lib/intents/testing/rationales";
import { runOnce as walk } from "@/lib/signals/attempts/worker";
import { judgeFor } from "@/lib/signals/findings/purposes/worker";
import { suggestFor } from "@/lib/signals/suggestions/worker";
import { aGateway, aPerson, aTenant, aTool, type TestTenant } from "@/lib/testing/factories";
import { saveRetention } from "./commands";
import { runOnce } from "./worker";

const system = systemScope("tests");
const DAY_MS = 86_400_000;

// A number and an address, which no template holds.
const MARK = "918273645";

let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});

afterAll(async () => {
  await closeDatabase();
  await drop();
});

/** Tables with a row of this tenant that holds the mark. */
async function tablesWithMark({ id }: TestTenant): Promise<string[]> {
  const tables = await read(
    system,
    (tx) => tx.$queryRaw<{ name: string }[]>`select name from tenant_tables() order by name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `select exists (select 1 from ${name} t where t.tenant_id = '${id}' and to_jsonb(t)::text like '%${MARK}%') as has`;
    const [row] = await read(system, (tx) => tx.$queryRawUnsafe<{ has: boolean }[]>(sql));
    if (row?.has) found.push(name);
  }
  return found;
}

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  await aTool(gateway, { provider: "", name: "create_refund", description: "Creates a record." });
  const at = Date.now() - 8 * DAY_MS;
  const rows = errands(120).map(({ tool = "", rationale }, index) => ({
    ...{
      id: `${firstIdAt(at + index).slice(0, 14)}7${newId().slice(15)}`,
      tenantId: tenant.id,
      gatewayId: gateway.id,
    },
    ...{ tool, outcome: index % 5 ? "ok" : "validation_error", sessionId: `s${index % 20}`, agent: "tester" },
    ...{
      occurredAt: new Date(at + index),
      rationale: `${rationale} and ${MARK}, as m${MARK}@acme.example asked`,
    },
  }));
  await ingest(system, (tx) => tx.toolCall.createMany({ data: rows }));
  return { tenant, person: await aPerson([tenant], "admin"), call: rows[0]?.id ?? "" };
}

/** All that workers make of calls, and all that people do with their intents. */
async function useEverything({ tenant, person }: Awaited<ReturnType<typeof aScenario>>) {
  const { id: tenantId } = tenant;
  await walk(undefined, { lagMs: -5_000, only: tenantId });
  await judgeFor(tenantId);
  await suggestFor(tenantId);
  await tellAll(tenant);
  await groupAnew(person, { tenantId });
  await group(WORDS, undefined, tenantId);
  const { rows } = await listIntents(person, {}, { limit: 10 });
  const [first, second, third] = rows;
  if (!first || !second || !third) throw new Error("too few intents were found");
  const at = ({ id, revision }: { id: string; revision: number }) => ({ tenantId, id, revision });
  const issued = await openIntentIssue(person, at(first));
  await mergeIntents(person, {
    ...at(first),
    revision: issued.revision,
    others: [at(second)].map(({ id, revision }) => ({ id, revision })),
  });
  const ids = (await templatesOfIntent(person, third.id, { limit: 10 })).rows.map(({ id }) => id);
  await splitIntent(person, { ...at(third), templateIds: ids.slice(0, 1) });
  await linkTemplates(person, { tenantId, templateId: ids[0] ?? "", otherId: ids[1] ?? "", kind: "apart" });
  await judgeRationale(person, { tenantId, templateId: ids[1] ?? "", meaningful: false });
  return { merged: first.id };
}

test("after its time a rationale is nowhere: in no row that workers or people made of it, nor on any page", async () => {
  const scenario = await aScenario();
  const { tenant, person, call } = scenario;
  const { merged } = await useEverything(scenario);
  expect(await tablesWithMark(tenant)).toEqual(["tool_calls"]);
  expect(JSON.stringify(await representativesOf(person, merged))).toContain(MARK);
  await saveRetention(person, { key: tenant.key, change: { rationales: 7 }, seen: {} });
  await runOnce();
  expect(await tablesWithMark(tenant)).toEqual([]);
  expect(await getCall(person, call)).toMatchObject({ rationale: null, rationaleRemovedAfterDays: 7 });
  expect(await representativesOf(person, merged)).toEqual([]);
  const { templates, intent } = await getListedIntent(person, merged);
  expect(templates.map(({ quote }) => quote)).toEqual(templates.map(() => null));
  expect(intent.calls).toBe(60);
  expect(await findSimilar(person, { call })).toMatchObject({ sought: null, ways: [] });
});
