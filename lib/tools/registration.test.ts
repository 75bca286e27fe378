import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway } from "@/lib/testing/factories";
import { countTools, getTool, listTools, listToolVersions } from "./catalogue/queries";
import { getCheatsheet } from "./cheatsheet/queries";
import { describeTool, rateTool } from "./commands";
import { listKnownTools } from "./known/queries";
import { knownToolsText } from "./known/rules";
import { registerTools } from "./registration";
import { type PutTools, putToolsSchema } from "./schema";
import { PUT_TOOLS_RAW } from "./types";

const system = systemScope("tests");

function parsed(text: string): PutTools {
  return putToolsSchema.parse(toPlain(text, parseJson(text), PUT_TOOLS_RAW));
}

const body = (tools: object[], provider = "mail") => parsed(JSON.stringify({ provider, tools }));

const send = {
  name: "send",
  description: "Sends a mail to one address.",
  inputSchema: { type: "object", properties: { to: { type: "string", description: "Address" } } },
};

function catalogue(file: string): object[] {
  const text = readFileSync(path.join("sample", "catalogues", file), "utf8");
  return (JSON.parse(text) as { tools: object[] }).tools;
}

const versionsOf = (gateway: TestGateway) =>
  read(system, (tx) => tx.toolVersion.count({ where: { tool: { gatewayId: gateway.id } } }));

