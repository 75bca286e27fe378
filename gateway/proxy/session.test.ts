import { join } from "node:path";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  journalUpstream,
  readJournal,
  sideBySide,
  startFake,
  startGateway,
  temporaryDirectory,
  textOf,
  WHY,
} from "../testing/harness";

sideBySide();

async function journalled(prepare: (fake: Awaited<ReturnType<typeof startFake>>) => void = () => undefined) {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  for (const tool of ["note", "explain", "count", "grow", "submit_feedback"]) fake.lowRisk.add(tool);
  prepare(fake);
  const gateway = await startGateway(configFor(fake, journalUpstream(journal), { provider: "journal" }));
  return { fake, agent: await connectAgent(gateway), ran: () => readJournal(journal) };
}

const REPORT = {
  attempted_action: "Append a note with a property X",
  expected_outcome: "The note has X",
  actual_outcome: "X was dropped",
  severity: "med",
  rationale: "The owner wants X in every note.",
};

test.concurrent("arguments pass byte for byte in both directions: digits, exponents, escapes, key order", async () => {
  const { fake, agent, ran } = await journalled();
  const exact = '{"n":9007199254740993,"e":1e400,"z":-0.10,"s":"\\u00e9\\/","deep":{"b":[1.0],"a":null}}';
  const sent = `{"n":9007199254740993, "e":1e400,"rationale":"${WHY}","z":-0.10,"s":"\\u00e9\\/","deep":{"b":[1.0],"a":null}}`;
  expect(textOf(await agent.callText("note", sent))).toBe("note done");
  expect(ran()).toEqual([`note ${exact}`]);
  const asked = fake.calls.find((call) => call.path.endsWith("/authorize"));
  expect(asked?.text).toContain(`"arguments":${exact}`);
});

test.concurrent("edited arguments run byte for byte as well", async () => {
  const { fake, agent, ran } = await journalled((f) => f.lowRisk.delete("note"));
  const answer = agent.call("note", { n: 1 });
  fake.decide(await fake.pending(), "approved", { argumentsText: '{"n": 9007199254740993}' });
  expect(textOf(await answer)).toContain('It ran with: {"n": 9007199254740993}');
  expect(ran()).toEqual(['note {"n": 9007199254740993}']);
});

test.concurrent("every upstream tool asks for a rationale, whatever the upstream means by that word", async () => {
  const { agent, ran } = await journalled();
  const { tools } = await agent.client.listTools();
  const schema = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
  expect(schema("note")).toMatchObject({
    required: ["rationale"],
    properties: { rationale: { type: "string", minLength: 10, maxLength: 500 } },
  });
  expect(JSON.stringify(schema("explain"))).toContain("Shown to the customer.");
  expect(schema("count")?.required).toEqual(["countersign_rationale"]);

  await agent.call("explain", {});
  await agent.client.callTool({ name: "count", arguments: { rationale: 3, countersign_rationale: WHY } });
  expect(ran()).toEqual([`explain {"rationale":${JSON.stringify(WHY)}}`, 'count {"rationale":3}']);
});

test.concurrent("a new upstream tool is announced, listed and published", async () => {
  const { fake, agent } = await journalled();
  const announced = new Promise<void>((resolve) => {
    agent.client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
  });
  await agent.call("grow");
  await announced;
  const { tools } = await agent.client.listTools();
  expect(tools.map((tool) => tool.name)).toContain("grown");
  await fake.until(() => fake.tools.some((tool) => tool.name === "grown"));
});

test.concurrent("submit_feedback reaches Countersign, and a known problem comes back with its workaround", async () => {
  const { fake, agent } = await journalled();
  await agent.call("note");
  const submit = () =>
    agent.client.callTool({
      name: "countersign_submit_feedback",
      arguments: { ...REPORT, tool_called: "note" },
    });
  expect(JSON.stringify(await submit())).toContain("Recorded as CS-7");
  fake.knownIssue = {
    state: "accepted",
    message: "We know.",
    workaround: "Use property Y.",
    fixed_in: "1.4",
  };
  const text = JSON.stringify(await submit());
  expect(text).toContain("Workaround: Use property Y.");
  expect(text).toContain("Fixed in 1.4");
  expect(fake.feedback[0]).toMatchObject({
    ...REPORT,
    tenant: "acme",
    provider: "journal",
    agent: "claude-code",
    tool_called: "note",
    tool_version: expect.stringMatching(/./),
    // The id of the call's own audit row, which people search for.
    call_id: expect.stringMatching(/^\d+$/),
  });
});

test.concurrent("feedback with something missing says what", async () => {
  const { agent } = await journalled();
  const result = await agent.client.callTool({
    name: "countersign_submit_feedback",
    arguments: { severity: "awful" },
  });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result)).toMatch(/attempted_action.*severity/);
});

test.concurrent("an upstream tool keeps its name when it collides with one of ours", async () => {
  const { agent, ran } = await journalled();
  const { tools } = await agent.client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(
    expect.arrayContaining(["submit_feedback", "countersign_submit_feedback", "check_approval"]),
  );
  await agent.call("submit_feedback");
  expect(ran()).toEqual(["submit_feedback {}"]);
});

test.concurrent("the cheatsheet is a resource and every tool points to it", async () => {
  const { agent } = await journalled((fake) => {
    fake.cheatsheet = "# Journal\nNotes are short.";
  });
  const uri = "mcp://journal/cheatsheet";
  const { resources } = await agent.client.listResources();
  expect(resources.map((resource) => resource.uri)).toEqual([uri]);
  const { contents } = await agent.client.readResource({ uri });
  expect(contents).toEqual([{ uri, mimeType: "text/markdown", text: "# Journal\nNotes are short." }]);
  const { tools } = await agent.client.listTools();
  expect(tools.find((tool) => tool.name === "note")?.description).toContain(uri);
});

test.concurrent("without a cheatsheet nothing is promised", async () => {
  const { agent } = await journalled();
  expect((await agent.client.listResources()).resources).toEqual([]);
  const { tools } = await agent.client.listTools();
  expect(tools.find((tool) => tool.name === "note")?.description).toBe("Appends its arguments.");
  await expect(agent.client.readResource({ uri: "mcp://journal/cheatsheet" })).rejects.toThrow(
    "No cheatsheet is published",
  );
});

test.concurrent("check_approval knows only this server's approvals", async () => {
  const { agent } = await journalled();
  const unknown = { approval_id: "0190a8f0-0000-7000-8000-000000000000" };
  const result = await agent.client.callTool({ name: "check_approval", arguments: unknown });
  expect(JSON.stringify(result)).toContain("There is no approval");
});
