import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { judgeFor } from "@/lib/signals/findings/purposes/worker";
import { listToolFindings } from "@/lib/signals/findings/queries";
import { aTelling, type Telling } from "@/lib/signals/suggestions/testing/told";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { muteFinding, unmuteFinding } from "@/lib/tools/findings/commands";
import { mergeIntents } from "./acts/merge";
import { listIntents } from "./browser/queries";
import { groupAnew } from "./commands";
import { oddJobsOf, withFindingIntents } from "./finding-intents";
import { runOnce } from "./runs/worker";
import { errands, say, tellAll, WORDS } from "./testing/rationales";

afterAll(closeDatabase);

const system = systemScope("tests");

const DEALS = [
  "How many deals did we close in October, compared with last year?",
  "Need the open deals per stage for the review.",
  "Which deals over ten thousand are still open?",
  "Total value of all deals won last week.",
  "Deals that slipped, by the reps of the north.",
  "Finding stale deals without a close date.",
  "Amounts of the deals in contract sent.",
  "Deals in negotiation, by the person who owns them.",
];
const OFTEN = 12;

let telling: Telling;
let person: UserScope;
let deals: string;
/** The intent of the calls that ask for deals. */
let wanted: string;

beforeAll(async () => {
  telling = await aTelling({ name: "search_contacts", description: "Looks up people by name or company" });
  const { tenant, gateway } = telling;
  deals = await telling.add({ name: "list_deals", description: "Lists deals with stage and amount." });
  person = await aPerson([tenant], "triager");
  await say(gateway, tenant, errands(120));
  await telling.tell(
    Array.from({ length: OFTEN * DEALS.length }, (_, at) => ({
      ...{ tool: "search_contacts", rationale: DEALS[at % DEALS.length], sessionId: `s${at}` },
    })),
  );
  await judgeFor(tenant.id);
  await tellAll(tenant);
  await groupAnew(person, { tenantId: tenant.id });
  await runOnce(WORDS, undefined, tenant.id);
  wanted = await asOne();
});

/** Merges all intents of the misused tool. */
async function asOne(): Promise<string> {
  const { rows } = await listIntents(person, { tool: "search_contacts" }, { limit: 50 });
  const [into, ...others] = rows;
  if (!into) throw new Error("no intent of the tool was found");
  if (others.length > 0)
    await mergeIntents(person, {
      ...{ tenantId: telling.tenant.id, id: into.id, revision: into.revision },
      others: others.map(({ id, revision }) => ({ id, revision })),
    });
  return into.id;
}

const found = async (scope: UserScope) => {
  const all = await withFindingIntents(scope, await listToolFindings(scope, telling.toolId));
  return all.find(({ code }) => code === "other_purpose")?.other;
};

test("the finding names the intents of its calls, and the intent the tool that does not say so", async () => {
  const other = await found(person);
  expect(other).toMatchObject({ better: { name: "list_deals" }, intents: [{ id: wanted }] });
  expect(await oddJobsOf(person, wanted)).toEqual([
    {
      ...{ toolId: telling.toolId, name: "search_contacts", calls: 40 },
      better: { id: deals, name: "list_deals" },
    },
  ]);
});

test("other intents of the tenant have no odd job, and other tenants see neither side", async () => {
  const { rows } = await listIntents(person, { tool: "create_refund" }, { limit: 5 });
  expect(rows).toHaveLength(1);
  expect(await oddJobsOf(person, rows[0]?.id ?? "")).toEqual([]);
  const other = await aTenant();
  await aGateway([other]);
  const stranger = await aPerson([other], "admin");
  expect(await oddJobsOf(stranger, wanted)).toEqual([]);
  expect(await oddJobsOf(stranger, "no-id")).toEqual([]);
  const own = (await listToolFindings(person, telling.toolId)).filter(({ other: use }) => use !== null);
  const [seen] = await withFindingIntents(stranger, own, [telling.tenant.id]);
  expect(seen?.other).toMatchObject({ calls: 96, intents: [] });
});

test("a muted finding is no odd job, and neither is one whose rationales retention removed", async () => {
  const { actor } = await aPerson([], "admin");
  const admin = proveScope(actor, [], { unlimited: true });
  const key = { toolId: telling.toolId, version: 1, code: "other_purpose", pointer: "/description" } as const;
  await muteFinding(admin, { ...key, reason: "The search finds deals too." });
  expect(await oddJobsOf(person, wanted)).toEqual([]);
  await unmuteFinding(admin, key);
  expect(await oddJobsOf(person, wanted)).toHaveLength(1);
  const tenantId = telling.tenant.id;
  await ingest(system, (tx) =>
    tx.toolCall.updateMany({
      where: { tenantId, tool: "search_contacts" },
      data: { rationale: null, rationaleRemovedAfterDays: 7 },
    }),
  );
  expect(await oddJobsOf(person, wanted)).toEqual([]);
  expect(await found(person)).toMatchObject({ intents: [], rationales: [] });
  expect(await read(system, (tx) => tx.toolOtherPurpose.count({ where: { tenantId } }))).toBeGreaterThan(8);
});
