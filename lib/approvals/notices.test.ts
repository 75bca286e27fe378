import { afterAll, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { closeLiveHub } from "@/lib/live/hub";
import { audienceOf } from "@/lib/notices/notices";
import { announcedWhile } from "@/lib/notices/testing/announced";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { cancelApproval, decideApproval, extendApproval } from "./commands";
import { createApproval } from "./gate/testing/held";
import { runOnce } from "./worker";

const system = systemScope("tests");

afterAll(closeLiveHub);

const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));

async function decide(person: UserScope, id: string, verdict: "approve" | "reject" | "request_changes") {
  const { revision, argumentsSha256 } = await load(id);
  const on = { id, revision, argumentsSha256 };
  if (verdict === "approve") await decideApproval(person, { ...on, verdict, seen: LOOKED });
  else await decideApproval(person, { ...on, verdict, reason: "not like this" });
}

async function expire(id: string) {
  await ingest(
    system,
    (tx) => tx.$executeRaw`update approvals set decide_by = clock_timestamp() where id = ${id}::uuid`,
  );
  await runOnce();
}

/** Every action on a pending call, by its name in the trail. */
const ACTS: readonly [string, (person: UserScope, id: string) => Promise<unknown>][] = [
  ["approval.approved", (person, id) => decide(person, id, "approve")],
  ["approval.rejected", (person, id) => decide(person, id, "reject")],
  ["approval.changes_requested", (person, id) => decide(person, id, "request_changes")],
  ["approval.cancelled", (person, id) => cancelApproval(person, id, null)],
  ["approval.expired", (_, id) => expire(id)],
  ["approval.extended", (person, id) => extendApproval(person, id, 60)],
];

test.each(ACTS)("%s is announced once and owes what its notice says", async (action, act) => {
  const tenant = await aTenant();
  const [gateway, person] = [await aGateway([tenant], "http://127.0.0.1:9/hook"), await aPerson([tenant])];
  const made = await createApproval(gateway.scope, aCall(tenant), {
    ...{ tenantId: tenant.id, key: null, bodySha256: newId() },
  });
  const id = made.approvalId;
  const heard = await announcedWhile(() => act(person, id));
  expect(heard.filter((event) => event.id === id)).toEqual([{ topic: "approval", tenantId: tenant.id, id }]);
  const { trail, events } = await read(system, async (tx) => ({
    trail: await tx.activity.findMany({ where: { subjectId: id }, select: { action: true } }),
    events: await tx.outboxEvent.findMany({ where: { approvalId: id }, select: { type: true } }),
  }));
  expect(trail).toEqual([{ action }]);
  expect(events.map(({ type }) => type)).toEqual([audienceOf(action)?.callback].filter(Boolean));
});
