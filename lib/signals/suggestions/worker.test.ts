import { describe, expect, test, vi } from "vitest";
import { decideApproval } from "@/lib/approvals/commands";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { ingest, read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope } from "@/lib/core/scope";
import { closeLiveHub, liveHub } from "@/lib/live/hub";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { judgeSuggestion } from "./commands";
import { evidenceLines, suggestionText, suggestionTitle } from "./evidence";
import { listSuggestions } from "./queries";
import { aTelling, referred, type Telling } from "./testing/told";
import { runOnce, suggestFor } from "./worker";

const system = systemScope("tests");

async function listed({ tenant }: Telling, view: "open" | "dismissed" | "accepted" = "open") {
  const viewer = await aPerson([tenant], "viewer");
  return (await listSuggestions(viewer, { view })).rows;
}

const rowsOf = ({ tenant }: Telling) =>
  read(system, (tx) => tx.toolSuggestion.findMany({ where: { tenantId: tenant.id } }));

describe("a pass over a tenant", () => {
  test("suggests to split what refers calls elsewhere on two axes, with figures that lead to their rows", async () => {
    const telling = await aTelling();
    await telling.tell(referred(40, 10));
    await telling.pass();
    const [one, ...others] = await listed(telling);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ kind: "split", state: "open", judged: null, issue: null, revision: 1 });
    if (!one) return;
    expect(suggestionTitle(one)).toBe("Split fetch into extraction and transport");
    const [referrals, pair] = evidenceLines(one);
    expect(referrals?.says).toBe("It referred 10 of 50 calls elsewhere in 28 days.");
    expect(referrals?.href).toMatch(/^\/rationales\?tool=fetch&outcome=wrong_tool_boundary&gateway=/);
    expect(pair?.says).toContain("10 of these name extraction and transport together");
    expect(pair?.href).toBe(`/tools/${telling.toolId}/health`);
  });

  test("suggests to recompose a tool that agents leave for the same other one", async () => {
    const telling = await aTelling();
    const turns = Array.from({ length: 8 }, (_, index) => [
      { outcome: "execution_error" as const, sessionId: `x${index}` },
      { tool: "parse", sessionId: `x${index}` },
    ]);
    await telling.tell([...turns.flat(), ...Array.from({ length: 12 }, () => ({}))]);
    await telling.pass();
    expect(await listed(telling)).toMatchObject([
      { kind: "recompose", evidence: { to: "parse", switched: 8, sessions: 8, attempts: 20 } },
    ]);
  });

  test("suggests to tighten a field that the schema leaves free, with what was sent", async () => {
    const inputSchema = '{"type":"object","properties":{"mode":{"type":"string"},"kind":{"enum":["a"]}}}';
    const telling = await aTelling({ inputSchema });
    await telling.tell(
      Array.from({ length: 6 }, (_, index) => ({
        outcome: "validation_error" as const,
        validation: [
          { path: "/mode", message: "'@fast' is not one of ['full', 'quick']", received_json: '"@fast"' },
          { path: "/kind", message: "'z' is not one of ['a']", received_json: '"z"' },
        ],
        sessionId: `v${index}`,
      })),
    );
    await telling.pass();
    const found = await listed(telling);
    expect(found).toMatchObject([
      { kind: "tighten", evidence: { field: "mode", keyword: "enum", calls: 6, sessions: 6 } },
    ]);
    const text = found[0] ? suggestionText(found[0]) : "";
    expect(text).toContain('Sent: "(at)fast" (6×).');
    expect(text).toContain("no agent reported it");
  });

  test("suggests to retire what was never called while its neighbours are; a held call is a use", async () => {
    const telling = await aTelling();
    const idle = await telling.add({ name: "fetch_old" });
    await telling.add({ name: "fetch_held" });
    await createApproval(
      telling.gateway.scope,
      aCall(telling.tenant, { provider: "web", tool: "fetch_held" }),
      { tenantId: telling.tenant.id, key: null, bodySha256: newId() },
    );
    await telling.tell(Array.from({ length: 100 }, () => ({})));
    await telling.pass();
    const found = await listed(telling);
    expect(found).toMatchObject([
      { kind: "retire", tool: { id: idle }, evidence: { rule: "unused", days: 40, neighbours: 100 } },
    ]);
    await telling.tell([{ tool: "fetch_old" }]);
    await telling.pass();
    expect(await listed(telling)).toEqual([]);
  });

  test("suggests another rating where every held call was approved at once; one rejection ends it", async () => {
    const telling = await aTelling({ risk: "high" });
    const { tenant, gateway } = telling;
    const person = await aPerson([tenant]);
    const decide = async (verdict: "approve" | "reject", index: number) => {
      const call = aCall(tenant, { provider: "web", tool: "fetch", argumentsText: `{"page":${index}}` });
      const key = { tenantId: tenant.id, key: null, bodySha256: newId() };
      const { approvalId: id } = await createApproval(gateway.scope, call, key);
      const { revision, argumentsSha256 } = await read(system, (tx) =>
        tx.approval.findFirstOrThrow({ where: { id } }),
      );
      const about = { id, revision, argumentsSha256, seen: LOOKED };
      await decideApproval(person, {
        ...about,
        verdict,
        ...(verdict === "reject" ? { reason: "No." } : {}),
      } as never);
    };
    for (let index = 0; index < 10; index += 1) await decide("approve", index);
    await telling.pass();
    expect(await listed(telling)).toMatchObject([
      { kind: "rate", evidence: { rule: "fast", approvals: 10, risk: "high" } },
    ]);
    await decide("reject", 10);
    await telling.pass();
    expect(await listed(telling)).toEqual([]);
  });

  test("tells what a rule says otherwise than the rating", async () => {
    const telling = await aTelling({ risk: "low" });
    await ingest(system, (tx) =>
      tx.tool.update({
        where: { id: telling.toolId },
        data: { ruleRisk: "critical", ruleConfirmation: true, ruleName: "Deletes" },
      }),
    );
    await telling.pass();
    expect(await listed(telling)).toMatchObject([{ kind: "rate", evidence: { ruleName: "Deletes" } }]);
  });

  test("keeps what it found before, marks what is gone, and forgets what nobody judged after a month", async () => {
    const telling = await aTelling();
    await telling.tell(referred(40, 10));
    await telling.pass();
    const [first] = await rowsOf(telling);
    await Promise.all([telling.pass(), telling.pass()]);
    expect(await rowsOf(telling)).toEqual([first]);
    await telling.tell(referred(400, 0));
    await telling.pass();
    expect(await listed(telling)).toEqual([]);
    expect(await rowsOf(telling)).toMatchObject([{ id: first?.id, goneAt: expect.any(Date) }]);
    const goneAt = new Date(Date.now() - 31 * DAY_MS);
    await ingest(system, (tx) =>
      tx.toolSuggestion.updateMany({ where: { id: first?.id ?? "" }, data: { goneAt } }),
    );
    await telling.pass();
    expect(await rowsOf(telling)).toEqual([]);
  });

  test("shows what was reopened although its figures say so no more, and leaves out what calls sent", async () => {
    const inputSchema = '{"type":"object","properties":{"mode":{"type":"string"}}}';
    const telling = await aTelling({ inputSchema });
    const triager = await aPerson([telling.tenant], "triager");
    const refused = (session: string) => ({
      outcome: "validation_error" as const,
      validation: [{ path: "/mode", message: "'fast' is not one of ['full']", received_json: '"fast"' }],
      sessionId: session,
    });
    await telling.tell(["a", "b", "c", "d", "e"].map(refused));
    await telling.pass();
    const [{ id = "" } = {}] = await listed(telling);
    await judgeSuggestion(triager, { id, revision: 1, state: "accepted" });
    const where = { tenantId: telling.tenant.id };
    await ingest(system, (tx) => tx.toolRefusal.deleteMany({ where }));
    await telling.pass();
    const [accepted] = await listed(telling, "accepted");
    expect(accepted).toMatchObject({ id, goneAt: expect.any(Date), evidence: { values: [], calls: 5 } });
    await judgeSuggestion(triager, { id, revision: 2, state: "open" });
    expect(await listed(telling)).toMatchObject([{ id, goneAt: expect.any(Date) }]);
    const goneAt = new Date(Date.now() - 31 * DAY_MS);
    await ingest(system, (tx) => tx.toolSuggestion.updateMany({ where, data: { goneAt } }));
    await telling.pass();
    expect(await listed(telling)).toMatchObject([{ id, goneAt }]);
  });

  test("brings a dismissed one back once twice as much speaks for it, not before", async () => {
    const telling = await aTelling();
    const triager = await aPerson([telling.tenant], "triager");
    await telling.tell(referred(40, 10));
    await telling.pass();
    const [{ id = "" } = {}] = await listed(telling);
    await judgeSuggestion(triager, { id, revision: 1, state: "dismissed", reason: "by_design" });
    await telling.tell(referred(0, 9));
    await telling.pass();
    expect(await listed(telling)).toEqual([]);
    expect(await listed(telling, "dismissed")).toMatchObject([{ id, judged: { reason: "by_design" } }]);
    await telling.tell(referred(0, 1));
    await telling.pass();
    expect(await listed(telling)).toMatchObject([{ id, revision: 3, judged: null }]);
    const trail = await read(system, (tx) =>
      tx.activity.findMany({ where: { tenantId: telling.tenant.id, action: "tool.suggestion_returned" } }),
    );
    expect(trail).toMatchObject([{ actorKind: "system", subjectKind: "tool", subjectId: telling.toolId }]);
  });
});

