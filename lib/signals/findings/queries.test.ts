import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import type { UserScope } from "@/lib/core/scope";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { muteFinding, unmuteFinding } from "@/lib/tools/findings/commands";
import { type FindingFilter, findingList } from "./list";
import { listFindings, listToolFindings } from "./queries";
import { aServer, type Call, dropped, guess, record, register } from "./testing/server";
import type { ProvenFinding } from "./types";

const system = systemScope("tests");

async function anAdmin(): Promise<UserScope> {
  const { actor } = await aPerson([], "admin");
  return proveScope(actor, [], { unlimited: true });
}

const NOTHING_WRONG = {
  name: "get_note",
  description: "Returns one note of a notebook.",
  annotations: { readOnlyHint: true },
};

const OPEN: FindingFilter = { view: "open" };

const told = ({ tool, code, fields, cost }: ProvenFinding) => [tool.name, code, fields.join(" "), cost];

describe("findings", () => {
  test("are listed by what they cost, with the values that were sent", async () => {
    const { tenant, gateway, person } = await aServer();
    await record(tenant, gateway, [
      guess("High", "s1"),
      guess("High", "s2"),
      guess("medium", "s3"),
      guess("", "s3"),
      dropped("s1"),
      dropped("s2"),
      {
        tool: "create_metric",
        session: "s9",
        validation: [{ path: "/score_type", message: "is not one of", received_json: '"binary"' }],
      },
    ]);
    const { rows, counts } = await listFindings(person, OPEN);
    expect(rows.slice(0, 3).map(told)).toEqual([
      ["create_test_set_bulk", "ordinal_unexplained", "priority", 12],
      ["create_test_set_bulk", "empty_list_allowed", "tests", 4],
      ["create_metric", "missing_enum", "score_type", 1],
    ]);
    expect(rows[0]?.proof).toEqual({
      calls: 4,
      sessions: 3,
      values: expect.arrayContaining([
        { value: '"High"', calls: 2 },
        { value: '"medium"', calls: 1 },
        { value: '""', calls: 1 },
      ]),
      message: expect.stringContaining("is not valid under any of the given schemas"),
    });
    expect(rows[2]?.proof?.values).toEqual([{ value: '"binary"', calls: 1 }]);
    expect(counts.proven).toBe(3);
    expect(counts.open).toBe(rows.length);
    const proven = await listFindings(person, { view: "proven", code: "missing_enum" });
    expect(proven.rows.map(told)).toEqual([["create_metric", "missing_enum", "score_type", 1]]);
  });

  test("count calls of 14 days, of this tool, and of tenants in scope only", async () => {
    const { tenant, gateway, person } = await aServer();
    const foreign = await aTenant();
    await record(tenant, gateway, [
      { ...guess("High", "s1"), daysAgo: 15 },
      { ...guess("High", "s1"), tool: "other" },
    ]);
    await record(foreign, gateway, [guess("High", "s1")]);
    await record(tenant, await aGateway([tenant]), [guess("High", "s1")]);
    expect((await listFindings(person, { view: "proven" })).rows).toEqual([]);
  });

  test("that only calls show are named with what was sent", async () => {
    const note = {
      name: "get_note",
      description: "Returns one note of a notebook.",
      inputSchema: {
        type: "object",
        properties: {
          mode: { type: "string", enum: ["short", "long"], description: "How much of it" },
          notebook_id: { type: "string", description: "The notebook" },
          password: { type: "string", description: "Of a locked note" },
        },
        required: ["mode"],
      },
      annotations: { readOnlyHint: true },
    };
    const { tenant, gateway, person, idOf } = await aServer([note]);
    const call = (path: string, message: string, received?: string): Call => ({
      tool: "get_note",
      validation: [{ path, message, received_json: received }],
    });
    const twice = (one: Call) => [one, { ...one, session: "s2" }];
    await record(tenant, gateway, [
      ...twice(call("/mode", "is not one of", '"tiny"')),
      ...twice(call("/notebook_id", "must match", '""')),
      ...twice(call("", 'Unrecognized key: "note"')),
      ...twice(call("", "must have required property 'mode'")),
      ...twice(call("/password", "is wrong", '"hunter2"')),
      call("/notebook_id", "must match", '"once"'),
    ]);
    const found = await listToolFindings(person, idOf("get_note"));
    expect(found.map(({ code, fields, cost }) => `${code} ${fields} ${cost}`).sort()).toEqual([
      "empty_text notebook_id 4",
      "invented_parameter note 4",
      "left_out mode 4",
      "refused_values mode 4",
      "refused_values password 4",
    ]);
    const mode = found.find(({ code, fields }) => code === "refused_values" && fields[0] === "mode");
    expect(mode).toMatchObject({
      pointer: "/inputSchema/properties/mode",
      patch: [
        {
          op: "replace",
          path: "/inputSchema/properties/mode/description",
          value: 'How much of it. One of "short", "long"; not "tiny".',
        },
      ],
    });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  test("tell another type from another value, and repeat no value for it", async () => {
    const properties = {
      to: { type: "array", items: { type: "string" }, description: "Who gets it" },
      at: { description: "When" },
    };
    const tool = { ...NOTHING_WRONG, inputSchema: { type: "object", properties } };
    const { tenant, gateway, person, idOf } = await aServer([tool]);
    await record(
      tenant,
      gateway,
      ["ines@mail.example", "omar@mail.example"].flatMap((address) => [
        {
          tool: "get_note",
          sent: { to: address, at: 3 },
          validation: [{ path: "/to", message: "Invalid input: expected array, received string" }],
        },
        {
          tool: "get_note",
          sent: { at: 3 },
          validation: [{ path: "/at", message: "must be string" }],
        },
      ]),
    );
    const found = await listToolFindings(person, idOf("get_note"));
    const typed = new Map(
      found.filter(({ code }) => code === "wrong_type").map((one) => [one.fields[0], one]),
    );
    expect(typed.get("to")).toMatchObject({
      message: expect.stringContaining('Calls send a string for "to", and the tool takes an array.'),
      proposal: "An array, not a string.",
      patch: [{ op: "replace", value: "Who gets it. An array, not a string." }],
      proof: { calls: 2, values: expect.arrayContaining([{ value: '"ines@mail.example"', calls: 1 }]) },
    });
    expect(found.some(({ code }) => code === "refused_values")).toBe(false);
    expect(found.find(({ fields, proof }) => fields[0] === "at" && proof)).toMatchObject({
      code: "missing_type",
    });
  });

  test("show nothing secret of what was sent: not in proofs, proposals or patches", async () => {
    const properties = Object.fromEntries(
      ["config", "header", "packed", "card", "label", "cut"].map((name) => [
        name,
        { type: "string", description: `The ${name}` },
      ]),
    );
    const tool = { ...NOTHING_WRONG, inputSchema: { type: "object", properties } };
    const { tenant, gateway, person, idOf } = await aServer([tool]);
    const secrets = { api_key: "sk-live-4242", password: "hunter2" };
    const python = "{'api_key': 'sk-live-4242', 'password': 'hunter2'} is not of type 'string'";
    const sent: [string, string, string][] = [
      ["config", JSON.stringify(secrets), python],
      ["header", '"Bearer sk_live_aaaabbbbccccdddd1"', "Bearer sk_live_aaaabbbbccccdddd1 is refused"],
      ["packed", JSON.stringify(JSON.stringify({ deep: { cvv: "998877" } })), "cvv 998877 is refused"],
      ["card", '{"owner":{"cardNumber":4111222233334444}}', "is wrong"],
      ["cut", '{"password":"hunter2', "password=hunter2 is wrong"],
      ["label", '"tiny"', "'tiny' is not one of"],
    ];
    await record(
      tenant,
      gateway,
      sent.flatMap(([name, received_json, message]) =>
        ["s1", "s2"].map((session) => ({
          tool: "get_note",
          session,
          validation: [{ path: `/${name}`, message, received_json }],
        })),
      ),
    );
    const found = await listToolFindings(person, idOf("get_note"));
    const proven = new Map(
      found
        .filter(({ code }) => code === "refused_values" || code === "wrong_type")
        .map((one) => [one.fields[0], one]),
    );
    expect([...proven.keys()].sort()).toEqual(["card", "config", "cut", "header", "label", "packed"]);
    expect(JSON.stringify(found)).not.toMatch(/4242|hunter2|sk_live|998877|4111/);
    expect(proven.get("config")).toMatchObject({ proposal: "A string, not an object." });
    for (const name of ["header", "packed", "card", "cut"])
      expect(proven.get(name)).toMatchObject({ proposal: null, patch: null });
    expect(proven.get("label")).toMatchObject({
      proposal: 'Not "tiny".',
      proof: { message: "'tiny' is not one of", values: [{ value: '"tiny"', calls: 2 }] },
    });
  });

  test("say that a tool is never called, when its neighbours are and it is older than the window", async () => {
    const tools = [1, 2].map((n) => ({
      name: `read_thing_${n}`,
      description: "Returns one thing of the account.",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
    }));
    const { tenant, gateway, person, idOf } = await aServer(tools);
    await record(
      tenant,
      gateway,
      Array.from({ length: 120 }, () => ({ tool: "read_thing_1", outcome: "ok" })),
    );
    expect(await listToolFindings(person, idOf("read_thing_2"))).toEqual([]);
    await ingest(system, (tx) =>
      tx.tool.updateMany({
        where: { gatewayId: gateway.id },
        data: { createdAt: new Date(Date.now() - 20 * DAY_MS) },
      }),
    );
    const never = await listFindings(person, OPEN);
    expect(never.rows.map(({ tool, code }) => [tool.name, code])).toEqual([
      ["read_thing_1", "near_identical"],
      ["read_thing_2", "never_called"],
    ]);
  });

  test("are paged in one order, without gaps or repeats", async () => {
    const { tenant, gateway, person } = await aServer();
    await record(tenant, gateway, [guess("High", "s1"), dropped("s1")]);
    const all = (await listFindings(person, OPEN, person.tenants, 200)).rows;
    const paged: ProvenFinding[] = [];
    let cursor: string | null = null;
    do {
      const page = await listFindings(person, { ...OPEN, cursor: cursor ?? undefined }, person.tenants, 4);
      paged.push(...page.rows);
      cursor = page.nextCursor;
      expect(cursor?.length ?? 0).toBeLessThan(500);
    } while (cursor);
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(8);
    await expect(listFindings(person, { ...OPEN, cursor: "zzz" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    expect(findingList.link({ view: "proven" })).toBe("/tools/findings?view=proven");
  });
});

describe("muting a finding", () => {
  const NOTE = [
    {
      name: "get_note",
      description: "Returns one note of a notebook.",
      inputSchema: { type: "object", properties: { heading: { type: "string" } } },
      annotations: { readOnlyHint: true },
    },
  ];
  const countsOf = (toolId: string) =>
    read(system, (tx) => tx.toolVersion.findFirst({ where: { toolId }, orderBy: { version: "desc" } }));
  const KEY = {
    version: 1,
    code: "undescribed_parameter",
    pointer: "/inputSchema/properties/heading",
  } as const;

  test("takes it out of lists and counts, with its reason, until it is shown again", async () => {
    const { person, idOf } = await aServer(NOTE);
    const toolId = idOf("get_note");
    const admin = await anAdmin();
    expect(await countsOf(toolId)).toMatchObject({ warnings: 0, remarks: 1 });
    await muteFinding(admin, { ...KEY, toolId, reason: "The title says it all." });
    expect(await countsOf(toolId)).toMatchObject({ warnings: 0, remarks: 0 });
    expect((await listFindings(person, OPEN)).rows).toEqual([]);
    const muted = await listFindings(person, { view: "muted" });
    expect(muted.rows.map(({ mute }) => mute)).toMatchObject([
      { reason: "The title says it all.", by: admin.actor.name },
    ]);
    const trail = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: toolId }, orderBy: { seq: "desc" } }),
    );
    expect(trail[0]).toMatchObject({ action: "tool.finding_muted" });
    expect(JSON.stringify(trail[0]?.details)).toContain("The title says it all.");
    await expect(muteFinding(admin, { ...KEY, toolId, reason: "Again." })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await unmuteFinding(admin, { ...KEY, toolId });
    expect(await countsOf(toolId)).toMatchObject({ remarks: 1 });
    expect((await listFindings(person, OPEN)).rows).toHaveLength(1);
    await expect(unmuteFinding(admin, { ...KEY, toolId })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("ends with the next version", async () => {
    const { gateway, person, idOf } = await aServer(NOTE);
    const toolId = idOf("get_note");
    const admin = await anAdmin();
    await muteFinding(admin, { ...KEY, toolId, reason: "Not now." });
    await register(gateway, [{ ...NOTE[0], description: "Returns one note of a notebook by its title." }]);
    expect((await listFindings(person, OPEN)).rows).toHaveLength(1);
    expect(await countsOf(toolId)).toMatchObject({ version: 2, remarks: 1 });
    await expect(muteFinding(admin, { ...KEY, toolId, reason: "Again." })).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
  });
});
