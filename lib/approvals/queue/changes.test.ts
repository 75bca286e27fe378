import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { RISKS } from "@/lib/core/risk";
import type { UserScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { cancelApproval, decideApproval } from "../commands";
import { createApproval } from "../gate/testing/held";
import { snoozeApprovals } from "../triage/snooze";
import { listChanges } from "./changes";
import { queueList } from "./list";
import { listQueue } from "./queries";

async function aQueue() {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant, other]);
  const pending = async (over: Parameters<typeof aCall>[1] = {}, of: TestTenant = tenant) => {
    const made = await createApproval(gateway.scope, aCall(of, { agent: newId(), ...over }), {
      tenantId: of.id,
      key: null,
      bodySha256: newId(),
    });
    return made.approvalId;
  };
  return { tenant, other, gateway, pending, person: await aPerson([tenant]) };
}

async function reject(person: UserScope, id: string): Promise<void> {
  const { rows } = await listQueue(person, { view: "all" });
  const call = rows.flatMap((row) => [row, ...row.members]).find((one) => one.id === id);
  if (!call) throw new Error("there is no such row");
  const { revision, argumentsSha256 } = call;
  await decideApproval(person, { id, verdict: "reject", revision, argumentsSha256, reason: "no" });
}

test("of the calls that changed, the rows they stand in now are told as a reading of the page tells them", async () => {
  const { person, pending } = await aQueue();
  const [first, second] = [await pending(), await pending({ risk: "critical" })];
  const { rows } = await listQueue(person, { view: "all" });
  const told = await listChanges(person, { view: "all" }, [first, second]);
  expect(told.rows.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    rows.toSorted((a, b) => a.id.localeCompare(b.id)),
  );
  expect(told.calls).toHaveLength(2);
  expect((await listChanges(person, { view: "all" }, [second])).rows.map(({ id }) => id)).toEqual([second]);
});

test("a decided call is told with who decided, and without a row", async () => {
  const { person, pending } = await aQueue();
  const id = await pending();
  const [row] = (await listQueue(person, { view: "all" })).rows;
  await reject(person, id);
  const told = await listChanges(person, { view: "all" }, [id]);
  expect(told.rows).toEqual([]);
  expect(told.calls).toEqual([
    { id, key: row?.key, decision: "rejected", by: person.actor.name, agreed: null },
  ]);
});

test("a row that lost one of several calls is told with those that are left", async () => {
  const { person, gateway, pending } = await aQueue();
  const agent = newId();
  const [first, second, third] = [
    await pending({ agent }),
    await pending({ agent }),
    await pending({ agent }),
  ];
  await cancelApproval(gateway.scope, first, null);
  const { calls, rows } = await listChanges(person, { view: "all" }, [first]);
  expect(calls).toMatchObject([{ id: first, decision: "cancelled" }]);
  expect(rows.map(({ key, members }) => ({ key, members: members.map(({ id }) => id) }))).toEqual([
    { key: calls[0]?.key, members: [second, third] },
  ]);
});

test("what a filter or the view leaves out has no row, though it still waits", async () => {
  const { person, tenant, pending } = await aQueue();
  const id = await pending({ risk: "medium" });
  const rowsOf = async (filter: Parameters<typeof listChanges>[1]) =>
    (await listChanges(person, filter, [id])).rows.length;
  expect(await rowsOf({ view: "mine" })).toBe(1);
  expect(await rowsOf({ view: "high" })).toBe(0);
  expect(await rowsOf({ view: "all", risk: "low" })).toBe(0);
  expect(await rowsOf({ view: "all", tenant: "nobody" })).toBe(0);
  expect(await rowsOf({ view: "all", tenant: tenant.key, q: "write_file" })).toBe(1);
  await snoozeApprovals(person, { ids: [id], until: new Date(Date.now() + 600_000), pastDeadline: false });
  expect(await rowsOf({ view: "mine" })).toBe(0);
  expect(await rowsOf({ view: "snoozed" })).toBe(1);
});

test("a later page has only what stands behind its beginning", async () => {
  const { person, pending } = await aQueue();
  const [before, start, after] = [
    await pending({ risk: "critical" }),
    await pending({ risk: "high" }),
    await pending({ risk: "low" }),
  ];
  const [, row] = (await listQueue(person, { view: "all" })).rows;
  if (!row) throw new Error("there is no second row");
  const cursor = queueList.cursor.write([RISKS.indexOf(row.risk), row.decideBy, row.id]);
  const told = await listChanges(person, { view: "all", cursor }, [before, start, after]);
  expect(told.rows.map(({ id }) => id)).toEqual([after]);
});

test("another tenant's calls are told of to nobody, and never share a row however alike they are", async () => {
  const { tenant, other, person, pending } = await aQueue();
  const agent = newId();
  const [mine, foreign] = [await pending({ agent }), await pending({ agent }, other)];
  const told = await listChanges(person, { view: "all" }, [mine, foreign]);
  expect(told.calls.map(({ id }) => id)).toEqual([mine]);
  expect(told.rows.map(({ id }) => id)).toEqual([mine]);
  const both = await aPerson([tenant, other]);
  const { rows } = await listQueue(both, { view: "all" });
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  expect((await listChanges(both, { view: "all" }, [mine, foreign])).rows).toHaveLength(2);
});
