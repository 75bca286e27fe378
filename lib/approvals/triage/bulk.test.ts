import { expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { createApproval } from "../gate/testing/held";
import { assignTogether, decideTogether, listBulkItems } from "./bulk";

const system = systemScope("tests");

const seenAll = ({ length }: readonly unknown[]) => ({ end: true, typed: String(length), visible_ms: 5_000 });

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const pending = async (over: Parameters<typeof aCall>[1] = {}) => {
    const call = aCall(tenant, { argumentsText: `{"n":"${newId()}"}`, ...over });
    const { approvalId: id } = await createApproval(gateway.scope, call, {
      tenantId: tenant.id,
      key: null,
      bodySha256: newId(),
    });
    return { id, revision: 1, argumentsSha256: call.arguments.sha256 };
  };
  const decisions = async (ids: string[]) =>
    read(system, async (tx) => {
      const rows = await tx.approval.findMany({ where: { id: { in: ids } }, include: { votes: true } });
      return new Map(rows.map((row) => [row.id, { decision: row.decision, votes: row.votes.length }]));
    });
  return { tenant, pending, decisions, ines: await aPerson([tenant]), maya: await aPerson([tenant]) };
}

test("each call is decided as it was seen; one that changed or is gone is told apart, the others are recorded", async () => {
  const { pending, decisions, ines, maya } = await aScenario();
  const items = [await pending(), await pending(), await pending()];
  const [first, second, third] = items;
  if (!first || !second || !third) throw new Error("no calls");
  await decideApproval(maya, { ...second, verdict: "reject", reason: "No" });
  const stale = { ...third, argumentsSha256: "0".repeat(64) };
  const { results } = await decideTogether(ines, {
    verdict: "reject",
    reason: "No",
    items: [first, second, stale],
  });
  expect(results).toMatchObject([
    { id: first.id, ok: true },
    { id: second.id, ok: false, code: "ALREADY_DECIDED" },
    { id: third.id, ok: false, code: "STALE_VIEW" },
  ]);
  const found = await decisions(items.map((item) => item.id));
  expect(found.get(first.id)?.decision).toBe("rejected");
  expect(found.get(third.id)?.decision).toBe("pending");
});

test("approving together takes one tool and nothing critical, or nothing at all", async () => {
  const { pending, decisions, ines } = await aScenario();
  const [a, other, grave] = [
    await pending(),
    await pending({ tool: "delete_file" }),
    await pending({ risk: "critical" }),
  ];
  for (const items of [
    [a, other],
    [a, grave],
  ]) {
    await expect(
      decideTogether(ines, { verdict: "approve", items, seen: seenAll(items) }),
    ).rejects.toMatchObject({
      code: "CONFLICT",
    });
  }
  expect((await decisions([a.id])).get(a.id)).toEqual({ decision: "pending", votes: 0 });
  const b = await pending({ risk: "low" });
  const { results } = await decideTogether(ines, {
    verdict: "approve",
    items: [a, b],
    seen: seenAll([a, b]),
  });
  expect(results.every((one) => one.ok)).toBe(true);
});

test("approving together takes what the table demands: its end seen, and at high the number typed", async () => {
  const { pending, decisions, ines } = await aScenario();
  const items = [await pending({ risk: "high" }), await pending({ risk: "high" })];
  const approve = (seen?: { end: boolean; typed?: string; visible_ms?: number }) =>
    decideTogether(ines, { verdict: "approve", items, seen });
  for (const seen of [
    undefined,
    { end: false, typed: "2" },
    { end: true },
    { end: true, typed: "1" },
    { end: true, typed: "2" },
  ])
    await expect(approve(seen)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const ids = items.map(({ id }) => id);
  expect([...(await decisions(ids)).values()]).toEqual(ids.map(() => ({ decision: "pending", votes: 0 })));
  expect((await approve({ end: true, typed: "2", visible_ms: 900 })).results.every((one) => one.ok)).toBe(
    true,
  );
});

test("bulk against single: every call is decided once, by one person", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { pending, decisions, ines, maya } = await aScenario();
    const items = await Promise.all(Array.from({ length: 6 }, () => pending()));
    const [bulk, ...singles] = await Promise.all([
      decideTogether(ines, { verdict: "approve", items, seen: seenAll(items) }),
      ...items.map((item) =>
        decideApproval(maya, { ...item, verdict: "reject", reason: "No" }).then(
          () => true,
          () => false,
        ),
      ),
    ]);
    const found = await decisions(items.map((item) => item.id));
    for (const [index, item] of items.entries()) {
      const approved = bulk.results[index]?.ok === true;
      expect([approved, singles[index]].filter(Boolean)).toHaveLength(1);
      expect(found.get(item.id)).toEqual({ decision: approved ? "approved" : "rejected", votes: 1 });
    }
  }
});

test("before approving, each call shows what differs from the last approved one", async () => {
  const { pending, ines } = await aScenario();
  const before = await pending({ argumentsText: '{"to":"beta","n":1}' });
  await decideApproval(ines, { ...before, verdict: "approve", seen: LOOKED });
  const next = await pending({ argumentsText: '{"to":"all","n":1}' });
  const long = await pending({ argumentsText: JSON.stringify({ text: "x".repeat(40_000) }) });
  const { items } = await listBulkItems(ines, [next.id, long.id, newId()]);
  expect(items.map((item) => item.id)).toEqual([next.id, long.id]);
  expect(items[0]?.rows.map((row) => [row.path, row.change, row.before?.text, row.after?.text])).toEqual([
    ["to", "changed", "beta", "all"],
    ["n", "same", "1", "1"],
  ]);
  expect(items[0]).toMatchObject({
    id: next.id,
    argumentsSha256: next.argumentsSha256,
    comparedWith: { id: before.id },
    alone: null,
  });
  expect(items[1]?.alone).toContain("Open it by itself");
});

test("claiming many leaves alone what somebody else has", async () => {
  const { pending, ines, maya } = await aScenario();
  const [a, b] = [await pending(), await pending()];
  await assignTogether(maya, [a.id]);
  expect((await assignTogether(ines, [a.id, b.id])).results).toMatchObject([
    { id: a.id, ok: false, code: "CONFLICT" },
    { id: b.id, ok: true },
  ]);
});

test("what has to be opened by itself is not approved together, whoever asks; the others are", async () => {
  const { pending, decisions, ines } = await aScenario();
  const first = await pending({ argumentsText: '{"text":"short"}' });
  const long = await pending({ argumentsText: JSON.stringify({ text: "x".repeat(40_000) }) });
  const many = await pending({ argumentsText: JSON.stringify(Array.from({ length: 60 }, (_, n) => n)) });
  const last = await pending({ argumentsText: '{"text":"shorter"}' });
  const items = [first, long, many, last];
  const { results } = await decideTogether(ines, { verdict: "approve", items, seen: seenAll(items) });
  const refused = { ok: false, code: "CONFLICT", message: expect.stringContaining("Open it by itself") };
  expect(results).toMatchObject([
    { id: first.id, ok: true },
    { id: long.id, ...refused },
    { id: many.id, ...refused },
    { id: last.id, ok: true },
  ]);
  const found = await decisions(items.map((item) => item.id));
  expect(found.get(long.id)).toEqual({ decision: "pending", votes: 0 });
  expect(found.get(many.id)).toEqual({ decision: "pending", votes: 0 });
  const reject = { verdict: "reject", reason: "Too long to read", items: [long, many] } as const;
  const rejected = await decideTogether(ines, { ...reject, items: [...reject.items] });
  expect(rejected.results.every((one) => one.ok)).toBe(true);
});
