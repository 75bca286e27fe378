import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { createApproval } from "../gate/testing/held";
import { queueList } from "./list";
import { listQueue } from "./queries";
import { searchWords } from "./worker";

// Needs its own database, without the words of other files' calls.
let drop: () => Promise<void>;
let tenant: TestTenant;
let gateway: TestGateway;
let person: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  person = await aPerson([tenant]);
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const system = systemScope("tests");

async function aCallSaying(summary: string): Promise<string> {
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  return (await createApproval(gateway.scope, aCall(tenant, { summary }), request)).approvalId;
}

async function found(words: string, by: UserScope = person): Promise<string[]> {
  const { filter } = queueList.parse({ view: "all", q: words });
  const { rows } = await listQueue(by, filter);
  return rows.map(({ id }) => id);
}

const counts = () =>
  read(system, async (tx) => [await tx.approvalWordsDue.count(), await tx.approvalWords.count()]);

const pass = () => searchWords.runOnce(new AbortController().signal);

test("a call is found from the moment it waits, and after its words were moved, by nobody else, and not once it is gone", async () => {
  const id = await aCallSaying("Delete the marmalade archive");
  expect(await counts()).toEqual([1, 0]);
  const stranger = await aPerson([await aTenant()]);
  for (const moved of [false, true]) {
    if (moved) await pass();
    expect(await found("marmalade arch")).toEqual([id]);
    expect(await found("MARMALADE")).toEqual([id]);
    expect(await found("marmalade", stranger)).toEqual([]);
  }
  expect(await counts()).toEqual([0, 1]);
  await ingest(system, (tx) => tx.$executeRaw`delete from approvals where id = ${id}::uuid`);
  expect(await found("marmalade")).toEqual([]);
  expect(await counts()).toEqual([0, 0]);
});

test("several workers move each call once, and a call that went before them is no trouble", async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => aCallSaying(`Number ${n}`)));
  await ingest(system, (tx) => tx.$executeRaw`delete from approvals where id = ${ids[0]}::uuid`);
  await Promise.all([pass(), pass(), pass()]);
  expect(await counts()).toEqual([0, 39]);
  expect(await found("Number 7")).toEqual([ids[7]]);
});

test("more than one pass takes are moved in one go, and what is being deleted meanwhile keeps none of them", async () => {
  const before = await counts();
  const many = 700;
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into approvals (id, tenant_id, gateway_id, tool, arguments_text, arguments_sha256, requested_sha256, risk, risk_source,
                             held_because, summary, mode, decide_by, use_by_seconds)
      select gen_random_uuid(), ${tenant.id}::uuid, ${gateway.id}::uuid, 'send', '{}', repeat('a', 64), repeat('a', 64), 'high',
             'request', 'risk', 'One of many', 'callback', now() + interval '1 day', 900 from generate_series(1, ${many}::int)`,
  );
  await ingest(system, async (tx) => {
    await tx.$executeRaw`delete from approvals where id = (select approval_id from approval_words_due limit 1)`;
    await pass();
    expect(await counts()).toEqual([1, (before[1] ?? 0) + many - 1]);
  });
  await pass();
  expect(await counts()).toEqual([0, (before[1] ?? 0) + many - 1]);
});
