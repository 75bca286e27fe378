import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { judgeRationale, takeBackJudgement } from "./commands";
import { tellAnew } from "./templates/commands";
import { errands, say, tellAll } from "./testing/rationales";

const system = systemScope("tests");

afterAll(closeDatabase);

type Share = { day: Date; agent: string; model: string; calls: number; meaningful: number };

/** The sums that are kept, and the same made of days and verdicts. */
const sharesOf = ({ id }: TestTenant) =>
  read(system, async (tx) => ({
    kept: await tx.$queryRaw<Share[]>`
      select s.day, s.gateway_id, s.agent, s.model, s.calls, s.meaningful from rationale_shares s
      where s.tenant_id = ${id}::uuid and (s.calls, s.meaningful) <> (0, 0) order by 1, 2, 3, 4`,
    made: await tx.$queryRaw<Share[]>`
      select d.day, d.gateway_id, d.agent, d.model, sum(d.calls)::int as calls,
             coalesce(sum(d.calls) filter (where t.verdict = 'meaningful'), 0)::int as meaningful
      from rationale_days d join rationale_templates t on t.tenant_id = d.tenant_id and t.id = d.template_id
      where d.tenant_id = ${id}::uuid group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  }));

const EMPTY = "Gathering the required information";

const spread = (count: number) =>
  [...errands(count), ...Array.from({ length: count }, () => ({ rationale: EMPTY }))].map((call, at) => ({
    ...call,
    ...(at % 3 > 0 && { agent: `agent-${at % 3}` }),
    ...(at % 2 > 0 && { model: "a-model" }),
    occurredAt: new Date(Date.now() - (at % 5) * 86_400_000).toISOString(),
  }));

test("the kept shares are what days and verdicts say, whatever changes these", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "triager");
  const meaningful = async () => {
    const { kept, made } = await sharesOf(tenant);
    expect(kept).toEqual(made);
    return kept.reduce((sum, one) => sum + one.meaningful, 0);
  };
  await say(gateway, tenant, spread(24));
  await tellAll(tenant);
  expect(await meaningful()).toBe(24);
  await say(gateway, tenant, spread(12));
  await tellAll(tenant);
  expect(await meaningful()).toBe(36);
  const [empty] = await read(system, (tx) =>
    tx.rationaleTemplate.findMany({ where: { tenantId: tenant.id, verdict: "boilerplate" } }),
  );
  const judged = { tenantId: tenant.id, templateId: empty?.id ?? "" };
  const { saidAt } = await judgeRationale(person, { ...judged, meaningful: true });
  expect(await meaningful()).toBe(72);
  await takeBackJudgement(person, { ...judged, saidAt });
  expect(await meaningful()).toBe(36);
  await ingest(system, (tx) => tellAnew(tx, [tenant.id]));
  expect(await sharesOf(tenant)).toEqual({ kept: [], made: [] });
  await tellAll(tenant);
  expect(await meaningful()).toBe(36);
});
