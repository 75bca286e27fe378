import { EVALUATION_TOOLS } from "@/gateway/lint/testing/evaluation-server";
import { ingest } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { registerTools } from "@/lib/tools/registration";
import { putToolsSchema } from "@/lib/tools/schema";
import { PUT_TOOLS_RAW } from "@/lib/tools/types";
import { walked } from "./worker-pass";

const system = systemScope("tests");

export type Call = {
  tool: string;
  validation?: { path: string; message: string; received_json?: string }[];
  sent?: object;
  session?: string;
  daysAgo?: number;
  outcome?: string;
};

export async function record(tenant: TestTenant, gateway: TestGateway, calls: readonly Call[]) {
  await ingest(system, (tx) =>
    tx.toolCall.createMany({
      data: calls.map(
        ({ tool, validation, sent, session = "s1", daysAgo = 0, outcome = "validation_error" }) => ({
          id: newId(),
          tenantId: tenant.id,
          gatewayId: gateway.id,
          provider: "eval",
          tool,
          outcome,
          validation,
          argumentsText: sent && JSON.stringify(sent),
          sessionId: session,
          occurredAt: new Date(Date.now() - daysAgo * DAY_MS),
        }),
      ),
    }),
  );
  await walked(tenant);
}

export async function register(gateway: TestGateway, tools: readonly object[]) {
  const text = JSON.stringify({ provider: "eval", tools });
  return registerTools(gateway.scope, putToolsSchema.parse(toPlain(text, parseJson(text), PUT_TOOLS_RAW)));
}

export async function aServer(tools: readonly object[] = EVALUATION_TOOLS) {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const registered = await register(gateway, tools);
  const ids = new Map(registered.map(({ name, id }) => [name, id]));
  return {
    tenant,
    gateway,
    person: await aPerson([tenant], "viewer"),
    idOf: (name: string) => ids.get(name) ?? "",
  };
}

export const guess = (value: string, session: string): Call => ({
  tool: "create_test_set_bulk",
  session,
  sent: { name: "Refunds", priority: value },
  validation: [{ path: "/priority", message: `'${value}' is not valid under any of the given schemas` }],
});

export const dropped = (session: string): Call => ({
  tool: "create_test_set_bulk",
  session,
  sent: { name: "Refunds" },
  validation: [{ path: "", message: "'tests' is a required property" }],
});
