import { afterAll, expect, test } from "vitest";
import { countCalls, listCalls } from "@/lib/calls/queries";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { findSimilar, findSimilarTo } from "./similar";
import { bytesOf } from "./stored-vectors";
import { say, tellAll } from "./testing/rationales";

const system = systemScope("tests");

afterAll(closeDatabase);

async function aPlace() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "viewer");
  const calls = async () => (await listCalls(person, {}, { limit: 200 })).rows;
  const like = async (rationale: string) => {
    const call = (await calls()).find((one) => one.rationale === rationale);
    return findSimilar(person, { call: call?.id ?? "" });
  };
  return { tenant, gateway, person, calls, like };
}

const REFUND = "Refund the duplicate charge of order 55120 for the customer";
const SAME = "Refund the duplicate charge of order 7 to the customer's card";
const OTHER = "Find out why the pod crashes since the release of yesterday";

test("calls whose words are nearly the same are found, whatever their numbers, newest first and in pages", async () => {
  const { tenant, gateway, person, like } = await aPlace();
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await say(gateway, tenant, [
    ...Array.from({ length: 7 }, (_, n) => ({
      rationale: REFUND.replace("55120", `${n}`),
      occurredAt: at(n),
    })),
    { rationale: REFUND, occurredAt: at(20) },
    { rationale: SAME, occurredAt: at(8) },
    { rationale: OTHER, tool: "kubectl_logs" },
  ]);
  await tellAll(tenant);
  const similar = await like(REFUND);
  expect(similar).toMatchObject({ by: "words", sought: REFUND.replace("55120", "<n>") });
  expect(similar.ways.map(({ calls, likeness }) => [calls, likeness === 1])).toEqual([
    [8, true],
    [1, false],
  ]);
  const filter = { templates: similar.ways.map(({ id }) => id) };
  const found: (string | null)[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await listCalls(person, filter, { limit: 4, ...(cursor ? { cursor } : {}) });
    found.push(...page.rows.map(({ rationale }) => rationale));
    cursor = page.nextCursor;
  }
  expect(found).toHaveLength(9);
  expect(found.slice(-2)).toEqual([SAME, REFUND]);
  expect(await countCalls(person, filter)).toBe(9);
  expect(await countCalls(person, { ...filter, agent: "nobody" })).toBe(0);
  expect(await countCalls(person, { templates: [] })).toBe(0);
  const typed = await findSimilar(person, { text: "refund duplicate charge of an order" });
  expect(new Set(typed.ways.map(({ tool }) => tool))).toEqual(new Set(["create_refund"]));
});

test("of many calls that say the same the few that failed are found, however far back, in pages", async () => {
  const { tenant, gateway, person } = await aPlace();
  const failed = [3, 1_100, 1_290];
  const began = Date.now();
  const rows = Array.from({ length: 1_300 }, (_, n) => ({
    rationale: REFUND.replace("55120", `${n}`),
    occurredAt: new Date(began - n * 1_000).toISOString(),
    outcome: failed.includes(n) ? ("timeout" as const) : ("ok" as const),
  }));
  for (let at = 0; at < rows.length; at += 1_000) await say(gateway, tenant, rows.slice(at, at + 1_000));
  await tellAll(tenant);
  const { ways } = await findSimilar(person, { text: REFUND });
  const filter = { templates: ways.map(({ id }) => id), class: "failed" } as const;
  const first = await listCalls(person, filter, { limit: 2 });
  const rest = await listCalls(person, filter, { limit: 2, cursor: first.nextCursor ?? "" });
  const numbers = [...first.rows, ...rest.rows].map(({ rationale }) =>
    Number(/order (\d+)/.exec(rationale ?? "")?.[1]),
  );
  expect(numbers).toEqual(failed);
  expect(rest.nextCursor).toBeNull();
  expect(await countCalls(person, { ...filter, q: "duplicate" })).toBe(3);
  expect(await countCalls(gateway.scope, { ...filter, class: "ok" })).toBe(1_000);
});

test("where the worker made vectors, meaning counts and not words", async () => {
  const { tenant, gateway, like } = await aPlace();
  const meant = "Give the buyer their money back, as they asked for it";
  await say(gateway, tenant, [{ rationale: REFUND }, { rationale: meant }, { rationale: OTHER }]);
  await tellAll(tenant);
  const templates = await read(system, (tx) =>
    tx.rationaleTemplate.findMany({ where: { tenantId: tenant.id } }),
  );
  await ingest(system, (tx) =>
    tx.rationaleVector.createMany({
      data: templates.map(({ id, text }) => ({
        ...{ tenantId: tenant.id, templateId: id, model: "use-lite 1" },
        vector: bytesOf(new Float32Array(text.startsWith("Find") ? [0, 1] : [1, 0.1])),
      })),
    }),
  );
  const similar = await like(REFUND);
  expect(similar.by).toBe("meaning");
  expect(similar.ways.map(({ text }) => text).sort()).toEqual([meant, REFUND.replace("55120", "<n>")]);
});

test("nobody finds anything of another tenant, and what says nothing is like nothing", async () => {
  const [one, other] = [await aPlace(), await aPlace()];
  await say(one.gateway, one.tenant, [{ rationale: REFUND }, { rationale: "short" }]);
  await say(other.gateway, other.tenant, [{ rationale: REFUND }]);
  await Promise.all([tellAll(one.tenant), tellAll(other.tenant)]);
  const [foreign] = await other.calls();
  await expect(findSimilar(one.person, { call: foreign?.id ?? "" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect((await findSimilarTo(one.person, foreign?.id ?? "")).ways).toEqual([]);
  const similar = await one.like(REFUND);
  expect(similar.ways.map(({ calls }) => calls)).toEqual([1]);
  expect(await countCalls(one.person, { templates: similar.ways.map(({ id }) => id) })).toBe(1);
  expect(await one.like("short")).toMatchObject({ sought: null, ways: [] });
});
