import { afterAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, ingest, read, type Tx } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson, aTenant, unique } from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { setUserRole } from "../people/commands";
import { createGroup, describeGroup, moveMembers, putGroup } from "./commands";
import { getGroup, listGroups } from "./queries";
import { createGroupInput } from "./schema";
import { GROUP_MEMBERS_MAX } from "./types";

const system = systemScope("tests");
let name: string;
let maya: UserScope;
let ines: UserScope;

beforeEach(async () => {
  name = unique("ops");
  const tenant = await aTenant();
  [maya, ines] = [await aPerson([tenant]), await aPerson([tenant], "viewer")];
});
afterAll(closeDatabase);

const emailOf = ({ actor }: UserScope) => actor.email;

const addresses = async () => (await getGroup(system, name)).members.map(({ email }) => email).sort();

const told = () =>
  read(system, async (tx) => {
    const rows = await tx.activity.findMany({ where: { subjectKind: "group" }, orderBy: { seq: "asc" } });
    return rows
      .map(({ action, details }) => ({ action, details: JSON.parse(details) }))
      .filter(({ details }) => details.name === name);
  });

test("a group is made, described and filled, and the trail says who came and who left", async () => {
  await createGroup(system, { name, description: "", members: [emailOf(maya)] });
  await describeGroup(system, { name, description: "Who is on call." });
  expect(await moveMembers(system, { name, add: [emailOf(ines)], remove: [emailOf(maya)] })).toEqual({
    added: [emailOf(ines)],
    removed: [emailOf(maya)],
  });
  expect(await getGroup(system, name)).toMatchObject({
    description: "Who is on call.",
    members: [{ email: emailOf(ines), role: "viewer", isOff: false }],
  });
  expect(await listGroups(system)).toContainEqual({ name, description: "Who is on call.", members: 1 });
  expect(await told()).toMatchObject([
    { action: "group.created", details: { added: [emailOf(maya)] } },
    { action: "group.described", details: { description: { from: "", to: "Who is on call." } } },
    { action: "group.members_changed", details: { added: [emailOf(ines)], removed: [emailOf(maya)] } },
  ]);
});

test("what is so already leaves no trace", async () => {
  const put = { name, description: "Who is on call.", members: [emailOf(maya)] };
  expect(await putGroup(system, put)).toEqual({ created: true, added: [emailOf(maya)], removed: [] });
  expect(await putGroup(system, put)).toEqual({ created: false, added: [], removed: [] });
  await moveMembers(system, { name, add: [emailOf(maya)], remove: [emailOf(ines)] });
  await describeGroup(system, { name, description: "Who is on call." });
  expect(await told()).toHaveLength(1);
});

test("replacing the members leaves the description, unless another is given", async () => {
  await putGroup(system, { name, description: "Who is on call.", members: [emailOf(maya)] });
  expect(await putGroup(system, { name, members: [emailOf(ines)] })).toEqual({
    created: false,
    added: [emailOf(ines)],
    removed: [emailOf(maya)],
  });
  expect(await getGroup(system, name)).toMatchObject({ description: "Who is on call." });
});

test("addresses that are nobody's are named at their places, and nothing is changed", async () => {
  const members = [emailOf(maya), "nobody@acme.example"];
  await expect(putGroup(system, { name, members })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: {
      errors: [{ pointer: "/members/1", message: "No account has the address nobody@acme.example." }],
    },
  });
  await expect(getGroup(system, name)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a group that is full takes nobody else", async () => {
  await createGroup(system, { name, description: "", members: [] });
  const { id: groupId } = await getGroup(system, name);
  await ingest(system, (tx) => fill(tx, groupId));
  await expect(moveMembers(system, { name, add: [emailOf(maya)], remove: [] })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { errors: [{ pointer: "/add" }] },
  });
});

const fill = (tx: Tx, groupId: string) => tx.$executeRaw`
  with made as (
    insert into users (id, email, name, role) select gen_random_uuid(), n || '@' || ${name}, 'Somebody', 'viewer'
    from generate_series(1, ${GROUP_MEMBERS_MAX}::int) n returning id)
  insert into group_members (group_id, user_id) select ${groupId}::uuid, id from made`;

test("of administrators who put members at once, each adds theirs, and of whole lists one holds", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => aPerson([])));
  for (let round = 0; round < trials(3, 30); round++) {
    name = unique("ops");
    await createGroup(system, { name, description: "", members: [] });
    await Promise.all(people.map((one) => moveMembers(system, { name, add: [emailOf(one)], remove: [] })));
    expect(await addresses()).toEqual(people.map(emailOf).sort());
    await Promise.all(people.map((one) => putGroup(system, { name, members: [emailOf(one)] })));
    const left = await addresses();
    expect(left).toHaveLength(1);
    // Each trail entry starts from the state that the previous one left.
    const present = new Set<string>();
    for (const { details } of await told()) {
      for (const email of details.removed ?? []) expect(present.delete(email)).toBe(true);
      for (const email of details.added ?? []) present.add(email);
    }
    expect([...present]).toEqual(left);
  }
});

test("who is no administrator any more when their turn comes changes nothing", async () => {
  const { actor } = await aPerson([], "admin");
  const admin = proveScope(actor, [], { unlimited: true });
  await createGroup(system, { name, description: "", members: [] });
  await setUserRole(system, actor.id, "viewer");
  await expect(moveMembers(admin, { name, add: [emailOf(maya)], remove: [] })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("a scope of some tenants reads groups, because its calls hang on them, and writes none", async () => {
  await createGroup(system, { name, description: "", members: [emailOf(maya)] });
  const { id } = await getGroup(system, name);
  expect(await read(maya, (tx) => tx.groupMember.count({ where: { groupId: id } }))).toBe(1);
  const join = ingest(ines, (tx) => tx.groupMember.create({ data: { groupId: id, userId: ines.actor.id } }));
  await expect(join).rejects.toThrow(/row-level security/);
  const gone = await ingest(ines, (tx) => tx.groupMember.deleteMany({ where: { groupId: id } }));
  expect(gone.count).toBe(0);
});

test.each(["ops", "on-call", "3rd-line", "a", "x".repeat(40)])("%s is a name", (given) => {
  expect(createGroupInput.safeParse({ name: given, description: "", members: [] }).success).toBe(true);
});

test.each(["", "-ops", "ops-", "Ops", "on call", "ops_1", "x".repeat(41)])("%j is no name", async (given) => {
  expect(createGroupInput.safeParse({ name: given, description: "", members: [] }).success).toBe(false);
  await expect(createGroup(system, { name: given, description: "", members: [] })).rejects.toThrow();
});
