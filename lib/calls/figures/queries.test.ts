import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { recordCalls } from "../commands";
import type { AuditInput } from "../schema";
import { getCallFigures } from "./queries";
import { runOnce } from "./worker";

const now = new Date("2026-11-21T12:00:00Z");
const system = systemScope("tests");

async function record(gateway: TestGateway, tenant: TestTenant, rows: readonly Partial<AuditInput>[]) {
  await recordCalls(
    gateway.scope,
    rows.map((over, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        tool: "t",
        agent: "a",
        outcome: "ok" as const,
        rationale: "The tests need this row.",
        occurredAt: "2026-11-20T10:00:00Z",
        ...over,
      },
    })),
  );
}

async function aSetting() {
  const tenant = await aTenant();
  return { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant], "viewer") };
}

const counts = (tenant: TestTenant) =>
  read(system, (tx) => tx.callCount.findMany({ where: { tenantId: tenant.id }, orderBy: { id: "asc" } }));

describe("figures", () => {
  test("count every call by day, class, tool and agent, before and after they were added up", async () => {
    const { tenant, gateway, person } = await aSetting();
    await record(gateway, tenant, [{}, { outcome: "timeout" }, { tool: "u", rationale: undefined }]);
    await record(gateway, tenant, [{ occurredAt: "2026-11-18T23:59:59Z", agent: undefined }, { tool: "u" }]);
    await record(gateway, tenant, [{ occurredAt: "2026-11-14T00:00:00Z" }]);
    const expected = {
      basis: "all",
      from: "2026-11-15",
      to: "2026-11-21",
      calls: 5,
      failed: 1,
      missing: 1,
      tools: [
        { name: "t", calls: 3, failed: 1 },
        { name: "u", calls: 2, failed: 0 },
      ],
      agents: [
        { name: "a", calls: 4, failed: 1 },
        { name: "", calls: 1, failed: 0 },
      ],
    };
    const before = await getCallFigures(person, {}, now);
    expect(before).toMatchObject(expected);
    expect(before.days).toHaveLength(7);
    expect(before.days.find(({ day }) => day === "2026-11-20")?.classes).toMatchObject({
      ok: 3,
      extrinsic: 1,
    });
    expect(before.days.find(({ day }) => day === "2026-11-18")?.classes).toMatchObject({ ok: 1 });
    // Other tests may fold at the same time; until ours are folded there is something to do.
    while ((await counts(tenant)).some((row) => !row.folded)) await runOnce();
    expect(await getCallFigures(person, {}, now)).toEqual(before);
    await record(gateway, tenant, [{}]);
    expect(await getCallFigures(person, {}, now)).toMatchObject({ calls: 6 });
  });

  test("follow calls that are taken away", async () => {
    const { tenant, gateway, person } = await aSetting();
    await record(gateway, tenant, [{}, { tool: "u" }]);
    await ingest(
      system,
      (tx) => tx.$executeRaw`delete from audit_rows where tenant_id = ${tenant.id}::uuid and tool = 'u'`,
    );
    expect(await getCallFigures(person, {}, now)).toMatchObject({ calls: 1, tools: [{ name: "t" }] });
  });

  test("of several worker processes adding up at once are right all the same", async () => {
    const { tenant, gateway, person } = await aSetting();
    const writing = Array.from({ length: 20 }, () => record(gateway, tenant, [{}, { tool: "u" }]));
    const folding = Array.from({ length: 6 }, () => runOnce());
    await Promise.all([...writing, ...folding]);
    await Promise.all([runOnce(), runOnce()]);
    expect(await getCallFigures(person, {}, now)).toMatchObject({ calls: 40 });
  });

  test("of a narrow filter are those of its newest calls", async () => {
    const { tenant, gateway, person } = await aSetting();
    await record(gateway, tenant, [{ agent: "b" }, { agent: "b", outcome: "not_found" }, {}]);
    expect(await getCallFigures(person, { agent: "b" }, now)).toMatchObject({
      basis: "newest",
      calls: 2,
      failed: 1,
      missing: null,
      agents: [{ name: "b", calls: 2, failed: 1 }],
    });
    expect(await getCallFigures(person, { q: "nothing" }, now)).toMatchObject({ calls: 0, tools: [] });
  });

  test("show nobody another tenant's calls", async () => {
    const [ours, theirs] = [await aSetting(), await aSetting()];
    await record(theirs.gateway, theirs.tenant, [{}]);
    expect(await getCallFigures(ours.person, {}, now)).toMatchObject({ calls: 0 });
    expect(await getCallFigures(ours.person, { tenant: theirs.tenant.key }, now)).toMatchObject({ calls: 0 });
  });
});
