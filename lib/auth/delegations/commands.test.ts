import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { disableUser } from "../people/commands";
import { changeDelegation, createDelegation, endDelegation, resumeDelegation } from "./commands";
import { listDelegations, listDelegationsOf, listOwnDelegations, listPossibleDeputies } from "./queries";
import { DELEGATION_DAYS_MAX } from "./types";

const system = systemScope("tests");
let tenant: TestTenant;
let admin: UserScope;
let maya: UserScope;
let ines: UserScope;
let tom: UserScope;

beforeEach(async () => {
  tenant = await aTenant();
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "approver", "Ines");
  tom = await aPerson([tenant], "admin", "Tom");
  const { actor } = await aPerson([], "admin", "Ada");
  await ingest(system, (tx) => tx.user.update({ where: { id: actor.id }, data: { allTenants: true } }));
  admin = proveScope(actor, [], { unlimited: true });
});
afterAll(closeDatabase);

const emailOf = ({ actor }: UserScope) => actor.email;

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

const until = (hours: number, to = ines, over: object = {}) => ({
  ...{ to: emailOf(to), endsAt: inHours(hours), note: "" },
  ...over,
});

const wrong = (pointer: string, code: string) => ({
  code: "VALIDATION_ERROR",
  details: { errors: [{ pointer, code }] },
});

const trail = async ({ actor }: UserScope) =>
  read(system, async (tx) => {
    const rows = await tx.activity.findMany({
      where: { subjectId: actor.id, action: { startsWith: "user.deputy" } },
      orderBy: { seq: "asc" },
    });
    return rows.map(({ action, actorName, details }) => ({ action, actorName, ...JSON.parse(details) }));
  });

test("a person names a deputy, moves the end, ends it and takes that back, and the trail tells of each", async () => {
  const made = await createDelegation(maya, until(48, ines, { note: "On leave." }));
  expect(made).toMatchObject({
    ...{ from: { name: "Maya" }, to: { name: "Ines", decides: true } },
    ...{ note: "On leave.", madeBy: "Maya", state: "in_force", endedAt: null },
  });
  const { id } = made;
  const endsAt = inHours(24);
  expect(await changeDelegation(maya, { id, endsAt })).toMatchObject({ endsAt });
  await changeDelegation(maya, { id, endsAt });
  expect(await endDelegation(maya, id)).toMatchObject({ state: "ended", endedAt: expect.any(Date) });
  await expect(endDelegation(maya, id)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(changeDelegation(maya, { id, endsAt })).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await resumeDelegation(maya, id)).toMatchObject({ state: "in_force", endedAt: null });
  await expect(resumeDelegation(maya, id)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await trail(maya)).toMatchObject([
    { action: "user.deputy_named", actorName: "Maya", deputy: emailOf(ines), note: "On leave." },
    { action: "user.deputy_changed", ends_at: endsAt.toISOString() },
    { action: "user.deputy_ended" },
    { action: "user.deputy_named" },
  ]);
});

