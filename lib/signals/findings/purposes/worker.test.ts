import { expect, test } from "vitest";
import { listCalls } from "@/lib/calls/queries";
import { ingest, read } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aPerson, type TestGateway } from "@/lib/testing/factories";
import { muteFinding } from "@/lib/tools/findings/commands";
import { registerTools } from "@/lib/tools/registration";
import { putToolsSchema } from "@/lib/tools/schema";
import { PUT_TOOLS_RAW } from "@/lib/tools/types";
import { aTelling } from "../../suggestions/testing/told";
import { listFindings, listToolFindings } from "../queries";
import { findingPageWire, wireFindings } from "../wire";
import { judgeFor, runOnce } from "./worker";

const system = systemScope("tests");

const DEALS = [
  "Counting how many deals closed in October.",
  "Need the open deals per stage for the review.",
  "Which deals over 10k are still open?",
  "Total value of all deals won last week.",
  "Deals that slipped, by the reps of the north.",
  "Finding stale deals without a close date.",
  "Amounts of the deals in contract sent.",
  "Deals in negotiation, with password=hunter2hunter2 <b>",
];

const PEOPLE = ["Phone number of Maya Lindqvist for a call back.", "Who is the buyer at Kestrel Travel?"];

/** A tool for people whose calls ask for deals, and a tool for deals. */
async function aMisled() {
  const telling = await aTelling({
    name: "search_contacts",
    description: "Looks up people by name or company",
  });
  const deals = await telling.add({ name: "list_deals", description: "Lists deals with stage and amount." });
  await telling.tell(
    [...PEOPLE, ...DEALS].map((rationale, at) => ({
      ...{ tool: "search_contacts", rationale, sessionId: `s${Math.floor(at / 2)}` },
    })),
  );
  return { ...telling, deals, viewer: await aPerson([telling.tenant], "viewer") };
}

function define(gateway: TestGateway, tool: object) {
  const text = JSON.stringify({ provider: "web", tools: [tool] });
  return registerTools(gateway.scope, putToolsSchema.parse(toPlain(text, parseJson(text), PUT_TOOLS_RAW)));
}

const keptOf = (tenantId: string) => read(system, (tx) => tx.toolOtherPurpose.count({ where: { tenantId } }));

test("a pass finds that a tool is used for what another is for, says by which calls, and what to write", async () => {
  const { tenant, gateway, toolId, deals, viewer } = await aMisled();
  await judgeFor(tenant.id);
  const all = await listToolFindings(viewer, toolId);
  const found = all.find(({ code }) => code === "other_purpose");
  expect(found).toMatchObject({
    severity: "warning",
    pointer: "/description",
    cost: 8 * 4,
    proposal: "Not for what `list_deals` does: Lists deals with stage and amount.",
    patch: [
      {
        op: "replace",
        path: "/description",
        value:
          "Looks up people by name or company. Not for what `list_deals` does: Lists deals with stage and amount.",
      },
    ],
    other: { calls: 8, judged: 10, sessions: 4, better: { id: deals, name: "list_deals" } },
  });
  expect(found?.other?.rationales).toEqual([
    "Deals in negotiation, with password=[redacted] <b>",
    DEALS[6],
    DEALS[5],
  ]);
  const page = await listFindings(viewer, { view: "proven" });
  expect(page.rows.map(({ code }) => code)).toEqual(["other_purpose"]);
  expect(findingPageWire.parse(wireFindings(page)).data[0]?.other_purpose).toMatchObject({ calls: 8 });
  const calls = await listCalls(
    viewer,
    { tool: "search_contacts", gateway: gateway.name, purpose: "other" },
    { limit: 20 },
  );
  expect(calls.rows.map(({ rationale }) => rationale)).toEqual(DEALS.toReversed());
});

test("what is kept of a call goes with it, and the finding with too few of them", async () => {
  const { tenant, toolId, viewer } = await aMisled();
  await judgeFor(tenant.id);
  const has = async () =>
    (await listToolFindings(viewer, toolId)).some(({ code }) => code === "other_purpose");
  expect([await keptOf(tenant.id), await has()]).toEqual([8, true]);
  const forget = (rationales: readonly string[]) =>
    ingest(system, (tx) =>
      tx.toolCall.deleteMany({ where: { tenantId: tenant.id, rationale: { in: [...rationales] } } }),
    );
  await forget(DEALS.slice(0, 5));
  expect([await keptOf(tenant.id), await has()]).toEqual([3, false]);
});

test("a finding stays, without the words, where a tenant keeps rationales for less than its 14 days", async () => {
  const { tenant, toolId, viewer } = await aMisled();
  await judgeFor(tenant.id);
  const said = async () =>
    (await listToolFindings(viewer, toolId)).find(({ code }) => code === "other_purpose")?.other;
  const remove = (rationales: readonly string[]) =>
    ingest(system, (tx) =>
      tx.toolCall.updateMany({
        where: { tenantId: tenant.id, rationale: { in: [...rationales] } },
        data: { rationale: null, rationaleRemovedAfterDays: 7 },
      }),
    );
  await remove(DEALS.slice(5));
  expect(await said()).toMatchObject({ calls: 8, rationales: [DEALS[4], DEALS[3], DEALS[2]] });
  await remove(DEALS);
  expect(await said()).toMatchObject({ calls: 8, judged: 10, rationales: [] });
});

test("another pass forgets what is no longer so, a new version is judged anew, and other tenants learn nothing of it", async () => {
  const { tenant, tell } = await aMisled();
  const telling = await aMisled();
  await judgeFor(tenant.id);
  expect(await keptOf(telling.tenant.id)).toBe(0);
  expect((await listFindings(telling.viewer, { view: "proven" })).rows).toEqual([]);
  await tell(
    Array.from({ length: 15 }, (_, at) => ({
      ...{ tool: "search_contacts", sessionId: `p${at}` },
      rationale: `${["Looking up", "Searching", "Name of"][at % 3]} contact ${at} who ${"abcdefghijklmno"[at]}${at} wrote`,
    })),
  );
  await judgeFor(tenant.id);
  expect(await keptOf(tenant.id)).toBe(0);
  await judgeFor(telling.tenant.id);
  const has = async () =>
    (await listToolFindings(telling.viewer, telling.toolId)).some(({ code }) => code === "other_purpose");
  expect(await has()).toBe(true);
  const description = "Looks up people by name or company. Not for deals.";
  await define(telling.gateway, { name: "search_contacts", description, inputSchema: { type: "object" } });
  expect(await has()).toBe(false);
});

test("is muted like any other finding", async () => {
  const { tenant, toolId, viewer } = await aMisled();
  await judgeFor(tenant.id);
  const { actor } = await aPerson([], "admin");
  const admin = proveScope(actor, [], { unlimited: true });
  const key = { toolId, version: 1, code: "other_purpose", pointer: "/description" } as const;
  await muteFinding(admin, { ...key, reason: "The search finds deals too, as of May." });
  expect((await listFindings(viewer, { view: "proven" })).rows).toEqual([]);
  expect((await listFindings(viewer, { view: "muted" })).rows).toMatchObject([{ code: "other_purpose" }]);
});

test("a pass takes the tenants that have calls, and each again only after a while", async () => {
  const { tenant } = await aMisled();
  await runOnce();
  expect(await keptOf(tenant.id)).toBe(8);
  const ranAt = () =>
    read(system, (tx) => tx.toolPurposePass.findFirstOrThrow({ where: { tenantId: tenant.id } }));
  const first = await ranAt();
  await runOnce();
  expect(await ranAt()).toEqual(first);
});
