import { afterAll, beforeAll, expect, test } from "vitest";
import type { GatewayConfig } from "@/gateway/proxy/config";
import { connectAgent, rawUpstream, startGateway, WHY } from "@/gateway/testing/harness";
import { OPEN, page, result } from "@/gateway/testing/raw-replies";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { read } from "@/lib/core/db";
import { pause } from "@/lib/core/pause";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { anApiProcess } from "./testing/listener";

// The reference gateway against the API, in front of a server that breaks MCP in places.

const system = systemScope("tests");
let api: Awaited<ReturnType<typeof anApiProcess>>;

beforeAll(async () => {
  api = await anApiProcess();
});
afterAll(() => api.close());

const SCHEMA = '{"type":"object","properties":{"payload":true,"n":{"default":1.0}}}';
const DATA = '{"id":9007199254740993,"f":1.0,"e":1e400}';
const DEEP = `${"[".repeat(100)}${"]".repeat(100)}`;

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { key: apiKey } = await createKey(system, gateway.id, [tenant.key]);
  const { token } = await createOwnToken(await aPerson([tenant], "approver"));
  const countersignUrl = `http://127.0.0.1:${api.port}`;
  const config: GatewayConfig = {
    ...{ countersignUrl, apiKey, tenant: tenant.key, provider: "raw", mode: "callback" },
    upstream: rawUpstream({
      "tools/list": [
        page([
          `{"name":"store","inputSchema":${SCHEMA}}`,
          `{"name":"lone","description":"\\ud800","inputSchema":${OPEN}}`,
          `{"name":"deep","inputSchema":${OPEN}}`,
        ]),
      ],
      "tools/call store": [result(`{"content":[],"structuredContent":${DATA}}`)],
      "tools/call deep": [result(`{"structuredContent":{"deep":${DEEP}}}`)],
    }),
    ...{ listen: null, callback: null, ratings: {}, trust: null, resume: false },
    knownTools: { as: "instructions", budget: 4_000 },
    ...{ waitSeconds: 60, waitSecondsWithProgress: 60, progressIntervalMs: 1_000, pollSeconds: 5 },
    ...{ upstreamTimeoutSeconds: 60, answerTimeoutSeconds: 60, sessionIdleSeconds: 3_600 },
  };
  const proxy = await startGateway(config);
  const tools = await until(() => registered(gateway.id));
  return { tenant, tools, agent: await connectAgent(proxy), token, countersignUrl };
}

/** The gateway's tools with definitions, once all valid ones are registered. */
async function registered(gatewayId: string) {
  const tools = await read(system, (tx) =>
    tx.tool.findMany({ where: { gatewayId }, include: { versions: true }, orderBy: { name: "asc" } }),
  );
  return tools.length >= 2 ? tools : null;
}

type Setting = Awaited<ReturnType<typeof aSetting>>;

async function until<T>(probe: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(20, new AbortController().signal)) {
    const found = await probe();
    if (found !== null) return found;
  }
  throw new Error(`Timed out waiting for: ${probe}`);
}

/** An agent calls the tool and a person approves; the stored execution. */
async function approvedRun({ tenant, agent, token, countersignUrl }: Setting, tool: string) {
  const answer = agent.call(tool, { rationale: WHY });
  const { id, revision, argumentsSha256 } = await until(() =>
    read(system, (tx) => tx.approval.findFirst({ where: { tenantId: tenant.id, tool } })),
  );
  const approved = await fetch(`${countersignUrl}/api/v1/approvals/${id}/approve`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ revision, arguments_sha256: argumentsSha256 }),
  });
  expect(await approved.text()).toContain(id);
  await answer;
  return until(() =>
    read(system, (tx) => tx.execution.findFirst({ where: { approvalId: id, state: "succeeded" } })),
  );
}

test("tools, instructions and results of an odd server arrive", async () => {
  const setting = await aSetting();
  const { tools, agent } = setting;
  expect(tools.map(({ name }) => name)).toEqual(["deep", "store"]);
  expect(tools[1]?.versions[0]?.inputSchema).toBe(SCHEMA);
  expect(agent.client.getInstructions()).toMatch(/<known_tools>[\s\S]*### store/);

  expect((await approvedRun(setting, "store")).resultText).toContain(DATA);
  expect(agent.received()).toContain(`"structuredContent":${DATA}`);
  // Too deep for the API, so the gateway reports text.
  expect((await approvedRun(setting, "deep")).resultText).toContain(DEEP);
});