describe("registering tools", () => {
  test("keeps boolean schemas and the digits of numbers as sent", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const schema =
      '{"type":"object","properties":{"payload":true,"never":false,"deep":{"items":true,"default":1.0,"maximum":9007199254740993}}}';
    const sent = parsed(
      `{"provider":"mail","tools":[{"name":"store","inputSchema":${schema},"outputSchema":${schema}}]}`,
    );
    const [stored] = await registerTools(gateway.scope, sent);
    expect(stored).toMatchObject({ name: "store", changed: "created" });
    const [version] = await listToolVersions(await aPerson([tenant]), stored?.id ?? "");
    expect(version).toMatchObject({ inputSchemaText: schema, outputSchemaText: schema });
    expect(knownToolsText(await listKnownTools(gateway.scope, {}, null), 20_000)).toContain("payload");
  });

  test("creates, keeps and re-versions", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const [first] = await registerTools(gateway.scope, body([send]));
    expect(first).toMatchObject({
      name: "send",
      provider: "mail",
      version: 1,
      changed: "created",
      changes: [],
    });
    expect(first).toMatchObject({ risk: "medium", requiresConfirmation: true });

    const [again] = await registerTools(gateway.scope, body([send]));
    expect(again).toMatchObject({ version: 1, changed: "unchanged", changes: [] });

    const changed = { ...send, description: "Sends a mail.", annotations: { destructiveHint: true } };
    const [updated] = await registerTools(gateway.scope, body([changed]));
    expect(updated).toMatchObject({
      version: 2,
      changed: "updated",
      changes: ["description", "annotations"],
    });

    // Returning to the first definition is a third version, the one in force.
    const [back] = await registerTools(gateway.scope, body([send]));
    expect(back).toMatchObject({ version: 3, changes: ["description", "annotations"] });
    const versions = await listToolVersions(await aPerson([tenant]), back?.id ?? "");
    expect(versions.map((version) => version.version)).toEqual([3, 2, 1]);
  });

  test("takes another time under default and examples for no change, and any other for one", async () => {
    const gateway = await aGateway([await aTenant()]);
    const at = (instant: string, more: object = {}) => ({
      ...send,
      inputSchema: {
        type: "object",
        properties: {
          since: { type: "string", default: instant, examples: [instant] },
          window: { type: "object", default: { from: instant, days: 7 } },
          ...more,
        },
      },
    });
    const register = async (tool: object) => (await registerTools(gateway.scope, body([tool])))[0];
    const first = at("2026-10-29T01:35:48.813Z");
    expect(await register(first)).toMatchObject({ version: 1, changed: "created" });
    for (const instant of [
      "2026-10-29T01:36:02.004Z",
      "2026-11-03 10:00:00+01:00",
      "Thu, 29 Oct 2026 01:35:48 GMT",
    ])
      expect(await register(at(instant))).toMatchObject({ version: 1, changed: "unchanged", changes: [] });
    const others = [
      at("yesterday"),
      at("2026-10-29T01:35:48.813Z", { until: { type: "string", const: "2026-10-29T01:35:48Z" } }),
      at("2026-10-29T01:35:48.813Z", { until: { type: "string", const: "2026-11-29T01:35:48Z" } }),
      at("2026-10-29T01:35:48.813Z", { default: { const: "2026-10-29T01:35:48Z" } }),
      at("2026-10-29T01:35:48.813Z", { default: { const: "2026-11-29T01:35:48Z" } }),
    ];
    for (const [index, tool] of others.entries())
      expect(await register(tool)).toMatchObject({ version: 2 + index, changes: ["inputSchema"] });
  });

  test("keeps schemas to the byte and does not take layout for a change", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const schema =
      '{ "type":"object",\n "maximum": 9007199254740993, "x": 1.0e400, "title": "\\u202e\\u00e9" }';
    const text = (inner: string) =>
      `{"provider":"p","tools":[{"name":"t","inputSchema":${inner},"_meta":{"a":1},"title":"T","icons":[]}]}`;
    const [made] = await registerTools(gateway.scope, parsed(text(schema)));
    const [same] = await registerTools(
      gateway.scope,
      parsed(text('{"title":"\u202e\u00e9","x":1.0e400,"maximum":9007199254740993,"type":"object"}')),
    );
    expect(same).toMatchObject({ version: 1, changed: "unchanged" });
    const [version] = await listToolVersions(await aPerson([tenant]), made?.id ?? "");
    expect(version?.inputSchemaText).toBe(schema);
  });

  test("tells a number from a larger one that a double would round to it", async () => {
    const gateway = await aGateway([await aTenant()]);
    const text = (n: string) =>
      `{"provider":"p","tools":[{"name":"t","inputSchema":{"type":"object","maximum":${n}}}]}`;
    await registerTools(gateway.scope, parsed(text("9007199254740992")));
    const [changed] = await registerTools(gateway.scope, parsed(text("9007199254740993")));
    expect(changed).toMatchObject({ version: 2, changes: ["inputSchema"] });
  });

  test("equal lists at once make one version each", async () => {
    const gateway = await aGateway([await aTenant()]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => registerTools(gateway.scope, body([send, { ...send, name: "draft" }]))),
    );
    expect(await versionsOf(gateway)).toBe(2);
    const created = answers.flat().filter((tool) => tool.changed === "created");
    expect(created).toHaveLength(2);
  });

  test("leaves what is not given: ratings stay, missing tools stay", async () => {
    const gateway = await aGateway([await aTenant()]);
    const rated = { ...send, risk: "moderate", requires_confirmation: true, category: "mail" };
    await registerTools(gateway.scope, body([rated, { ...send, name: "draft" }]));
    const [kept] = await registerTools(gateway.scope, body([send]));
    expect(kept).toMatchObject({ changed: "unchanged", risk: "medium", requiresConfirmation: true });
    const [raised] = await registerTools(gateway.scope, body([{ ...send, risk: "dangerous" }]));
    expect(raised).toMatchObject({ changed: "updated", changes: ["risk"], version: 1, risk: "high" });
    const names = await read(system, (tx) => tx.tool.findMany({ where: { gatewayId: gateway.id } }));
    expect(names.map((tool) => tool.name).sort()).toEqual(["draft", "send"]);
  });

  test("answers the risk that people set", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const [tool] = await registerTools(gateway.scope, body([{ ...send, risk: "low" }]));
    const admin = await aPerson([tenant], "admin");
    await rateTool(admin, {
      toolId: tool?.id ?? "",
      tenantId: tenant.id,
      risk: "critical",
      requiresConfirmation: null,
    });
    const [after] = await registerTools(gateway.scope, body([{ ...send, risk: "low" }]));
    expect(after).toMatchObject({ risk: "critical", requiresConfirmation: true, changed: "unchanged" });
  });

  test("the same name at two providers and two gateways is four tools", async () => {
    const tenant = await aTenant();
    const [one, two] = [await aGateway([tenant]), await aGateway([tenant])];
    const ids = new Set<string | undefined>();
    for (const gateway of [one, two])
      for (const provider of ["mail", "post"])
        ids.add((await registerTools(gateway.scope, body([send], provider)))[0]?.id);
    expect(ids.size).toBe(4);
  });

  test("publishes a cheatsheet that comes with a tool", async () => {
    const gateway = await aGateway([await aTenant()]);
    await registerTools(gateway.scope, body([{ ...send, cheatsheet: "# Mail" }]));
    expect((await getCheatsheet(gateway.scope, "mail")).markdown).toBe("# Mail");
  });

  test.each(["github.json", "slack.json"])(
    "takes the tools of a real server as they are: %s",
    async (file) => {
      const gateway = await aGateway([await aTenant()]);
      const tools = catalogue(file);
      const made = await registerTools(gateway.scope, body(tools, file));
      expect(made).toHaveLength(tools.length);
      const again = await registerTools(gateway.scope, body(tools, file));
      expect(again.every((tool) => tool.changed === "unchanged")).toBe(true);
      expect(await versionsOf(gateway)).toBe(tools.length);
    },
  );

  test("takes a thousand tools at once", async () => {
    const gateway = await aGateway([await aTenant()]);
    const many = body(Array.from({ length: 1_000 }, (_, i) => ({ ...send, name: `tool_${i}` })));
    expect(await registerTools(gateway.scope, many)).toHaveLength(1_000);
    expect(await versionsOf(gateway)).toBe(1_000);
  });
});

