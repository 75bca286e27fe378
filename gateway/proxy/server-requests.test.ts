import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  limitPassed,
  rawUpstream,
  scriptUpstream,
  sideBySide,
  startFake,
  startGateway,
  textOf,
  WHY,
} from "../testing/harness";
import { RawHttp } from "../testing/raw-http";
import { OPEN, page, type RawScript, result } from "../testing/raw-replies";

// Server requests to agents: who responds, and the error if no one can.

sideBySide();

const CAPABILITIES = { elicitation: {}, sampling: {}, roots: { listChanged: true } };
/** Enough for a busy machine to send its request. */
const LIMIT_SECONDS = 4;
const FORM = '"message":"How many?","requestedSchema":{"type":"object","properties":{}}';

/** A tool that sends this request and returns the response unchanged. */
const asking = (method: string, params: string): RawScript => ({
  "tools/call": [`{"jsonrpc":"2.0","id":"q","method":"${method}","params":${params}}`],
  answer: ['{"jsonrpc":"2.0","id":$id(get),"result":{"content":[{"type":"text","text":$line}]}}'],
});

async function served(script: RawScript, offers: object | null, capabilities: object = offers ?? {}) {
  const fake = await startFake();
  fake.lowRisk.add("get");
  const config = configFor(fake, rawUpstream(script), { provider: "raw", upstreamTimeoutSeconds: 60 });
  const gateway = await startGateway(config, offers);
  const agent = await connectAgent(gateway, "claude-code", capabilities);
  const answered = async () => JSON.parse(textOf(await agent.call("get")));
  return { fake, gateway, agent, answered };
}

test.concurrent("numbers of a question and of its answer pass as they were written", async () => {
  const question = `{${FORM},"least":9007199254740993,"most":1e400,"nothing":null}`;
  const { agent } = await served(asking("elicitation/create", question), CAPABILITIES);
  agent.client.setRequestHandler(ElicitRequestSchema, () => ({
    action: "accept",
    content: agent.exactly('{"n":9007199254740993}') as Record<string, string>,
  }));
  const answer = textOf(await agent.call("get"));
  expect(answer).toContain('"result":{"action":"accept","content":{"n":9007199254740993}}');
  expect(answer).toContain('"id":"q"');
  expect(agent.received()).toContain('"least":9007199254740993,"most":1e400');
});

test.concurrent("the agent's own refusal reaches the server in the agent's words", async () => {
  const { agent, answered } = await served(asking("elicitation/create", `{${FORM}}`), CAPABILITIES);
  agent.client.setRequestHandler(ElicitRequestSchema, () => {
    throw Object.assign(new Error("The user is asleep."), { code: -1, data: { until: "noon" } });
  });
  const error = { code: -1, message: "The user is asleep.", data: { until: "noon" } };
  expect((await answered()).error).toEqual(error);
});

const REFUSED = [
  ["an agent that does not offer it", {}, "roots/list", "The agent does not offer roots."],
  [
    "a method that is not for agents",
    CAPABILITIES,
    "tools/list",
    "The gateway does not forward tools/list to agents.",
  ],
  [
    "agents that share the connection",
    null,
    "sampling/createMessage",
    "Several agents share this connection, and the gateway cannot know which of them sampling/createMessage is for. Run the gateway over stdio, one for each agent.",
  ],
] as const;

test.concurrent.each(REFUSED)(
  "the server reads why it cannot ask %s",
  async (_who, offers, method, message) => {
    const { answered } = await served(asking(method, "{}"), offers, CAPABILITIES);
    expect((await answered()).error).toEqual({ code: -32601, message });
  },
);

test.concurrent("more questions at once than an agent can be asked are refused", async () => {
  const lines = Array.from(
    { length: 21 },
    (_, n) => `{"jsonrpc":"2.0","id":"q${n}","method":"elicitation/create","params":{${FORM}}}`,
  );
  const script = { ...asking("elicitation/create", "{}"), "tools/call": [lines.join("\n")] };
  const { agent, answered } = await served(script, CAPABILITIES);
  agent.client.setRequestHandler(ElicitRequestSchema, () => new Promise(() => undefined));
  expect(await answered()).toMatchObject({
    id: "q20",
    error: { message: expect.stringContaining("20 requests already wait for the agent.") },
  });
});

