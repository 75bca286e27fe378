import type { CallToolResult, Progress } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import * as z from "zod";
import {
  configFor,
  connectAgent,
  rawUpstream,
  sideBySide,
  startFake,
  startGateway,
  textOf,
  WHY,
} from "../testing/harness";
import { OPEN, page, progress, type RawScript, result } from "../testing/raw-replies";

sideBySide();

const TOOLS = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });

/** An agent whose server sends exactly this script, with every call allowed. */
async function served(script: RawScript, names = ["get"]) {
  const fake = await startFake();
  for (const name of names) fake.lowRisk.add(name);
  const gateway = await startGateway(configFor(fake, rawUpstream(script), { provider: "raw" }));
  const agent = await connectAgent(gateway);
  const list = async () => {
    const { tools } = await agent.client.request({ method: "tools/list" }, TOOLS);
    return tools.filter(
      ({ name }) => !["submit_feedback", "check_approval", "reply_to_question"].includes(name),
    );
  };
  // Sent unchanged: an agent's SDK accepts less than a server may send.
  const call = (name = "get", onprogress?: (heard: Progress) => void) =>
    agent.client.request(
      { method: "tools/call", params: { name, arguments: { rationale: WHY } } },
      z.looseObject({}),
      { onprogress },
    ) as Promise<CallToolResult>;
  const registered = async (count: number) => {
    await fake.until(() => fake.tools.length >= count || undefined);
    return fake.tools;
  };
  return { fake, agent, list, call, registered };
}

const named = (name: string, members = `,"inputSchema":${OPEN}`) => `{"name":"${name}"${members}}`;

test.concurrent("boolean schemas are listed and registered as sent, and their tool is called", async () => {
  const schema = '{"type":"object","properties":{"payload":true,"never":false,"deep":{"items":true}}}';
  const tools = [
    named("fine", ',"inputSchema":{"type":"object"}'),
    named("store", `,"inputSchema":${schema}`),
  ];
  const { list, call, registered } = await served({ "tools/list": [page(tools)] }, ["store"]);
  const listed = await list();
  expect(listed.map(({ name }) => name)).toEqual(["fine", "store"]);
  expect(listed[1]?.inputSchema).toMatchObject({
    properties: { payload: true, never: false, deep: { items: true } },
  });
  expect(textOf(await call("store"))).toBe("done");
  const [fine, store] = await registered(2);
  expect(fine?.inputSchema).toEqual({ type: "object" });
  expect(store?.inputSchema).toEqual(JSON.parse(schema));
});

test.concurrent("a tool with a parameter named rationale that takes anything keeps it", async () => {
  const tools = [named("get", ',"inputSchema":{"type":"object","properties":{"rationale":true}}')];
  const { list } = await served({ "tools/list": [page(tools)] });
  expect((await list())[0]?.inputSchema).toMatchObject({
    properties: { rationale: true, countersign_rationale: { type: "string" } },
  });
});

test.concurrent("numbers in schemas are listed and registered as sent", async () => {
  const schema = '{"type":"object","properties":{"id":{"maximum":9007199254740993,"default":1.0}}}';
  const tools = [named("get", `,"inputSchema":${schema}`)];
  const { fake, agent, list, registered } = await served({ "tools/list": [page(tools)] });
  await list();
  expect(agent.received()).toContain('"id":{"maximum":9007199254740993,"default":1.0}');
  await registered(1);
  expect(fake.calls.find(({ method }) => method === "PUT")?.text).toContain(schema);
});

const ENDLESS = Array.from({ length: 3 }, (_, at) => page([named(`t${at}`)], `,"nextCursor":"c${at % 2}"`));

test.concurrent.each([
  ["null ends the list", [page([named("get")], ',"nextCursor":null')], ["get"]],
  ["an empty cursor ends the list", [page([named("get")], ',"nextCursor":""')], ["get"]],
  ["several pages are one list", [page([named("a")], ',"nextCursor":"2"'), page([named("b")])], ["a", "b"]],
  ["a cursor that comes again ends the list", ENDLESS, ["t0", "t1", "t2"]],
  [
    "a page that does not come costs no other one",
    [
      page([named("a")], ',"nextCursor":"2"'),
      '{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":"no"}}',
    ],
    ["a"],
  ],
  ["no list is an empty list", [result("{}")], []],
])("%s", async (_how, replies, names) => {
  const { list } = await served({ "tools/list": replies as string[] });
  expect((await list()).map(({ name }) => name)).toEqual(names);
});

test.concurrent("a server without tools is no broken server", async () => {
  const initialize = result(
    '{"protocolVersion":"2025-06-18","capabilities":{"prompts":{}},"serverInfo":null}',
  );
  const error = '{"jsonrpc":"2.0","id":$id,"error":{"code":-32601,"message":"Method not found"}}';
  const { agent, list } = await served({ initialize: [initialize], "tools/list": [error] });
  expect(await list()).toEqual([]);
  expect(agent.client.getServerVersion()?.name).toBe("raw");
});