describe("the contract of a list", () => {
  const refused = (tools: object[]) => {
    const text = JSON.stringify({ provider: "p", tools });
    const result = putToolsSchema.safeParse(toPlain(text, parseJson(text), PUT_TOOLS_RAW));
    return result.error?.issues.map((issue) => issue.path.join("/"));
  };

  test("names the second of two equal names", () => {
    expect(refused([send, { ...send, name: "b" }, send])).toEqual(["tools/2/name"]);
  });

  test("refuses two cheatsheets for one provider", () => {
    const tools = [
      { ...send, cheatsheet: "a" },
      { ...send, name: "b", cheatsheet: "b" },
    ];
    expect(refused(tools)).toEqual(["tools/1/cheatsheet"]);
  });

  test("takes null for what is absent, and refuses a schema that is no object", () => {
    expect(refused([{ ...send, description: null, outputSchema: null, annotations: null }])).toBeUndefined();
    expect(refused([{ ...send, inputSchema: "x" }])).toEqual(["tools/0/inputSchema"]);
    expect(refused([{ ...send, outputSchema: [] }])).toEqual(["tools/0/outputSchema"]);
  });
});

describe("what stands beside a definition", () => {
  test("people's words survive the next registration", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const [made] = await registerTools(gateway.scope, body([{ ...send, impact: "theirs", category: "a" }]));
    const { actor } = await aPerson([tenant], "admin");
    const admin = proveScope(actor, [tenant.id], { unlimited: true });
    await describeTool(admin, { toolId: made?.id ?? "", impact: "ours", category: "ours" });
    await rateTool(admin, { toolId: made?.id ?? "", tenantId: null, risk: null, requiresConfirmation: true });
    const again = body([
      {
        ...send,
        description: "Sends another mail.",
        impact: "theirs, again",
        category: "b",
        requires_confirmation: false,
      },
    ]);
    await registerTools(gateway.scope, again);
    expect(await getTool(admin, made?.id ?? "")).toMatchObject({
      version: 2,
      impact: "ours",
      category: "ours",
      theirs: { impact: "theirs, again", category: "b" },
      standing: { override: { requiresConfirmation: true } },
    });
  });

  test("hints and findings can be filtered by, and follow the newest definition", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const person = await aPerson([tenant]);
    const row = async () => (await listTools(person, { view: "all" })).rows[0];
    await registerTools(gateway.scope, body([{ ...send, annotations: { readOnlyHint: true } }]));
    expect(await row()).toMatchObject({
      hints: { readOnly: true, destructive: null },
      findings: { warnings: 1, remarks: 0 },
    });
    const worse = { ...send, inputSchema: { type: "object", properties: { to: {} }, required: ["to"] } };
    await registerTools(gateway.scope, body([worse]));
    expect(await row()).toMatchObject({
      hints: { readOnly: null, destructive: null },
      findings: { warnings: 2, remarks: 1 },
    });
    // The next registration adds counts for definitions stored without them.
    await ingest(system, (tx) =>
      tx.toolVersion.updateMany({
        where: { tool: { gatewayId: gateway.id } },
        data: { warnings: null, remarks: null },
      }),
    );
    expect(await countTools(person, { view: "all" })).toMatchObject({ findings: 1 });
    await registerTools(gateway.scope, body([worse]));
    const stored = await read(system, (tx) =>
      tx.toolVersion.findFirst({ where: { version: 2, tool: { gatewayId: gateway.id } } }),
    );
    expect(stored).toMatchObject({ warnings: 2, remarks: 1 });
  });

  test("a catalogue of hundreds of real tools is listed page by page, each once", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const files = ["github.json", "slack.json"].flatMap(catalogue);
    for (let n = 0; n < 12; n += 1) await registerTools(gateway.scope, body(files, `provider-${n}`));
    const person = await aPerson([tenant]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listTools(person, { view: "all", ...(cursor ? { cursor } : {}) });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(files.length * 12);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(385);
    expect(await countTools(person, { view: "all" })).toMatchObject({
      all: seen.length,
      unrated: seen.length,
    });
  });
});
