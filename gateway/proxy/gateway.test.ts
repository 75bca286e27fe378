import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import {
  callbackUrlOf,
  configFor,
  connectAgent,
  filesystemUpstream,
  sideBySide,
  startFake,
  startGateway,
  temporaryDirectory,
  textOf,
  WHY,
} from "../testing/harness";

sideBySide();

async function filesystem(changes: Parameters<typeof configFor>[2] = {}) {
  const directory = temporaryDirectory();
  const fake = await startFake();
  const gateway = await startGateway(configFor(fake, filesystemUpstream(directory), changes));
  const agent = await connectAgent(gateway);
  const file = join(directory, "note.txt");
  return { directory, fake, gateway, agent, file };
}

test.concurrent("a held call runs once after approval, and both sides learn the result", async () => {
  const { fake, agent, file } = await filesystem();
  const answer = agent.call("write_file", { path: file, content: "hello" });
  const approval = await fake.pending();
  expect(existsSync(file)).toBe(false);
  fake.decide(approval, "approved");
  expect(textOf(await answer)).toContain("Successfully wrote");
  expect(readFileSync(file, "utf8")).toBe("hello");
  expect(approval.reports.map((report) => report.state)).toEqual(["executing", "succeeded"]);
  expect(JSON.stringify(approval.outcome)).toContain("Successfully wrote");
  expect(approval.request).toMatchObject({
    tenant: "acme",
    provider: "files",
    agent: "claude-code",
    agent_version: "2.4",
  });
  expect(approval.originalText).not.toContain("rationale");
  const row = await fake.until(() => fake.audit.find((candidate) => candidate.outcome === "ok"));
  expect(row).toMatchObject({ tool: "write_file", approval_id: approval.id, agent: "claude-code" });
  expect(fake.audit).toHaveLength(1);
});

test.concurrent("an edited approval runs as edited, and the agent is told", async () => {
  const { fake, agent, file } = await filesystem();
  const answer = agent.call("write_file", { path: file, content: "to everyone" });
  const edited = JSON.stringify({ path: file, content: "to three people" });
  fake.decide(await fake.pending(), "approved", { argumentsText: edited });
  const text = textOf(await answer);
  expect(text).toContain("This call was approved after a person had edited its arguments");
  expect(text).toContain("to three people");
  expect(readFileSync(file, "utf8")).toBe("to three people");
});

test.concurrent("in reissue mode an edit reaches the agent as arguments it can repeat, and so do they through check_approval", async () => {
  const { fake, agent, file } = await filesystem({ mode: "reissue", callback: null });
  const answer = agent.callText(
    "create_directory",
    `{"rationale":"${"Because. ".repeat(3)}","path":"${file}"}`,
  );
  const approval = await fake.pending();
  const edited = `{"path":"${file}-2","n":9007199254740993}`;
  fake.decide(approval, "approved", { argumentsText: edited });
  const check = () =>
    agent.client.callTool({ name: "check_approval", arguments: { approval_id: approval.id } });
  for (const result of [await answer, (await check()) as CallToolResult]) {
    expect(textOf(result)).toContain(edited);
    expect(textOf(result)).toContain(`- /path: "${file}" → "${file}-2"`);
    // This tool has an output schema, so a client would refuse another structured result.
    const shown = result.structuredContent ?? result._meta?.["countersign/approved"];
    expect(shown).toMatchObject({
      approval_id: approval.id,
      approved_arguments: { path: `${file}-2` },
      approved_arguments_text: edited,
      differences: [{ path: "/path" }, { path: "/n" }],
    });
  }
  expect(existsSync(file)).toBe(false);
});

test.concurrent.each([
  ["rejected", "denied", "Tool execution denied by user. Reason: Wrong segment."],
  ["expired", "expired", "No one answered in time. This is not an approval"],
  ["changes_requested", "denied", "Tool execution denied by user."],
  ["cancelled", "blocked", "Tool execution denied by user."],
] as const)("%s: the server's words reach the agent and nothing runs", async (verdict, outcome, words) => {
  const { fake, agent, file } = await filesystem();
  const answer = agent.call("write_file", { path: file, content: "x" });
  fake.decide(await fake.pending(), verdict, { reason: "Wrong segment." });
  const result = await answer;
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain(words);
  expect(existsSync(file)).toBe(false);
  await fake.until(() => fake.audit.some((row) => row.outcome === outcome));
});

test.concurrent("a rejection by callback ends the wait as well", async () => {
  const { fake, gateway, agent, file } = await filesystem();
  const answer = agent.call("write_file", { path: file, content: "x" });
  const approval = await fake.pending();
  fake.decide(approval, "rejected", { reason: "Wrong segment." });
  expect(await fake.deliver(approval, callbackUrlOf(gateway))).toBe(200);
  expect(textOf(await answer)).toBe("Tool execution denied by user. Reason: Wrong segment.");
});

