import { ElicitRequestSchema, type Progress } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  everythingUpstream,
  limitPassed,
  sideBySide,
  startFake,
  startGateway,
  textOf,
  WHY,
} from "../testing/harness";
import { RawHttp } from "../testing/raw-http";
import { OPEN, page, type RawScript, result } from "../testing/raw-replies";

sideBySide();

const task = (status: string, message: string) =>
  `{"taskId":"t1","status":"${status}","statusMessage":"${message}","ttl":null,"pollInterval":1}`;

/** A server whose only tool runs as a task. */
async function served(script: RawScript, upstreamTimeoutSeconds = 60) {
  const server = await new RawHttp({
    "tools/list": [page([`{"name":"get","inputSchema":${OPEN},"execution":{"taskSupport":"required"}}`])],
    "tools/call": [result(`{"task":${task("working", "first")}}`)],
    "tasks/get": [result(task("working", "second"))],
    "tasks/cancel": [result(task("cancelled", "over"))],
    ...script,
  }).start();
  const fake = await startFake();
  fake.lowRisk.add("get");
  const config = configFor(fake, { url: server.url }, { provider: "raw", upstreamTimeoutSeconds });
  const agent = await connectAgent(await startGateway(config));
  const sent = (method: string) => server.received.filter((request) => request.method === method);
  return { fake, agent, sent };
}

test.concurrent("an agent calls a tool that runs only as a task like any other", async () => {
  const { agent, sent } = await served({
    "tasks/get": [result(task("working", "second")), result(task("completed", "done"))],
    "tasks/result": [result('{"content":[{"type":"text","text":"9007199254740993"}],"n":9007199254740993}')],
  });
  const { tools } = await agent.client.listTools();
  expect(tools.find(({ name }) => name === "get")?.execution).toBeUndefined();
  const heard: Progress[] = [];
  const call = { name: "get", arguments: { rationale: WHY, n: 1 } };
  await agent.client.callTool(call, undefined, { onprogress: (progress) => heard.push(progress) });
  expect(agent.received()).toContain('"n":9007199254740993');
  expect(heard.map(({ message }) => message)).toEqual(["first", "second"]);
  expect(sent("tools/call")[0]?.text).toContain('"arguments":{"n":1}');
  expect(sent("tasks/cancel")).toEqual([]);
});

test.concurrent("a task whose status does not change in time is cancelled, and its outcome unknown", async () => {
  const { fake, agent, sent } = await served({}, 0.3);
  expect(textOf(await agent.call("get"))).toContain("may or may not have taken effect");
  await fake.until(() => sent("tasks/cancel")[0]?.text.includes('"taskId":"t1"'));
  expect(sent("tasks/result")).toEqual([]);
});

test.concurrent.each([
  ["tasks/get", '{"jsonrpc":"2.0","id":$id,"error":{"code":-32602,"message":"no such task"}}'],
  ["tasks/get", '{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":"broken"}}'],
])("a task that has begun and is lost at %s may have taken effect", async (method, reply) => {
  const { agent } = await served({ [method]: [reply] });
  const lost = await agent.call("get");
  expect(lost.isError).toBe(true);
  expect(textOf(lost)).toContain("may or may not have taken effect");
});

test.concurrent("an error as the task's result is the tool's answer", async () => {
  const { agent } = await served({
    "tasks/get": [result(task("completed", "done"))],
    "tasks/result": ['{"jsonrpc":"2.0","id":$id,"error":{"code":-32602,"message":"n must be a number"}}'],
  });
  const refused = await agent.call("get");
  expect(textOf(refused)).toContain("n must be a number");
  expect(textOf(refused)).not.toContain("may or may not have taken effect");
});

test.concurrent("a call that the agent cancels cancels its task", async () => {
  const { fake, agent, sent } = await served({});
  const leaving = new AbortController();
  const answer = agent.call("get", {}, { signal: leaving.signal });
  await fake.until(() => sent("tasks/get").length > 0);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await fake.until(() => sent("tasks/cancel").length > 0);
});

test.concurrent("a task's time limit does not run while its question waits for a person", async () => {
  const fake = await startFake();
  fake.lowRisk.add("simulate-research-query");
  const upstreamTimeoutSeconds = 5;
  const config = configFor(fake, everythingUpstream(), { upstreamTimeoutSeconds });
  const offers = { elicitation: {} };
  const agent = await connectAgent(await startGateway(config, offers), "claude-code", offers);
  agent.client.setRequestHandler(ElicitRequestSchema, async () => {
    await limitPassed(fake, upstreamTimeoutSeconds);
    return { action: "accept", content: { interpretation: "snake" } };
  });
  const found = textOf(await agent.call("simulate-research-query", { topic: "python", ambiguous: true }));
  expect(found).toContain("snake");
});

test.concurrent("a task that works on after its question renews its time limit with each change", async () => {
  const statuses = Array.from({ length: 40 }, (_, n) => result(task("working", `step ${n}`)));
  const { fake, agent, sent } = await served(
    {
      "tools/call": [result(`{"task":${task("input_required", "asking")}}`)],
      "tasks/get": statuses,
      "tasks/result": ['{"jsonrpc":"2.0","method":"notifications/nothing"}'],
    },
    3,
  );
  const answer = agent.call("get");
  // More polls than fit into one limit, at a tenth of a second each.
  await fake.until(() => sent("tasks/get").length > 35);
  expect(sent("tasks/cancel")).toEqual([]);
  expect(textOf(await answer)).toContain("may or may not have taken effect");
});
