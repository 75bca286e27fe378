import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import type { ArgumentCondition } from "@/lib/policies/conditions/types";
import { allow, anAdministrator, deny, require } from "@/lib/policies/testing/installation";
import type { Policy } from "@/lib/policies/types";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { shortageWords } from "./shortages";
import { findWarnings } from "./warnings";

// Data of all tenants counts, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
  for (const name of ["delete_repo", "Read.File", "odd[a-z]"]) await aTool(gateway, { name });
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const warned = async (...policies: Policy[]) =>
  (await findWarnings(admin, policies)).map((of) =>
    of.map(({ pointer, message }) => `${pointer} ${message}`),
  );

test.each(["delete_repo", "DELETE_repo", "delete_*", "*", "read.file", "odd[a-z]"])(
  "the tool pattern %s is known",
  async (pattern) => {
    expect(await warned(deny({ tools: [pattern] }))).toEqual([[]]);
  },
);

test.each(["delete_[a-z]*", "delete_?", "(rm|del).*", "!read_*", "^delete", "delete_{a,b}", "delete$"])(
  "the tool pattern %s fits no tool, and its signs stand for themselves",
  async (pattern) => {
    expect(await warned(deny({ tools: ["delete_*", pattern] }))).toEqual([
      [
        `/match/tools/1 No tool in the catalogue is named “${pattern}”. A star stands for any text; every other sign stands for itself, so “${pattern}” fits only names that have them.`,
      ],
    ]);
  },
);

test("names that nothing has are told where they stand, of the policy in which they do", async () => {
  const names = {
    tenants: [tenant.key, "nowhere"],
    gateways: ["none-*"],
    providers: ["nobody"],
    tools: ["drop_table"],
  };
  expect(await warned(allow({ tenants: [tenant.key], gateways: [gateway.name] }), deny(names))).toEqual([
    [],
    [
      "/match/tenants/1 There is no tenant “nowhere”.",
      "/match/gateways/0 There is no gateway “none-*”.",
      "/match/providers/0 No tool in the catalogue is of a provider “nobody”.",
      "/match/tools/0 No tool in the catalogue is named “drop_table”.",
    ],
  ]);
});

test("signs of other languages are told in names that nobody keeps, in conditions and in their paths", async () => {
  const conditions: ArgumentCondition[] = [
    { path: "/a[*]", op: "exists" },
    { path: "/a/**/b", op: "exists" },
    { path: "/to", op: "matches", value: "^.*@acme$" },
    { path: "/items/*/price", op: "over", value: 5 },
  ];
  const found = await warned(
    deny({ agents: ["claude", "bot-[0-9]"], models: ["gpt|claude"], arguments: conditions }),
  );
  expect(found[0]?.map((one) => one.split(" ")[0])).toEqual([
    ...["/match/agents/1", "/match/models/0"],
    ...["/match/arguments/0/path", "/match/arguments/1/path", "/match/arguments/2/value"],
  ]);
  expect(found[0]?.[2]).toContain("steps of their own: /a/*.");
});

test("people who are not there or switched off, and a policy that nobody can satisfy", async () => {
  const off = await aPerson([tenant], "approver", "Tom");
  await ingest(system, (tx) =>
    tx.user.update({ where: { id: off.actor.id }, data: { disabledAt: new Date() } }),
  );
  const people = ["nobody@acme.example", off.actor.email];
  const deciders = { roles: [], people, groups: [] };
  const of = (also: string[] = []) =>
    require({ tenants: [tenant.key] }, { deciders: { ...deciders, people: [...people, ...also] } });
  const alone = shortageWords({ people: 0, out: [], withoutOwner: false, withoutPasskey: 0, seats: [] }, 1);
  const both = [
    "/require/deciders/people/0 No account here has the address nobody@acme.example.",
    `/require/deciders/people/1 ${off.actor.email} is switched off and cannot decide.`,
  ];
  expect(await warned(of(), of([maya.actor.email]))).toEqual([[...both, `/require/deciders ${alone}`], both]);
  expect(await warned({ ...of(), on: false })).toEqual([both]);
});

test("are for administrators of all tenants", async () => {
  await expect(findWarnings(maya, [])).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each([
  [0, 1, "No person can decide these calls."],
  [0, 2, "No person can decide these calls, and 2 have to approve."],
  [1, 2, "Only 1 person can decide these calls, and 2 have to approve."],
  [2, 3, "Only 2 people can decide these calls, and 3 have to approve."],
])("that %i can decide and %i have to is said", (people, approvals, words) => {
  const all = { withoutOwner: false, withoutPasskey: 0, seats: [] };
  expect(shortageWords({ people, out: [], ...all }, approvals)).toBe(words);
  const out = ["Maya", "Tom"];
  expect(shortageWords({ people, out, ...all, withoutOwner: true }, approvals)).toBe(
    `${words} The owner of the agent is not counted. Out at present: Maya, Tom.`,
  );
});
