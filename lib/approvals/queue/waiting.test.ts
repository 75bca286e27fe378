import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { WAITING_MAX } from "./types";
import { listWaiting } from "./waiting";

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const pending = async (over: Parameters<typeof aCall>[1]) => {
    const made = await createApproval(gateway.scope, aCall(tenant, over), {
      tenantId: tenant.id,
      key: null,
      bodySha256: newId(),
    });
    return { id: made.approvalId };
  };
  return { tenant, person: await aPerson([tenant]), pending };
}

test("those that run out soon lead, then the strictest; the newest are the strictest of the last", async () => {
  const { person, pending } = await aScenario();
  const high = await pending({ risk: "high", ttlSeconds: 7_200 });
  const critical = await pending({ risk: "critical", ttlSeconds: 86_400 });
  const soon = await pending({ risk: "high", ttlSeconds: 300 });
  const waiting = await listWaiting(person);
  expect(waiting).toMatchObject({ count: 3, urgent: 1, attention: 0 });
  expect(waiting.calls.map(({ id }) => id)).toEqual([soon.id, critical.id, high.id]);
  expect(waiting.newest.map(({ id }) => id)).toEqual([critical.id, soon.id, high.id]);
});

test("a critical call is among the newest, however many small ones arrive with it", async () => {
  const { person, pending } = await aScenario();
  const { id } = await pending({ risk: "critical" });
  for (let n = 0; n < WAITING_MAX + 1; n++) await pending({ risk: "low", argumentsText: `{"n":${n}}` });
  const { newest } = await listWaiting(person);
  expect(newest).toHaveLength(WAITING_MAX);
  expect(newest[0]?.id).toBe(id);
});

test("what is decided no longer waits, and a long list is cut while the count is whole", async () => {
  const { person, pending } = await aScenario();
  const first = await pending({ argumentsText: '{"n":-1}' });
  for (let n = 0; n < WAITING_MAX + 1; n++) await pending({ argumentsText: `{"n":${n}}` });
  const { revision, argumentsSha256 } = await getApprovalView(person, first.id);
  await decideApproval(person, {
    id: first.id,
    verdict: "reject",
    revision,
    argumentsSha256,
    reason: "no",
  });
  const waiting = await listWaiting(person);
  expect(waiting.count).toBe(WAITING_MAX + 1);
  expect(waiting.calls).toHaveLength(WAITING_MAX);
});

test("nothing waits for somebody who cannot decide, or in another tenant", async () => {
  const { tenant, pending } = await aScenario();
  await pending({});
  const nothing = { count: 0, urgent: 0, calls: [], newest: [] };
  expect(await listWaiting(await aPerson([tenant], "viewer"))).toMatchObject(nothing);
  expect(await listWaiting(await aPerson([tenant], "triager"))).toMatchObject(nothing);
  expect(await listWaiting(await aPerson([await aTenant()]))).toMatchObject(nothing);
});

test("it is read in one statement, with what the views hold, however many tenants there are", async () => {
  const { tenant, pending } = await aScenario();
  const low = await pending({ risk: "low" });
  const person = await aPerson([tenant, await aTenant(), await aTenant()]);
  const { texts, stop } = countStatements();
  const waiting = await listWaiting(person).finally(stop);
  expect(texts.filter((text) => text.includes("approvals"))).toHaveLength(1);
  expect(waiting.views).toEqual({ mine: 1, all: 1, snoozed: 0, attention: 0 });
  expect(waiting.newest[0]).toMatchObject({ id: low.id, createdAt: expect.any(Date) });
  expect((await listWaiting(await aPerson([tenant], "viewer"))).views).toMatchObject({ mine: 1, all: 1 });
});
