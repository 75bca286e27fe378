import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  rawUpstream,
  sideBySide,
  startFake,
  startGateway,
  WHY,
} from "../testing/harness";
import { result } from "../testing/raw-replies";
import type { GatewayConfig } from "./config";
import { exactText, marked, restored } from "./exact-numbers";

sideBySide();

const DATA = '{"id":9007199254740993,"f":1.0,"e":1e400,"z":-0,"text":"1.0 and \\"9007199254740993\\"","n":7}';
const SENT = `{"content":[{"type":"text","text":"done"}],"structuredContent":${DATA},"_meta":{"at":1.50}}`;
const RIGHT = [`"structuredContent":${DATA}`, '"_meta":{"at":1.50}'];

async function served(changes: Partial<GatewayConfig> = {}) {
  const fake = await startFake();
  const gateway = await startGateway(configFor(fake, rawUpstream({ "tools/call": [result(SENT)] }), changes));
  const reports = () =>
    fake.calls.filter(({ path, text }) => path.endsWith("/execution") && text.includes('"succeeded"'));
  return { fake, gateway, reports };
}

test("what is marked and restored is the same text, and nothing a JSON.parse would keep is marked", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
      const text = JSON.stringify(value, null, pretty ? 2 : 0);
      expect(restored(marked(text))).toBe(text);
    }),
  );
  expect(marked('{"a":[1,-2.5,0],"b":"1.0"}')).toBe('{"a":[1,-2.5,0],"b":"1.0"}');
  expect(exactText(JSON.parse(marked(DATA)))).toBe(DATA);
  expect(restored(marked('[{"countersign.number":"1.0"},1.0]'))).toBe('[{"countersign.number":"1.0"},1.0]');
});

test.concurrent("the numbers of a result reach the agent as sent", async () => {
  const { fake, gateway } = await served();
  fake.lowRisk.add("get");
  const agent = await connectAgent(gateway);
  await agent.call("get");
  for (const text of RIGHT) expect(agent.received()).toContain(text);
});

test.concurrent.each(["callback", "reissue"] as const)(
  "in mode %s the result of an approved call reaches people and the agent as sent, also when it is looked up",
  async (mode) => {
    const { fake, gateway, reports } = await served({ mode });
    const agent = await connectAgent(gateway);
    const answer = agent.call("get");
    const approval = await fake.pending();
    fake.decide(approval, "approved");
    await answer;
    for (const text of RIGHT) expect(agent.received()).toContain(text);
    for (const text of RIGHT) expect(reports()[0]?.text).toContain(text);
    await agent.client.callTool({ name: "check_approval", arguments: { approval_id: approval.id } });
    // Once as the call's result, once in the check's outcome.
    expect(agent.received().split(`"structuredContent":${DATA}`)).toHaveLength(3);
  },
);

test.concurrent("what differs between a call and its approved arguments keeps its numbers", async () => {
  const { fake, gateway } = await served({ mode: "reissue" });
  const agent = await connectAgent(gateway);
  const answer = agent.callText("get", `{"rationale":"${WHY}","id":1}`);
  const approval = await fake.pending();
  fake.decide(approval, "approved", { argumentsText: '{"id":9007199254740993}' });
  await answer;
  expect(agent.received()).toContain("/id: 1 → 9007199254740993");
  expect(agent.received()).toContain('"approved":9007199254740993');
});

test.concurrent("over Streamable HTTP the agent gets them as sent as well", async () => {
  const { fake, gateway } = await served({ listen: { host: "127.0.0.1", port: 0 } });
  fake.lowRisk.add("get");
  let received = "";
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${gateway.ports.mcp}/mcp`), {
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method === "POST") received += await answer.clone().text();
      return answer;
    },
  });
  const client = new Client({ name: "remote", version: "1" });
  await client.connect(transport);
  await client.callTool({ name: "get", arguments: { rationale: WHY } });
  await client.close();
  for (const text of RIGHT) expect(received).toContain(text);
});

test.concurrent("a result that Countersign cannot read is reported as text", async () => {
  const { fake, gateway, reports } = await served();
  const agent = await connectAgent(gateway);
  const answer = agent.call("get");
  const approval = await fake.pending();
  const answered = { status: 422, body: { code: "VALIDATION_ERROR", detail: "too deep" } };
  fake.interruptions.push({ path: "/api/v1/approvals", text: '"succeeded"', answer: answered });
  fake.decide(approval, "approved");
  await answer;
  await fake.until(() => approval.execution === "succeeded");
  const reported = reports().at(-1)?.body.result as { content: { text: string }[] } | undefined;
  for (const text of RIGHT) expect(reported?.content[0]?.text).toContain(text);
});
