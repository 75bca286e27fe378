import { afterAll, beforeAll, expect, test } from "vitest";
import { approvals } from "@/lib/api/v1/approvals";
import { approve, cancel, execution, reject } from "@/lib/api/v1/decisions";
import { feedback } from "@/lib/api/v1/feedback";
import { closeDatabase } from "@/lib/core/db";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { countStatements } from "@/lib/testing/statements";
import { aHeldCall, seen } from "./testing/authorizations";
import { aWorld, type Told } from "./testing/world";

// Statements per request, up to the approval in its answer. Excludes transaction control and
// credential lookups, which are cached for a second.

const WHO_ASKS = /\bapi_keys\b|\bpersonal_tokens\b|\bgateway_requests\b/;

// Its own process and database, because leftovers of other tests would count.
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const MOUNTED = new Map<string, object>(
  [approvals, approve, cancel, execution, feedback, reject].map((resource) => [resource.path, resource]),
);

const aCaller = () => aWorld((path) => ({ ...MOUNTED.get(path) }), "");

async function countOf(work: () => Promise<Told>, expected = 200): Promise<number> {
  const { texts, stop } = countStatements();
  const { status } = await work().finally(stop);
  expect(status).toBe(expected);
  return texts.filter((text) => !WHO_ASKS.test(text)).length;
}

const place = (verb: string) => `POST /api/v1/approvals/{id}/${verb}`;

async function byToken(verb: string, over: object): Promise<number> {
  const world = await aCaller();
  const { id, told } = await aHeldCall(world, { arguments: { verb } });
  return countOf(() => world.ask(place(verb), { as: "approver", of: id, body: seen(told, over) }));
}

test("a decision over the API takes nine statements", async () => {
  expect(await byToken("reject", { reason: "Too many" })).toBe(9);
  expect(await byToken("approve", { seen: {} })).toBe(9);
});

test("a cancellation and a report take eight", async () => {
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

test("a report of a known issue takes three, one with an id five", async () => {
  const world = await aCaller();
  const report = {
    tenant: world.tenant.key,
    attempted_action: "Send the broadcast.",
    expected_outcome: "It is sent.",
    actual_outcome: "The segment was refused.",
    severity: "low",
    rationale: "The product owner asked for it before the cut-over.",
  };
  const post = (over: object) => () => world.ask("POST /api/v1/feedback", { body: { ...report, ...over } });
  await post({})();
  expect(await countOf(post({}), 201)).toBe(3);
  expect(await countOf(post({ id: "report-1" }), 201)).toBe(5);
});