test.concurrent("the upstream's real error reaches the agent and Countersign", async () => {
  const { fake, agent, directory } = await filesystem();
  const answer = agent.call("write_file", { path: `${directory}-elsewhere/x.txt`, content: "x" });
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  const result = await answer;
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("Access denied - path outside allowed directories");
  expect(approval.execution).toBe("failed");
  expect(JSON.stringify(approval.outcome)).toContain("Access denied - path outside allowed directories");
  await fake.until(() => fake.audit.some((row) => row.outcome === "execution_error"));
});

test.concurrent("a low-risk call runs at once", async () => {
  const { fake, agent, directory } = await filesystem();
  fake.lowRisk.add("list_directory");
  const result = await agent.call("list_directory", { path: directory });
  expect(result.isError).toBeFalsy();
  expect(fake.approvals.size).toBe(0);
  await fake.until(() => fake.audit.some((row) => row.outcome === "ok" && row.tool === "list_directory"));
});

test.concurrent("a policy's no is passed on word for word", async () => {
  const { fake, agent, file } = await filesystem();
  fake.policyDenied.add("write_file");
  const result = await agent.call("write_file", { path: file, content: "x" });
  expect(textOf(result)).toBe("Tool execution denied by user. Reason: a policy forbids it.");
  await fake.until(() => fake.audit.some((row) => row.outcome === "blocked"));
});

test.concurrent("a call that the tool refuses is reported with what its definition refuses, and with its arguments", async () => {
  const { fake, agent } = await filesystem();
  const answer = agent.call("list_directory", { path: 7 });
  fake.decide(await fake.pending(), "approved");
  expect((await answer).isError).toBe(true);
  await fake.until(() => fake.audit.some((row) => row.outcome === "validation_error"));
  expect(fake.audit.find((row) => row.outcome === "validation_error")).toMatchObject({
    tool: "list_directory",
    arguments: { path: 7 },
    validation: [{ path: "/path", message: "must be string" }],
  });
});

test.concurrent.each([
  ["missing", {}],
  ["short", { rationale: "because" }],
  ["not text", { rationale: 12 }],
  ["too long", { rationale: "x".repeat(501) }],
])("a rationale that is %s stops the call before a person is asked", async (_how, rationale) => {
  const { fake, agent, file } = await filesystem();
  const args = { path: file, content: "x", ...rationale };
  const result = await agent.client.callTool({ name: "write_file", arguments: args });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toContain("10 to 500 characters");
  expect(fake.countCalls("POST", /authorize/)).toBe(0);
  expect(existsSync(file)).toBe(false);
  await fake.until(() => fake.audit.some((row) => row.outcome === "validation_error"));
});

test.concurrent("an unknown tool is answered and recorded", async () => {
  const { fake, agent } = await filesystem();
  const result = await agent.call("drop_table");
  expect(textOf(result)).toContain('no tool named "drop_table"');
  const row = await fake.until(() => fake.audit.find((one) => one.outcome === "unknown_tool"));
  expect(row.rationale).toBe(WHY);
});

test.concurrent("an unknown tool called without a rationale is recorded as well", async () => {
  const { fake, agent } = await filesystem();
  await agent.client.callTool({ name: "drop_table", arguments: {} });
  const row = await fake.until(() => fake.audit.find((one) => one.outcome === "unknown_tool"));
  expect(row).toMatchObject({ tool: "drop_table", validation: [{ path: "/rationale" }] });
});

test.concurrent("while Countersign is down nothing runs, the agent is told plainly, and the record follows later", async () => {
  const { fake, agent, file } = await filesystem();
  fake.lowRisk.add("write_file");
  await fake.until(() => fake.tools.length > 0);
  await fake.stop();
  const result = await agent.call("write_file", { path: file, content: "x" });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("was not run");
  expect(textOf(result)).toContain("This is an outage, not a denial");
  expect(existsSync(file)).toBe(false);
  await fake.start();
  await fake.until(() => fake.audit.some((row) => row.outcome === "blocked"), 15_000);
}, 30_000);

test.concurrent("a wrong key is told to the agent as the operator's problem", async () => {
  const { agent, file } = await filesystem({ apiKey: "csk_wrong" });
  const result = await agent.call("write_file", { path: file, content: "x" });
  expect(textOf(result)).toContain("Report this to the person who runs the gateway");
  expect(existsSync(file)).toBe(false);
});

test.concurrent("the tools are published as the upstream declares them, with the operator's ratings", async () => {
  const ratings = {
    write_file: { risk: "high", requires_confirmation: true, impact: "Overwrites files" },
  } as const;
  const { fake, agent, file } = await filesystem({ ratings });
  await fake.until(() => fake.tools.length > 0);
  const published = fake.tools.find((tool) => tool.name === "write_file");
  expect(published).toMatchObject({ risk: "high", requires_confirmation: true, impact: "Overwrites files" });
  expect(JSON.stringify(published)).not.toContain("rationale");
  expect(published?.annotations).toMatchObject({ destructiveHint: true });
  void agent.call("write_file", { path: file, content: "x" }).catch(() => undefined);
  expect((await fake.pending()).request).toMatchObject({
    risk: "high",
    impact: "Overwrites files",
    mode: "callback",
  });
});