test.concurrent("a question that the agent does not answer ends with the time limit", async () => {
  const fake = await startFake();
  fake.lowRisk.add("get");
  const script = asking("elicitation/create", `{${FORM}}`);
  const config = configFor(fake, rawUpstream(script), { provider: "raw", answerTimeoutSeconds: 0.3 });
  const agent = await connectAgent(await startGateway(config, CAPABILITIES), "claude-code", CAPABILITIES);
  agent.client.setRequestHandler(ElicitRequestSchema, () => new Promise(() => undefined));
  expect(textOf(await agent.call("get"))).toContain("timed out");
  await fake.until(() => agent.received().includes("notifications/cancelled"));
});

test.concurrent("a call's time limit does not run while the server's question waits for a person", async () => {
  const fake = await startFake();
  fake.lowRisk.add("look");
  const asking = scriptUpstream("asking-server.ts");
  const config = configFor(fake, asking, { provider: "asking", upstreamTimeoutSeconds: LIMIT_SECONDS });
  const agent = await connectAgent(await startGateway(config, CAPABILITIES), "claude-code", CAPABILITIES);
  agent.client.setRequestHandler(ElicitRequestSchema, async () => {
    await limitPassed(fake, LIMIT_SECONDS);
    return { action: "decline" };
  });
  const { isError, structuredContent } = await agent.call("look");
  expect(isError ?? false).toBe(false);
  expect(structuredContent).toMatchObject({ seen: { elicitation: '{"action":"decline"}' } });
});

test.concurrent("a server that asks before it lists its tools is not kept waiting for the agent's handshake", async () => {
  const fake = await startFake();
  const script = {
    "tools/list": ['{"jsonrpc":"2.0","id":"q","method":"roots/list"}'],
    answer: [
      `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"get","description":$line,"inputSchema":${OPEN}}]}}`,
    ],
  };
  const config = configFor(fake, rawUpstream(script), { provider: "raw", answerTimeoutSeconds: 0.3 });
  const { client } = await connectAgent(
    await startGateway(config, CAPABILITIES),
    "claude-code",
    CAPABILITIES,
  );
  const [{ description } = {}] = (await client.listTools()).tools;
  expect(description).toContain("The agent has not finished its handshake");
});

test.concurrent("a question that the server takes back is taken back from the agent", async () => {
  const script = asking("elicitation/create", `{${FORM}}`);
  const back = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}';
  const { fake, agent } = await served(
    { ...script, "tools/call": [...(script["tools/call"] ?? []), back] },
    CAPABILITIES,
  );
  agent.client.setRequestHandler(ElicitRequestSchema, () => new Promise(() => undefined));
  const answers = [agent.call("get").catch(() => undefined)];
  await fake.until(() => agent.received().includes("elicitation/create"));
  expect(agent.received()).not.toContain("notifications/cancelled");
  answers.push(agent.call("get").catch(() => undefined));
  await fake.until(() => agent.received().includes("notifications/cancelled"));
  await agent.client.close();
  await Promise.all(answers);
});

test.concurrent("a held call that runs after its agent left asks no one, and does not wait", async () => {
  const fake = await startFake();
  const config = configFor(fake, scriptUpstream("asking-server.ts"), { provider: "asking" });
  const agent = await connectAgent(await startGateway(config, CAPABILITIES), "claude-code", CAPABILITIES);
  const answer = agent.call("look").catch(() => undefined);
  const approval = await fake.pending();
  await agent.client.close();
  await answer;
  fake.decide(approval, "approved");
  await fake.until(() => approval.execution === "succeeded");
  const left = (method: string) => `MCP error -32000: The agent has left, so no one can answer ${method}.`;
  expect(approval.outcome).toMatchObject({
    result: {
      structuredContent: {
        seen: {
          sampling: left("sampling/createMessage"),
          elicitation: left("elicitation/create"),
          roots: left("roots/list"),
        },
      },
    },
  });
});

test.concurrent("a question that waits when the agent leaves is answered at once", async () => {
  const fake = await startFake();
  const config = configFor(fake, scriptUpstream("asking-server.ts"), { provider: "asking" });
  const offers = { elicitation: {} };
  const agent = await connectAgent(await startGateway(config, offers), "claude-code", offers);
  agent.client.setRequestHandler(ElicitRequestSchema, () => new Promise(() => undefined));
  const answer = agent.call("look").catch(() => undefined);
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  await fake.until(() => agent.received().includes("elicitation/create"));
  await agent.client.close();
  await answer;
  await fake.until(() => approval.execution === "succeeded");
  expect(JSON.stringify(approval.outcome)).toContain("The agent has left");
});

