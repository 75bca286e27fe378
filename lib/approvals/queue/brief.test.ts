import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { decideApproval } from "../commands";
import { createApproval } from "../gate/testing/held";
import { getBrief } from "./brief";

const system = systemScope("tests");

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const pending = async (over: Parameters<typeof aCall>[1]) => {
    const call = aCall(tenant, { argumentsText: `{"n":"${newId()}"}`, ...over });
    const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
    return (await createApproval(gateway.scope, call, request)).approvalId;
  };
  return { tenant, gateway, person: await aPerson([tenant]), pending };
}

async function decide(person: UserScope, id: string, verdict: "approve" | "reject") {
  const { revision, argumentsSha256 } = await read(system, (tx) =>
    tx.approval.findFirstOrThrow({ where: { id } }),
  );
  const seen = { id, revision, argumentsSha256 };
  await decideApproval(
    person,
    verdict === "approve" ? { ...seen, verdict, seen: LOOKED } : { ...seen, verdict, reason: "No" },
  );
}

test("names what runs out, what one agent repeats and what goes to a target for the first time", async () => {
  const { tenant, gateway, person, pending } = await aSetting();
  const known = await pending({ tool: "mail", facts: { to_whom: "Ada" } });
  await decide(person, known, "approve");
  const soon = await pending({ tool: "mail", ttlSeconds: 300, facts: { to_whom: "Ada" } });
  const first = await pending({ tool: "mail", facts: { to_whom: "Mallory" } });
  const again = [1, 2, 3].map(() => pending({ tool: "refund", agent: "looper" }));
  const repeated = await Promise.all(again);
  await Promise.all([pending({ tool: "refund", agent: "calm" }), pending({ tool: "refund", agent: "calm" })]);
  const brief = await getBrief(person);
  expect(brief.soon.map(({ id }) => id)).toEqual([soon]);
  expect(brief.firstTargets).toMatchObject([{ id: first, target: "Mallory" }]);
  expect(brief.repeated).toMatchObject([
    { agent: "looper", tool: "refund", count: 3, tenant: tenant.key, gateway: gateway.name },
  ]);
  expect(brief.repeated[0]?.calls.map(({ id }) => id).toSorted()).toEqual(repeated.toSorted());
});

test("counts the person's pace, and what others did since", async () => {
  const { tenant, person, pending } = await aSetting();
  expect(await getBrief(person)).toMatchObject({ since: null, pace: { today: 0, days: 0 } });
  const [own, old, others, late] = [
    await pending({}),
    await pending({}),
    await pending({}),
    await pending({}),
  ];
  await decide(person, old, "reject");
  await ingest(system, async (tx) => {
    await tx.$executeRaw`update votes set created_at = created_at - interval '2 days' where approval_id = ${old}::uuid`;
    await tx.$executeRaw`update approvals set created_at = created_at - interval '3 days' where id = ${old}::uuid`;
  });
  await decide(person, own, "approve");
  await decide(await aPerson([tenant]), others, "reject");
  await ingest(system, (tx) =>
    tx.approval.updateMany({
      where: { id: late },
      data: { decision: "expired", execution: "blocked", decidedAt: new Date(), decidedBy: "expiry" },
    }),
  );
  await pending({});
  const { since, pace } = await getBrief(person);
  expect(since).toMatchObject({ arrived: 1, decided: 1, expired: 1 });
  expect(pace).toMatchObject({ today: 1, days: 2 });
  expect(pace.medianSeconds).toBeGreaterThanOrEqual(0);
});

test("holds nothing of another tenant, and leaves out what is left to others", async () => {
  const { pending } = await aSetting();
  for (let n = 0; n < 3; n += 1) {
    await pending({ tool: "refund", agent: "looper", ttlSeconds: 300, facts: { to_whom: "CANARY" } });
  }
  const stranger = await aPerson([await aTenant()]);
  expect(await getBrief(stranger)).toMatchObject({ soon: [], repeated: [], firstTargets: [], since: null });
});

test("is one statement", async () => {
  const { person, pending } = await aSetting();
  await pending({});
  const { texts, stop } = countStatements();
  await getBrief(person).finally(stop);
  expect(texts).toHaveLength(1);
});