const KEPT = [named("one"), named("two")];

test.concurrent.each([
  [
    "a second tool of one name is left out",
    named("one", ',"description":"again","inputSchema":{"type":"object"}'),
    [],
  ],
  ["no schema", named("odd", ""), ["odd"]],
  ["a null schema", named("odd", ',"inputSchema":null'), ["odd"]],
  ["an empty schema", named("odd", ',"inputSchema":{}'), ["odd"]],
  ["a schema that takes anything", named("odd", ',"inputSchema":true'), ["odd"]],
  ["an empty list for an empty schema", named("odd", ',"inputSchema":[]'), ["odd"]],
  [
    "an empty list for no properties",
    named("odd", ',"inputSchema":{"type":"object","properties":[]}'),
    ["odd"],
  ],
  [
    "null properties",
    named("odd", ',"inputSchema":{"type":"object","properties":null,"required":null}'),
    ["odd"],
  ],
  [
    "a property that is no schema",
    named("odd", ',"inputSchema":{"type":"object","properties":{"a":"text"}}'),
    ["odd"],
  ],
  ["required as a word", named("odd", ',"inputSchema":{"type":"object","required":true}'), ["odd"]],
  ["a nullable object", named("odd", ',"inputSchema":{"type":["object","null"]}'), ["odd"]],
  ["a null description", named("odd", `,"description":null,"inputSchema":${OPEN}`), ["odd"]],
  [
    "null everywhere",
    named("odd", `,"title":null,"annotations":{"title":null},"_meta":null,"inputSchema":${OPEN}`),
    ["odd"],
  ],
  ["an empty output schema", named("odd", `,"outputSchema":{},"inputSchema":${OPEN}`), ["odd"]],
  ["a null output schema", named("odd", `,"outputSchema":null,"inputSchema":${OPEN}`), ["odd"]],
  ["a schema that takes no object is left out", named("odd", ',"inputSchema":{"type":"array"}'), []],
  ["a schema that takes nothing is left out", named("odd", ',"inputSchema":false'), []],
  ["no name is left out", `{"inputSchema":${OPEN}}`, []],
  ["no tool is left out", "7", []],
])("%s: the other tools work, for an agent on the SDK too", async (_how, odd, alsoListed) => {
  const tools = [KEPT[0] ?? "", odd, KEPT[1] ?? ""];
  const { agent, call, registered } = await served({ "tools/list": [page(tools)] }, ["one", "two", "odd"]);
  const listed = (await agent.client.listTools()).tools.map(({ name }) => name);
  const expected = ["one", ...alsoListed, "two"];
  expect(listed.slice(0, expected.length)).toEqual(expected);
  for (const name of expected) expect(textOf(await call(name))).toBe("done");
  expect((await registered(expected.length)).map(({ name }) => name)).toEqual(expected);
});