test.concurrent("log messages reach the agent also from a server that declares none", async () => {
  const line =
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"said all the same"}}';
  const hello =
    '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"raw","version":"1"}}';
  const { fake, agent } = await served({ initialize: [`${result(hello)}\n${line}`] }, {});
  await fake.until(() => agent.received().includes("said all the same"));
  // The server, which has no log levels, receives no request.
  await agent.client.setLoggingLevel("error");
});

test.concurrent("log messages that are not quite MCP reach the agent, and early ones wait for it", async () => {
  const said = [
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warn","data":9007199254740993,"logger":null}}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":null}}',
  ];
  const capabilities = '{"tools":{},"logging":{}}';
  const hello = `{"protocolVersion":"2025-06-18","capabilities":${capabilities},"serverInfo":{"name":"raw","version":"1"}}`;
  const script = { initialize: [`${result(hello)}\n${said.join("\n")}`], "logging/setLevel": [result("{}")] };
  const { fake, agent } = await served(script, {});
  await fake.until(() => agent.received().includes('"data":null'));
  expect(agent.received()).toContain('"params":{"level":"warning","data":9007199254740993}');
  expect(agent.received()).toContain('"params":{"level":"info","data":null}');
  await agent.client.setLoggingLevel("error");
});

test.concurrent("agents that share a server watch its resources, each its own, and hear no log", async () => {
  const updated = (uri: string) =>
    `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"${uri}"}}`;
  const line =
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"of whom?"}}';
  const capabilities = '{"tools":{},"logging":{},"resources":{"subscribe":true}}';
  const hello = `{"protocolVersion":"2025-06-18","capabilities":${capabilities},"serverInfo":{"name":"raw","version":"1"}}`;
  const server = new RawHttp({
    initialize: [result(hello)],
    "tools/list": [page([`{"name":"get","inputSchema":${OPEN}}`])],
    "tools/call": [
      [
        updated("note://a/1"),
        updated("note://ab"),
        line,
        result('{"content":[{"type":"text","text":"done"}]}'),
      ].join("\n"),
    ],
    "resources/subscribe": [result("{}")],
    "resources/unsubscribe": [result("{}")],
  });
  server.streams = true;
  await server.start();
  const fake = await startFake();
  fake.lowRisk.add("get");
  const gateway = await startGateway(configFor(fake, { url: server.url }, { provider: "raw" }));
  const [one, two] = [await connectAgent(gateway), await connectAgent(gateway)];
  const count = (method: string) => server.received.filter((request) => request.method === method).length;
  await one.client.subscribeResource({ uri: "note://a" });
  await two.client.subscribeResource({ uri: "note://a" });
  await two.client.subscribeResource({ uri: "note://ab" });
  await one.client.unsubscribeResource({ uri: "note://a" });
  expect(count("resources/unsubscribe")).toBe(0);
  await two.call("get");
  await fake.until(() => two.received().includes('"uri":"note://ab"'));
  expect(two.received()).toContain('"uri":"note://a/1"');
  expect(one.received()).not.toContain("resources/updated");
  for (const agent of [one, two]) expect(agent.received()).not.toContain("of whom?");
  await expect(one.client.setLoggingLevel("debug")).rejects.toThrow("several agents share its connection");

  server.sessions.clear();
  await two.call("get");
  await fake.until(() => count("resources/subscribe") === 5);
  // The first agent has left; the other's subscription still works.
  server.refuse = ({ method, params }) =>
    method === "resources/subscribe" && JSON.stringify(params).includes('"note://a"')
      ? { status: 200, body: '{"jsonrpc":"2.0","id":$id,"error":{"code":-32002,"message":"gone"}}' }
      : undefined;
  server.sessions.clear();
  await two.call("get");
  await fake.until(() => count("resources/subscribe") === 7);
  await two.client.close();
  await fake.until(() => count("resources/unsubscribe") === 2);
});

test.concurrent("resources of the gateway's own send no updates, and it says so", async () => {
  const fake = await startFake();
  fake.lowRisk.add("look");
  const config = configFor(fake, scriptUpstream("asking-server.ts"), { provider: "asking" });
  const { client } = await connectAgent(await startGateway(config, {}));
  await expect(client.subscribeResource({ uri: "mcp://asking/cheatsheet" })).rejects.toThrow(
    "mcp://asking/cheatsheet sends no updates. Read it again instead.",
  );
  await client.callTool({ name: "look", arguments: { rationale: WHY } });
});
