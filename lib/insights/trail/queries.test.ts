import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordActivity } from "@/lib/activity/record";
import { change, closeDatabase } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import type { ActivityFilter } from "./filter";
import { listActivity, listActors } from "./queries";

let tenants: TestTenant[];

let ines: UserScope;

let maya: UserScope;

afterAll(closeDatabase);

function did(who: UserScope, tenant: TestTenant, action: string, id: string) {
  return change(who, (tx) =>
    recordActivity(tx, who, action, { kind: "approval", id, tenantId: tenant.id }, { id }),
  );
}

beforeAll(async () => {
  tenants = [await aTenant(), await aTenant()];
  [ines, maya] = [await aPerson(tenants, "admin", "Ines"), await aPerson(tenants, "approver", "Maya")];
  for (let index = 0; index < 12; index += 1) {
    await did(
      index % 2 ? ines : maya,
      tenants[index % 3 === 0 ? 1 : 0] as TestTenant,
      index % 4 ? "approval.approved" : "tenant.renamed",
      `${index}`,
    );
    // The trail stores milliseconds: rows of two chains within one have no order in time.
    await setTimeout(2);
  }
});

async function ids(filter: ActivityFilter, scope: UserScope = ines) {
  return (await listActivity(scope, filter, { limit: 50 })).rows.map((row) => Number(row.subjectId));
}

test("newest first over all chains", async () => {
  expect(await ids({})).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
});

test("pages of any size give every row once", async () => {
  for (const limit of [1, 2, 5]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listActivity(ines, {}, { limit, cursor });
      seen.push(...page.rows.map((row) => row.subjectId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => `${11 - index}`));
  }
});

test("a cursor that is not ours is refused", async () => {
  await expect(listActivity(ines, {}, { limit: 5, cursor: "x" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});

test("every filter narrows as it says", async () => {
  expect(await ids({ actor: ines.actor.id })).toEqual([11, 9, 7, 5, 3, 1]);
  expect(await ids({ action: "tenant" })).toEqual([8, 4, 0]);
  expect(await ids({ action: "approval.approved", actor: maya.actor.id })).toEqual([10, 6, 2]);
  expect(await ids({ subject: "approval:7" })).toEqual([7]);
  expect(await ids({ tenant: tenants[1]?.key })).toEqual([9, 6, 3, 0]);
  expect(await ids({ until: "2020-01-01T00:00:00Z" })).toEqual([]);
  expect(await ids({ since: "2020-01-01T00:00:00Z", action: "tenant.renamed" })).toEqual([8, 4, 0]);
});

test("a limited person sees their tenants' rows and actors only", async () => {
  const limited = await aPerson([tenants[1] as TestTenant], "viewer");
  expect(await ids({}, limited)).toEqual([9, 6, 3, 0]);
  expect(await ids({ tenant: tenants[0]?.key }, limited)).toEqual([]);
  expect((await listActors(limited)).map(({ name }) => name)).toEqual(["Ines", "Maya"]);
  expect(await listActors(await aPerson([await aTenant()], "viewer"))).toEqual([]);
});
