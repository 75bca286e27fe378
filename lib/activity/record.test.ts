import { expect, test } from "vitest";
import { change, read } from "@/lib/core/db";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { recordChange } from "./record";

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