test("browsers are told of one that comes back, also where its figures are as they were", async () => {
  const telling = await aTelling();
  const triager = await aPerson([telling.tenant], "triager");
  await telling.tell(referred(40, 10));
  await telling.pass();
  const [{ id = "" } = {}] = await listed(telling);
  await judgeSuggestion(triager, { id, revision: 1, state: "dismissed", reason: "by_design" });
  await ingest(system, (tx) => tx.toolSuggestion.updateMany({ where: { id }, data: { dismissedWeight: 1 } }));
  const heard: string[] = [];
  const end = await liveHub().subscribe({
    event: ({ tenantId, id: toolId }) => tenantId === telling.tenant.id && heard.push(toolId),
    reset: () => undefined,
  });
  await telling.pass();
  expect(await listed(telling)).toHaveLength(1);
  await vi.waitFor(() => expect(heard).toEqual([telling.toolId]));
  end();
  await closeLiveHub();
});

test("tenants of one gateway have their own suggestions: what another's calls say is not there", async () => {
  const telling = await aTelling();
  const other = await aTenant();
  const data = { gatewayId: telling.gateway.id, tenantId: other.id };
  await ingest(system, (tx) => tx.gatewayTenant.create({ data }));
  await telling.tell(referred(40, 10));
  await telling.pass();
  await suggestFor(other.id);
  const both = proveScope({ ...telling.gateway.scope.actor }, [telling.tenant.id, other.id]);
  const { rows } = await listSuggestions(both, { view: "open" });
  expect(rows.map(({ tenant }) => tenant)).toEqual([telling.tenant.key]);
  const neighbour = await aGateway([telling.tenant]);
  expect((await listSuggestions(neighbour.scope, { view: "open" })).rows).toEqual([]);
});

test("a pass looks at tenants in which something changed, and at nobody the second time", async () => {
  const telling = await aTelling();
  await telling.tell(referred(40, 10));
  await runOnce();
  expect(await listed(telling)).toHaveLength(1);
  const passed = () =>
    read(system, (tx) => tx.toolSuggestionPass.findUniqueOrThrow({ where: { tenantId: telling.tenant.id } }));
  const first = await passed();
  await runOnce();
  expect(await passed()).toEqual(first);
  const ranAt = new Date(Date.now() - 2 * 60 * 60_000);
  const back = (at: Date) =>
    ingest(system, (tx) =>
      tx.toolSuggestionPass.update({ where: { tenantId: telling.tenant.id }, data: { ranAt: at } }),
    );
  await back(ranAt);
  await runOnce();
  expect((await passed()).ranAt.getTime()).toBeGreaterThan(ranAt.getTime());
});
