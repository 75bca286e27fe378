import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { muteFinding, unmuteFinding } from "@/lib/tools/findings/commands";
import { registerTools } from "@/lib/tools/registration";
import { putToolsSchema } from "@/lib/tools/schema";
import { PUT_TOOLS_RAW } from "@/lib/tools/types";
import { listFindings } from "./queries";

const system = systemScope("tests");

const NOTE = {
  name: "get_note",
  description: "Returns one note of a notebook.",
  annotations: { readOnlyHint: true },
};

const KEY = {
  version: 1,
  code: "undescribed_parameter",
  pointer: "/inputSchema/properties/heading",
} as const;

async function aServer(tool: object) {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const text = JSON.stringify({ provider: "eval", tools: [tool] });
  const input = putToolsSchema.parse(toPlain(text, parseJson(text), PUT_TOOLS_RAW));
  const [registered] = await registerTools(gateway.scope, input);
  return { person: await aPerson([tenant], "viewer"), toolId: registered?.id ?? "" };
}

async function anAdmin() {
  const { actor } = await aPerson([], "admin");
  return proveScope(actor, [], { unlimited: true });
}

test("keeps a parameter muted that was muted by itself, and leaves the tool's remark to the others", async () => {
  const [heading, line, part] = [{ type: "string" }, { type: "string" }, { type: "string" }];
  const inputSchema = { type: "object", properties: { heading, line, part } };
  const { person, toolId } = await aServer({ ...NOTE, inputSchema });
  const admin = await anAdmin();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into tool_finding_mutes (tool_id, version, code, pointer, reason, muted_by, muted_at)
      values (${toolId}::uuid, 1, ${KEY.code}, ${KEY.pointer}, 'The title says it all.', ${admin.actor.id}::uuid, now())`,
  );
  const fieldsIn = async (view: "open" | "muted") =>
    (await listFindings(person, { view })).rows.map(({ pointer, fields }) => [pointer, fields]);
  expect(await fieldsIn("muted")).toEqual([[KEY.pointer, ["heading"]]]);
  const shared = "/inputSchema/properties";
  expect(await fieldsIn("open")).toEqual([[shared, ["line", "part"]]]);
  await unmuteFinding(admin, { ...KEY, toolId });
  expect(await fieldsIn("open")).toEqual([[shared, ["heading", "line", "part"]]]);
  await muteFinding(admin, { ...KEY, pointer: shared, toolId, reason: "All are plain." });
  expect(await fieldsIn("open")).toEqual([]);
  expect(await fieldsIn("muted")).toEqual([[shared, ["heading", "line", "part"]]]);
});
