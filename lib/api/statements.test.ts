import { expect, test } from "vitest";
import { approvals } from "@/lib/api/v1/approvals";
import { approve, cancel, execution, reject } from "@/lib/api/v1/decisions";
import { countStatements } from "@/lib/testing/statements";
import { aHeldCall, seen } from "./testing/asking";
import { aWorld, type Told, type World } from "./testing/world";

// How much of the database a request takes, its authentication and the approval it answers with included: statements beside those
// that begin and end transactions.

const MOUNTED = new Map<string, object>(
  [approvals, approve, cancel, execution, reject].map((resource) => [resource.path, resource]),
);

const aCaller = () => aWorld((path) => ({ ...MOUNTED.get(path) }), "");

async function countOf(work: () => Promise<Told>): Promise<number> {
  // Whoever just called is remembered for a second, as in practice.
  const { texts, stop } = countStatements();
  const { status } = await work().finally(stop);
  expect(status).toBe(200);
  return texts.length;
}

const place = (verb: string) => `POST /api/v1/approvals/{id}/${verb}`;

/** A decision by a token, which is looked up each time. */
async function byToken(world: World, verb: string, over: object): Promise<number> {
  const { id, told } = await aHeldCall(world, { arguments: { verb } });
  return countOf(() => world.ask(place(verb), { as: "approver", of: id, body: seen(told, over) }));
}

test("a no over the API takes 12 statements, a yes 13", async () => {
  const world = await aCaller();
  expect(await byToken(world, "reject", { reason: "Too many" })).toBe(12);
  expect(await byToken(world, "approve", { seen: {} })).toBe(13);
});

test("a cancellation and a report take 8 statements", async () => {
  const world = await aCaller();
  const one = await aHeldCall(world, { arguments: { cancel: true } });
  expect(await countOf(() => world.ask(place("cancel"), { of: one.id, body: {} }))).toBe(8);
  const two = await aHeldCall(world, { arguments: { report: true }, mode: "callback" });
  const yes = await world.ask(place("approve"), {
    as: "approver",
    of: two.id,
    body: seen(two.told, { seen: {} }),
  });
  const report = { execution_id: yes.json.execution_id, state: "executing" };
  expect(await countOf(() => world.ask(place("execution"), { of: two.id, body: report }))).toBe(8);
});
