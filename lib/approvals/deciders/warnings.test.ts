import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import type { ArgumentCondition } from "@/lib/policies/conditions/types";
import { allow, anAdministrator, deny, require } from "@/lib/policies/testing/installation";
import type { Policy } from "@/lib/policies/types";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { ask as authorize } from "../gate/ask";
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

describe("what the definitions of tools say against a condition", () => {
  const inputSchema = JSON.stringify({
    type: "object",
    properties: {
      recipients: { type: "array", items: { type: "string" } },
      amount: { type: "number" },
    },
  });
  const over = (path: string) => ({ path, op: "over", value: 1_000 }) as const;

  beforeAll(async () => {
    for (const name of ["post_mail", "post_news"])
      await aTool(gateway, { name, provider: "mail", inputSchema });
    await aTool(gateway, { name: "post_list", provider: "mail", inputSchema: '{"type":"object"}' });
  });

  test("is told with the tool and the nearest path, once for each condition", async () => {
    const conditions = [over("/Amount"), over("/amount"), over("/recipients")];
    const found = await warned(deny({ tools: ["post_mail"], arguments: conditions }));
    expect(found).toEqual([
      [
        "/match/arguments/0 The tool post_mail of mail has no argument /Amount in its definition. The nearest that exists is /amount.",
        "/match/arguments/2 The tool post_mail of mail takes a list at /recipients, and a list always fits this policy by this comparison. Compare its length with “is longer than”. Each entry is at /recipients/*.",
      ],
    ]);
    const several = await warned(allow({ tools: ["POST_*"], arguments: [over("/Amount")] }));
    expect(several[0]).toEqual([
      expect.stringMatching(/nearest that exists is \/amount\. 1 more of the 3 tools .* differs/),
    ]);
  });

  test("is told of a budget too, and of no policy whose tools may all be meant", async () => {
    const budget = { atMost: 5, of: "/recipients", per: "hour", each: "tenant" } as const;
    expect(await warned({ ...deny({ tools: ["post_mail"] }), budget })).toEqual([
      [
        "/budget/of The tool post_mail of mail takes a list at /recipients, and a budget adds up numbers only.",
      ],
    ]);
    expect(await warned(deny({ arguments: [over("/Amount")] }))).toEqual([[]]);
  });

  test("a number with separators is a text, in a fact as in an argument", async () => {
    const match = {
      facts: [{ path: "/how_many", op: "equals", value: "10,412" }],
      arguments: [{ path: "/a", op: "in", value: ["x", "1 500.50"] }],
    } as const;
    expect(await warned(deny(match))).toEqual([
      [
        "/match/arguments/0/value “1 500.50” is compared as a text, not as a number. To compare numbers, write 1500.50 without quotes and separators.",
        "/match/facts/0/value “10,412” is compared as a text, not as a number. To compare numbers, write 10412 without quotes and separators.",
      ],
    ]);
  });
});

describe("what recent calls stated of the facts that a policy asks for", () => {
  const send = (tool: string, facts?: object) =>
    authorize(gateway.scope, aCall(tenant, { tool, ...(facts ? { facts } : {}) }), {
      ...{ tenantId: tenant.id, key: null, bodySha256: "" },
    });
  const over = (path: "/how_many" | "/undo") => ({ path, op: "over", value: 1_000 }) as const;

  test("a fact that none of them had, and the facts that they had", async () => {
    await send("announce_one", { what: "News", undo: "impossible" });
    await send("announce_two");
    const policy = require({ tools: ["announce_one"], facts: [over("/how_many")] });
    const [first] = await warned({
      ...policy,
      match: { ...policy.match, tools: ["announce_one", "announce_two"] },
    });
    expect(first).toContain(
      "/match/facts/0 The only stored call to announce_one states “what” or “undo”, but not “how many”. 1 more tool of this policy too.",
    );
    const none = await warned(require({ tools: ["announce_two"], facts: [over("/how_many")] }));
    expect(none[0]).toContain("/match/facts/0 The only stored call to announce_two states no fact.");
    const missing = { path: "/how_many", op: "missing" } as const;
    expect(String(await warned(deny({ tools: ["announce_two"], facts: [missing] })))).not.toContain(
      "/match/facts",
    );
  });

  test("a number that is none", async () => {
    await send("announce_text", { how_many: "10,412" });
    const policy = { tools: ["announce_text"], facts: [over("/how_many")] };
    expect((await warned(require(policy)))[0]).toContain(
      "/match/facts/0 A recent call to announce_text states “how many” as “10,412”, which is not an exact number: it always fits this policy.",
    );
    expect(await warned(deny({ facts: [over("/undo")] }))).toEqual([
      [
        "/match/facts/0 Gateways state “undo” as a text. Only plain digits compare as a number: any other text always fits this policy.",
      ],
    ]);
  });
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
