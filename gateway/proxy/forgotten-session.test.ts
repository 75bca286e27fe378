import { expect, test } from "vitest";
import { configFor, connectAgent, sideBySide, startFake, startGateway, textOf } from "../testing/harness";
import { RawHttp } from "../testing/raw-http";
import { OPEN, page, progress, type RawScript, result } from "../testing/raw-replies";

sideBySide();

async function served(script: RawScript = {}, prepare: (server: RawHttp) => void = () => undefined) {
  const server = new RawHttp(script);
  prepare(server);
  await server.start();
  const fake = await startFake();
  fake.lowRisk.add("get");
  const gateway = await startGateway(configFor(fake, { url: server.url }, { provider: "raw" }));
  const agent = await connectAgent(gateway);
  const count = (method: string) => server.received.filter((request) => request.method === method).length;
  return { server, fake, agent, count };
}

const REFUSALS = [
  [
    "404, session not found",
    404,
    '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}',
  ],
  ["404 without words", 404, ""],
  [
    "404 as an answer to the request",
    404,
    '{"jsonrpc":"2.0","id":$id,"error":{"code":-32600,"message":"Session has been terminated"}}',
  ],
  [
    "400, not initialized",
    400,
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}',
  ],
  ["400 in other words", 400, "who are you?"],
] as const;

test.concurrent.each(REFUSALS)(
  "%s: a new session begins and the call is made once more",
  async (_how, status, body) => {
    const { server, agent, count } = await served();
    expect(textOf(await agent.call("get"))).toBe("done");
    server.unknown = { status, body };
    server.sessions.clear();
    expect(textOf(await agent.call("get", { n: 9 }))).toBe("done");
    expect(count("initialize")).toBe(2);
    expect(count("notifications/initialized")).toBe(2);
    const calls = server.received.filter(({ method }) => method === "tools/call");
    expect(calls).toHaveLength(3);
    // The refused call again, byte for byte.
    expect(calls[2]?.text).toBe(calls[1]?.text);
    expect(calls[2]?.session).not.toBe(calls[1]?.session);
    expect(textOf(await agent.call("get"))).toBe("done");
    expect(count("initialize")).toBe(2);
  },
);

test.concurrent("calls that were refused together begin one session", async () => {
  const { server, agent, count } = await served();
  server.sessions.clear();
  const results = await Promise.all([1, 2, 3, 4].map((n) => agent.call("get", { n })));
  expect(results.map(textOf)).toEqual(["done", "done", "done", "done"]);
  expect(count("initialize")).toBe(2);
});

test.concurrent("a server that came back with other tools has them listed and announced", async () => {
  const tools = (name: string) => page([`{"name":"${name}","inputSchema":${OPEN}}`]);
  const { server, fake, agent } = await served({ "tools/list": [tools("get"), tools("other")] });
  server.sessions.clear();
  await agent.call("get");
  await fake.until(() => fake.tools.some(({ name }) => name === "other"));
  expect((await agent.client.listTools()).tools.map(({ name }) => name)).toContain("other");
});

test.concurrent.each([
  [400, "too many arguments"],
  [404, '{"jsonrpc":"2.0","id":$id,"error":{"code":-32602,"message":"too many arguments"}}'],
])(
  "a call that a living session refuses with %i is not repeated, and costs no session",
  async (status, body) => {
    const { server, agent, count } = await served();
    server.refuse = ({ method }) => (method === "tools/call" ? { status, body } : undefined);
    const refused = await agent.call("get");
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain("too many arguments");
    expect(count("tools/call")).toBe(1);
    expect(count("initialize")).toBe(1);
  },
);

test.concurrent("where no new session begins the call fails, and a later one works", async () => {
  const { server, agent } = await served();
  server.sessions.clear();
  server.refuse = ({ method }) => (method === "initialize" ? { status: 503, body: "starting" } : undefined);
  const failed = await agent.call("get");
  expect(failed.isError).toBe(true);
  expect(textOf(failed)).toContain("Session not found");
  server.refuse = () => undefined;
  expect(textOf(await agent.call("get"))).toBe("done");
});

test.concurrent("a server that forgets every session at once is asked twice, not for ever", async () => {
  const { server, agent, count } = await served();
  server.refuse = ({ method }) => (method === "tools/call" ? server.unknown : undefined);
  expect((await agent.call("get")).isError).toBe(true);
  expect(count("tools/call")).toBe(2);
});

test.concurrent.each([true, false])(
  "what is odd is understood over HTTP as well (stream: %s)",
  async (streams) => {
    const tools = [
      '{"name":"get","inputSchema":{"type":"object","properties":{"any":true}}}',
      '{"name":"odd","description":null}',
    ];
    const done = result('{"content":[],"structuredContent":{"id":9007199254740993},"isError":null}');
    const report = progress('"progress":1,"total":null');
    const { agent } = await served(
      {
        "tools/list": [page(tools, ',"nextCursor":null')],
        "tools/call": [streams ? `${report}\n${done}` : done],
      },
      (server) => {
        server.streams = streams;
      },
    );
    await agent.call("get");
    expect(agent.received()).toContain('"structuredContent":{"id":9007199254740993}');
  },
);
