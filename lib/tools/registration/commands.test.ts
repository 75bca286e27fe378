import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway } from "@/lib/testing/factories";
import { listToolVersions } from "../catalogue/queries";
import { getCheatsheet } from "../cheatsheet/queries";
import { rateTool } from "../commands";
import { PUT_TOOLS_RAW, type PutTools, putToolsSchema } from "../schema";
import { registerTools } from "./commands";

const system = systemScope("tests");

/** A body as the route reads it. */
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
  const text = readFileSync(path.join("lib", "testing", "catalogues", file), "utf8");
  return (JSON.parse(text) as { tools: object[] }).tools;
}

const versionsOf = (gateway: TestGateway) =>
  read(system, (tx) => tx.toolVersion.count({ where: { tool: { gatewayId: gateway.id } } }));

describe("registering tools", () => {
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

    // Back to the first definition is a third version: it is what holds from now on.
    const [back] = await registerTools(gateway.scope, body([send]));
    expect(back).toMatchObject({ version: 3, changes: ["description", "annotations"] });
    const versions = await listToolVersions(await aPerson([tenant]), back?.id ?? "");
    expect(versions.map((version) => version.version)).toEqual([3, 2, 1]);
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