test.concurrent("a tool that Countersign does not take costs no other its place in the catalogue", async () => {
  const fake = await startFake();
  fake.refusedTools.add("bad");
  const tools = ["a", "b", "bad", "c", "d"].map((name) => named(name));
  const gateway = await startGateway(configFor(fake, rawUpstream({ "tools/list": [page(tools)] })));
  await fake.until(() => fake.tools.length === 4 || undefined);
  expect(fake.tools.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
  const { client } = await connectAgent(gateway);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("bad");
});

test.concurrent.each([
  ["no content", '{"structuredContent":{"n":1}}', { content: [], structuredContent: { n: 1 } }],
  ["nothing", "{}", { content: [] }],
  ["null", "null", { content: [] }],
  ["text alone", '"well"', { content: [{ type: "text", text: "well" }] }],
  ["null members", '{"content":null,"isError":null,"structuredContent":null,"_meta":null}', { content: [] }],
  ["one block", '{"content":{"type":"text","text":"well"}}', { content: [{ type: "text", text: "well" }] }],
  [
    "null in blocks",
    '{"content":[{"type":"text","text":"well","annotations":null}]}',
    { content: [{ type: "text", text: "well" }] },
  ],
  [
    "text that is none",
    '{"content":[{"type":"text","text":{"a":1.0}}]}',
    { content: [{ type: "text", text: '{"a":1.0}' }] },
  ],
])("a result with %s reaches an agent on the SDK", async (_how, sent, expected) => {
  const { agent } = await served({ "tools/call": [result(sent)] });
  expect(await agent.call("get")).toEqual(expected);
});

test.concurrent.each([
  ["1", true],
  ['"true"', true],
  ['"yes"', true],
  ["{}", true],
  ["0", false],
  ['"false"', false],
  ['""', false],
])("isError of %s is read as %s", async (sent, expected) => {
  const { agent } = await served({ "tools/call": [result(`{"content":[],"isError":${sent}}`)] });
  expect(await agent.call("get")).toEqual({ content: [], isError: expected });
});

test.concurrent("content and members that the SDK does not know pass as they came", async () => {
  const sent =
    '{"content":[{"type":"chart","data":{"x":null}},{"type":"text","text":"t"}],"took":{"ms":3},"_meta":{"a":null}}';
  const { call } = await served({ "tools/call": [result(sent)] });
  expect(await call()).toEqual(JSON.parse(sent));
});

test.concurrent("an envelope with null, with other members or without a result is understood", async () => {
  const { agent } = await served(
    {
      "tools/call": ['{"id":$id,"result":{"content":[{"type":"text","text":"well"}]},"error":null,"took":3}'],
      "tools/call bad": [
        '{"jsonrpc":"2.0","id":$id,"error":{"code":"E_BAD","message":null,"data":null},"result":null}',
      ],
      "tools/call none": ['{"jsonrpc":"2.0","id":$id}'],
      "tools/list": [`[${page([named("get"), named("bad"), named("none")])}]`],
    },
    ["get", "bad", "none"],
  );
  expect(textOf(await agent.call("get"))).toBe("well");
  expect((await agent.call("bad")).isError).toBe(true);
  expect(await agent.call("none")).toEqual({ content: [] });
});

test.concurrent("progress with null for what it leaves out reaches the agent", async () => {
  const done = result('{"content":[{"type":"text","text":"done"}]}');
  const reports = [1, 2].map((at) => progress(`"progress":${at},"total":null,"message":null`));
  const script = {
    "tools/list": [page([named("get"), named("release")])],
    "tools/call": [reports.join("\n")],
    "tools/call release": [`${done.replace("$id", "$id(get)")}\n${done}`],
  };
  const { fake, call } = await served(script, ["get", "release"]);
  const heard: Progress[] = [];
  const answer = call("get", (report) => heard.push(report));
  await fake.until(() => heard.length === 2);
  await call("release");
  expect(textOf(await answer)).toBe("done");
  expect(heard).toEqual([{ progress: 1 }, { progress: 2 }]);
});

test.concurrent("progress in other forms keeps its words, also right before the result", async () => {
  const done = result('{"content":[{"type":"text","text":"done"}]}');
  const reports = ['"progress":"1","total":"2","message":"a"', '"message":"b"'].map(progress);
  const { call } = await served({ "tools/call": [[...reports, done].join("\n")] });
  const heard: Progress[] = [];
  expect(textOf(await call("get", (report) => heard.push(report)))).toBe("done");
  expect(heard).toEqual([
    { progress: 1, message: "a" },
    { progress: 0, message: "b" },
  ]);
});

test.concurrent("resources and prompts pass as they came", async () => {
  const capabilities = '{"tools":{},"resources":{"subscribe":null},"prompts":{},"logging":null}';
  const initialize = result(
    `{"protocolVersion":"2025-06-18","capabilities":${capabilities},"serverInfo":{"name":"raw","version":1}}`,
  );
  const { agent } = await served({
    initialize: [initialize],
    "resources/list": [
      result('{"resources":[{"uri":"raw://1","name":"n","size":1.0,"extra":{"a":null}}],"nextCursor":null}'),
    ],
    "prompts/list": [result('{"prompts":[{"name":"p"}],"nextCursor":null}')],
  });
  const resources = await agent.client.listResources();
  expect(resources.resources).toMatchObject([{ uri: "raw://1", size: 1 }]);
  expect(resources.nextCursor).toBeUndefined();
  expect(agent.received()).toContain('"size":1.0,"extra":{"a":null}');
  expect((await agent.client.listPrompts()).prompts).toEqual([{ name: "p" }]);
});

test.concurrent("a message that is too long ends the server's connection, and its calls say so", async () => {
  const long = result(`{"content":[{"type":"text","text":"${"a".repeat(17 * 1024 * 1024)}"}]}`);
  const { call, fake } = await served({ "tools/call get": ["", long] }, ["get"]);
  const answers = await Promise.all([call(), call()]);
  for (const answer of answers) {
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatch(
      /^The tool's server sent a message of more than 16 MiB, so the gateway closed the connection\.\n.*may or may not have taken effect/,
    );
  }
  expect(textOf(await call())).toMatch(
    /^The call did not run: the tool's server sent a message of more than 16 MiB/,
  );
  await fake.until(() => fake.audit.length === 3 || undefined);
  expect(fake.audit.map(({ outcome }) => outcome)).toEqual(Array(3).fill("upstream_error"));
});