test("an administrator of all tenants does so for anybody, others for themselves alone", async () => {
  const forMaya = until(48, ines, { from: emailOf(maya) });
  for (const other of [ines, tom])
    await expect(createDelegation(other, forMaya)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const { id } = await createDelegation(admin, forMaya);
  for (const other of [ines, tom]) {
    const refused = { code: "NOT_FOUND" };
    await expect(endDelegation(other, id)).rejects.toMatchObject(refused);
    await expect(changeDelegation(other, { id, endsAt: inHours(9) })).rejects.toMatchObject(refused);
    await expect(resumeDelegation(other, id)).rejects.toMatchObject(refused);
    await expect(listDelegationsOf(other, maya.actor.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map((row) => row.id);
  expect(await ids(listOwnDelegations(maya))).toEqual([id]);
  expect(await ids(listDelegations(ines))).toEqual([id]);
  expect(await ids(listDelegations(tom))).toEqual([]);
  expect(await ids(listDelegations(admin))).toContain(id);
  expect(await ids(listDelegationsOf(admin, ines.actor.id))).toEqual([id]);
  expect(await endDelegation(admin, id)).toMatchObject({ madeBy: "Ada", state: "ended" });
});

describe("is refused, naming the field,", () => {
  test("a time that ends before it begins, is over, too long or too far away", async () => {
    const later = { startsAt: inHours(5) };
    await expect(createDelegation(maya, until(4, ines, later))).rejects.toMatchObject(
      wrong("/ends_at", "before_start"),
    );
    await expect(createDelegation(maya, until(-1))).rejects.toMatchObject(wrong("/ends_at", "past"));
    const year = DELEGATION_DAYS_MAX * 24;
    await expect(createDelegation(maya, until(year + 1))).rejects.toMatchObject(
      wrong("/ends_at", "too_long"),
    );
    const far = { startsAt: inHours(year + 1) };
    await expect(createDelegation(maya, until(year + 2, ines, far))).rejects.toMatchObject(
      wrong("/starts_at", "too_far"),
    );
    const { id } = await createDelegation(maya, until(48, ines, later));
    await expect(changeDelegation(maya, { id, endsAt: inHours(4) })).rejects.toMatchObject(
      wrong("/ends_at", "before_start"),
    );
  });

  test("oneself, nobody, and whoever may not decide or sees none of the tenants", async () => {
    await expect(createDelegation(maya, until(9, maya))).rejects.toMatchObject(wrong("/to", "oneself"));
    const nobody = { to: "nobody@example.test" };
    await expect(createDelegation(maya, until(9, ines, nobody))).rejects.toMatchObject(
      wrong("/to", "unknown"),
    );
    const viewer = await aPerson([tenant], "viewer", "Vera");
    const told = { ...wrong("/to", "not_a_decider"), message: expect.stringContaining("Vera has no role") };
    await expect(createDelegation(maya, until(9, viewer))).rejects.toMatchObject(told);
    await expect(createDelegation(viewer, until(9))).rejects.toMatchObject(wrong("/from", "not_a_decider"));
    const eve = await aPerson([await aTenant()], "approver", "Eve");
    await expect(createDelegation(admin, until(9, eve, { from: emailOf(maya) }))).rejects.toMatchObject(
      wrong("/to", "other_tenants"),
    );
    await disableUser(system, ines.actor.id);
    await expect(createDelegation(maya, until(9))).rejects.toMatchObject(wrong("/to", "not_a_decider"));
  });

  test("people of other tenants are not there for whoever sees none of these, decide or not", async () => {
    const elsewhere = [await aTenant()];
    const strangers = [
      await aPerson(elsewhere, "approver", "Eve"),
      await aPerson(elsewhere, "viewer", "Zoe"),
    ];
    const told = await Promise.all(
      ["nobody@example.test", ...strangers.map(emailOf)].map(async (to) => {
        const error = await createDelegation(maya, until(9, ines, { to })).catch((thrown: Error) => thrown);
        expect(error).toMatchObject(wrong("/to", "unknown"));
        return String(error).replace(to, "");
      }),
    );
    expect(new Set(told).size).toBe(1);
  });

  test("a second deputy in the same time, also by moving an end or taking one back; one after the other is fine", async () => {
    const first = await createDelegation(maya, until(10));
    await expect(createDelegation(maya, until(12, tom, { startsAt: inHours(9) }))).rejects.toMatchObject(
      wrong("/starts_at", "overlaps"),
    );
    const second = await createDelegation(maya, until(12, tom, { startsAt: first.endsAt }));
    await expect(createDelegation(maya, until(11, tom, { startsAt: inHours(5) }))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(changeDelegation(maya, { id: first.id, endsAt: inHours(11) })).rejects.toMatchObject(
      wrong("/ends_at", "overlaps"),
    );
    await endDelegation(maya, second.id);
    await changeDelegation(maya, { id: first.id, endsAt: inHours(11) });
    await expect(resumeDelegation(maya, second.id)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    // Another person is out at the same time, with the same deputy.
    await createDelegation(tom, until(10));
  });
});

test("of two deputies named at once for the same time, one is refused", async () => {
  const results = await Promise.allSettled([
    createDelegation(maya, until(9)),
    createDelegation(maya, until(9, tom)),
    createDelegation(admin, until(9, tom, { from: emailOf(maya) })),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a start that has passed is now, and a planned one does not hold yet", async () => {
  const before = Date.now();
  const past = await createDelegation(maya, until(9, ines, { startsAt: new Date(before - DAY_MS) }));
  expect(past.startsAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
  expect(await createDelegation(maya, until(30, ines, { startsAt: inHours(20) }))).toMatchObject({
    state: "planned",
  });
});

test("whom one can name are those who may decide calls of a tenant one sees, and not oneself", async () => {
  const [elsewhere, viewer] = [await aPerson([await aTenant()]), await aPerson([tenant], "viewer")];
  const found = (await listPossibleDeputies(maya)).map(({ email }) => email);
  expect(found).toEqual(expect.arrayContaining([ines, tom, admin].map(emailOf)));
  for (const one of [maya, elsewhere, viewer]) expect(found).not.toContain(emailOf(one));
  expect(await listPossibleDeputies(viewer)).toEqual([]);
});
