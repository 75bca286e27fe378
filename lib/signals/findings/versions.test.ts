import { expect, test } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import type { Outcome } from "@/lib/calls/types";
import { parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { registerTools } from "@/lib/tools/registration";
import { putToolsSchema } from "@/lib/tools/schema";
import { PUT_TOOLS_RAW } from "@/lib/tools/types";
import { runOnce } from "../attempts/worker";
import { listFindings, listToolFindings } from "./queries";

const tool = (score: object) => ({
  name: "create_metric",
  description: "Creates one metric of a test set.",
  annotations: { readOnlyHint: false },
  inputSchema: {
    type: "object",
    properties: { name: { type: "string" }, score_type: { type: "string", ...score } },
    required: ["name", "score_type"],
  },
});

const LOOSE = tool({ description: 'One of "numeric", "categorical" or "binary".' });
const MENDED = tool({ description: "What it measures.", enum: ["numeric", "categorical", "binary"] });

async function register(gateway: TestGateway, one: object): Promise<string> {
  const text = JSON.stringify({ provider: "eval", tools: [one] });
  const input = putToolsSchema.parse(toPlain(text, parseJson(text), PUT_TOOLS_RAW));
  const [registered] = await registerTools(gateway.scope, input);
  return registered?.id ?? "";
}

async function attempt(gateway: TestGateway, tenant: TestTenant, sessions: number, failing: number) {
  const begun = Date.now();
  const calls = Array.from({ length: sessions }, (_, index) => {
    const outcomes: Outcome[] = index < failing ? ["execution_error", "ok"] : ["ok"];
    return outcomes.map((outcome, step) => ({ outcome, sessionId: `${begun} ${index}`, step }));
  }).flat();
  const now = Date.now();
  await recordCalls(
    gateway.scope,
    calls.map(({ outcome, sessionId, step }, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        provider: "eval",
        tool: "create_metric",
        outcome,
        sessionId,
        rationale: "The tests need this row.",
        occurredAt: new Date(now + step).toISOString(),
      },
    })),
  );
}

test("beside what a version left and took away stands how attempts went before and after", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "viewer");
  const id = await register(gateway, LOOSE);
  const found = await listToolFindings(person, id);
  expect(found.every(({ effect, gone }) => effect === null && !gone)).toBe(true);
  await attempt(gateway, tenant, 24, 12);
  await register(gateway, MENDED);
  await attempt(gateway, tenant, 19, 1);
  const walked = () => runOnce(undefined, { lagMs: -5_000, only: tenant.id });
  await walked();

  const before = {
    version: 1,
    groups: 24,
    firstTry: 12,
    share: { share: 0.5, from: expect.closeTo(0.339, 2) },
  };
  const effectOf = async (code: string) =>
    (await listToolFindings(person, id)).filter(
      (one) => one.code === code && one.pointer.includes("/score_type"),
    );
  // Nineteen attempts are too few for a share.
  expect(await effectOf("missing_enum")).toMatchObject([
    {
      gone: true,
      cost: 0,
      effect: { before, after: { version: 2, groups: 19, firstTry: 18, share: null, to: null } },
    },
  ]);
  await attempt(gateway, tenant, 1, 0);
  await walked();
  const after = { version: 2, groups: 20, firstTry: 19, share: { share: 0.95, to: expect.closeTo(0.99, 1) } };
  const { rows, counts } = await listFindings(person, { view: "gone" });
  expect(rows).toMatchObject([{ code: "missing_enum", effect: { before, after } }]);
  expect(counts.gone).toBe(1);

  const { rows: open } = await listFindings(person, { view: "open" });
  const left = open.filter(({ effect }) => effect !== null);
  expect(left.map(({ code, pointer }) => [code, pointer])).toContainEqual([
    "undescribed_parameter",
    "/inputSchema/properties/name",
  ]);
  expect(left[0]?.effect).toMatchObject({ before, after });
  expect(open.some(({ gone }) => gone)).toBe(false);
});

test("attempts of tenants out of scope count for nobody else", async () => {
  const [tenant, foreign] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant, foreign]);
  const id = await register(gateway, LOOSE);
  await attempt(gateway, foreign, 24, 12);
  await register(gateway, MENDED);
  await runOnce(undefined, { lagMs: -5_000, only: foreign.id });
  const [gone] = (await listToolFindings(await aPerson([tenant], "viewer"), id)).filter((one) => one.gone);
  expect(gone?.effect).toMatchObject({
    before: { groups: 0, share: null },
    after: { groups: 0, share: null },
  });
});
