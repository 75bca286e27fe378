import fc from "fast-check";
import { expect, test } from "vitest";
import { change, read } from "@/lib/core/db";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { forgetLate } from "@/lib/testing/last-statement";
import { CHAIN_START, misfitOf } from "./chain";
import { type ActivityEntry, recordActivities, recordChange } from "./record";

const system = systemScope("tests");

const rowsOf = (tenantId: string) =>
  read(system, (tx) => tx.activity.findMany({ where: { tenantId }, orderBy: { seq: "asc" } }));

test("a change is about its own row and in the chain of its tenant, as canonical JSON", async () => {
  const tenant = await aTenant();
  await change(system, async (tx) => {
    const after = await tx.tenant.update({ where: { id: tenant.id }, data: { name: "Zed" } });
    const facts = { why: "a test", "a-first": 1 };
    await recordChange(tx, system, "tenant.renamed", { ...after, name: "Old" }, after, { facts });
  });
  expect(await rowsOf(tenant.id)).toMatchObject([
    {
      subjectKind: "tenant",
      subjectId: tenant.id,
      action: "tenant.renamed",
      details: '{"a-first":1,"name":{"from":"Old","to":"Zed"},"why":"a test"}',
    },
  ]);
});

test("what belongs to no tenant is in the installation's chain, and a row without an id names its subject", async () => {
  const person = await aPerson([], "viewer");
  const { id } = person.actor;
  await change(system, async (tx) => {
    const before = await tx.user.findUniqueOrThrow({ where: { id } });
    const after = await tx.user.update({ where: { id }, data: { passwordHash: "canary", role: "approver" } });
    await recordChange(tx, system, "user.role_changed", before, after);
  });
  const rows = (await rowsOf(NO_TENANT)).filter((row) => row.subjectId === id);
  expect(rows.map(({ details }) => details)).toEqual(['{"role":{"from":"viewer","to":"approver"}}']);
  const nameless = change(system, (tx) => recordChange(tx, system, "tenant.renamed", null, { name: "x" }));
  await expect(nameless).rejects.toThrow(/needs a subject/);
});

// Characters that JSON escapes or may seem to. Without those our JSON refuses earlier: `__proto__`,
// NUL and lone surrogates.
const HOSTILE = [
  "",
  '"',
  "\\",
  '\\"}],"hash":"',
  "\\u0000 \\n",
  "\u0001\b\t\n\v\f\r\u001f\u007f\u0080",
  "\u2028\u2029\ufeff\u202e",
  "😀 é e\u0301 \u{10ffff}",
  "half \ud83d of one, \udc00 of another",
  "{}[]',;--/* $1 */",
  "x".repeat(100_000),
  '"\\\u0001😀\u2028'.repeat(20_000),
];

const storable = (text: string) => text.replaceAll("\u0000", "");

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary" }), fc.string());

const wellFormed = hostileText.map((text) => storable(text).toWellFormed());

const indexed = wellFormed.map((text) => text.slice(0, 200).toWellFormed());

const details = fc
  .oneof(
    fc.dictionary(wellFormed, fc.jsonValue()),
    fc.dictionary(
      wellFormed,
      fc.array(fc.dictionary(wellFormed, wellFormed, { maxKeys: 2 }), { maxLength: 2 }),
    ),
    fc.constant({}),
  )
  .filter((value) => !JSON.stringify(value).includes('"__proto__":'));

const deed = fc.record({
  action: indexed,
  kind: indexed,
  id: hostileText.map((text) => storable(text).slice(0, 200)),
  name: hostileText.map(storable),
  actorId: fc.option(fc.uuid()),
  details,
});

test("the database hashes each row as the verifier does, whatever is in it", async () => {
  const tenant = await aTenant();
  let place = CHAIN_START;
  const act = fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 4 }), async (deeds) => {
    const entries = deeds.map(({ action, kind, id, name, actorId, details }): ActivityEntry => {
      const actor = actorId
        ? ({ kind: "gateway", id: actorId, name, keyId: actorId } as const)
        : ({ kind: "system", name } as const);
      return { action, subject: { kind, id, tenantId: tenant.id }, details, actor };
    });
    await change(system, (tx) => recordActivities(tx, system, entries));
    const rows = await read(system, (tx) =>
      tx.activity.findMany({
        where: { tenantId: tenant.id, seq: { gt: place.seq } },
        orderBy: { seq: "asc" },
      }),
    );
    expect(rows).toHaveLength(deeds.length);
    for (const [at, row] of rows.entries()) {
      const given = deeds[at];
      expect(misfitOf(place, row), `row ${row.seq}`).toBeNull();
      expect(row).toMatchObject({
        action: given?.action,
        subjectId: given?.id.toWellFormed(),
        actorName: given?.name.toWellFormed(),
        actorId: given?.actorId,
        details: canonicalJson(parseJson(JSON.stringify(given?.details))),
      });
      place = { seq: row.seq, hash: row.hash };
    }
  });
  await fc.assert(act, { numRuns: 60 });
});

test("one act reaches the chains of several tenants, and a limited scope is what it was afterwards", async () => {
  const tenants = [await aTenant(), await aTenant()];
  const person = await aPerson(tenants.slice(0, 1));
  const about = (tenantId?: string) => ({ kind: "x", id: person.actor.id, tenantId });
  await change(person, async (tx) => {
    const deeds = [about(tenants[0]?.id), about(), about(tenants[1]?.id), about(tenants[0]?.id)];
    await recordActivities(
      tx,
      person,
      deeds.map((subject, at) => ({ action: "x.done", subject, details: { at } })),
    );
    const [{ now } = { now: "" }] = await tx.$queryRaw<{ now: string }[]>`
      select current_setting('countersign.tenants') as now`;
    expect(now).toBe(tenants[0]?.id);
  });
  forgetLate();
  const placed = await Promise.all([tenants[0]?.id, tenants[1]?.id, NO_TENANT].map((id) => rowsOf(id ?? "")));
  const own = placed.map((rows) => rows.filter(({ subjectId }) => subjectId === person.actor.id));
  expect(own.map((rows) => rows.map(({ details }) => details))).toEqual([
    ['{"at":0}', '{"at":3}'],
    ['{"at":2}'],
    ['{"at":1}'],
  ]);
});

test("acts that share tenants in any order wait for each other, and none is locked out", async () => {
  const tenants = await Promise.all([1, 2, 3].map(() => aTenant()));
  await Promise.all(
    Array.from({ length: 12 }, (_, turn) => {
      const order = turn % 2 ? tenants : tenants.toReversed();
      const deeds = order.map(({ id }) => ({ action: "x.done", subject: { kind: "x", id, tenantId: id } }));
      return change(system, (tx) => recordActivities(tx, system, deeds));
    }),
  );
  for (const { id } of tenants) {
    let place = CHAIN_START;
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(12);
    for (const row of rows) {
      expect(misfitOf(place, row)).toBeNull();
      place = { seq: row.seq, hash: row.hash };
    }
  }
});

test("a statement after the append is found by the watch that every test has", async () => {
  const tenant = await aTenant();
  await change(system, async (tx) => {
    await recordActivities(tx, system, [
      { action: "x.done", subject: { kind: "x", id: tenant.id, tenantId: tenant.id } },
    ]);
    await tx.$executeRaw`select 1`;
  });
  expect(forgetLate()).toEqual(["select 1"]);
});
