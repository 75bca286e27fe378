import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
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
  whenFinished,
} from "../testing/harness";
import { answerOfClosed, answerOfDenial } from "./answers";

// An agent's next attempt after a rejection, and after an approval with other arguments.

sideBySide();

async function journalled(mode: "callback" | "reissue") {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const config = configFor(fake, journalUpstream(journal), { provider: "journal", callback: null, mode });
  const agent = await connectAgent(await startGateway(config), "some-client");
  await agent.client.listTools();
  return { fake, agent, ran: () => readJournal(journal) };
}

describe.each(["callback", "reissue"] as const)("in mode %s", (mode) => {
  test.concurrent("a request for changes is an instruction in words and for programs, and the next attempt is of the same session", async () => {
    const { fake, agent, ran } = await journalled(mode);
    const answer = agent.call("note", { n: 1 });
    const first = await fake.pending();
    fake.decide(first, "changes_requested", { reason: "Write 2 instead." });
    const result = await answer;
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("Reason: Write 2 instead.");
    expect(result.structuredContent).toEqual({
      decision: "changes_requested",
      requested_changes: "Write 2 instead.",
    });
    const checked = await agent.client.callTool({
      name: "check_approval",
      arguments: { approval_id: first.id },
    });
    expect(checked.structuredContent).toMatchObject({ requested_changes: "Write 2 instead." });
    const again = agent.call("note", { n: 2 });
    const second = await fake.pending();
    expect(second.request.session_id).toBe(first.request.session_id);
    expect(second.request.session_id).toBeTruthy();
    fake.decide(second, "approved");
    expect(textOf(await again)).toBe("note done");
    expect(ran()).toEqual(['note {"n":2}']);
  });
});

test.concurrent("in mode reissue an agent can repeat what was approved to the digit, and it runs once", async () => {
  const { fake, agent, ran } = await journalled("reissue");
  const answer = agent.call("note", { n: 1 });
  const edited = '{"n": 9007199254740993}';
  fake.decide(await fake.pending(), "approved", { argumentsText: edited });
  const shown = (await answer).structuredContent as {
    approved_arguments_text: string;
    differences: object[];
  };
  expect(shown.differences).toEqual([{ path: "/n", approved: expect.anything(), received: 1 }]);
  expect(ran()).toEqual([]);
  const whole = shown.approved_arguments_text.replace("{", '{"rationale":"As it was approved by a person.",');
  const repeated: CallToolResult = await agent.callText("note", whole);
  expect(textOf(repeated)).toBe("note done");
  expect(ran()).toHaveLength(1);
  expect(ran()[0]).toContain("9007199254740993");
});

test.concurrent("over HTTP an agent goes by the structured result alone: told what to change, then what was approved", async () => {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const listen = { host: "127.0.0.1", port: 0 };
  const config = configFor(fake, journalUpstream(journal), {
    ...{ provider: "journal", callback: null, mode: "reissue", listen },
  });
  const gateway = await startGateway(config);
  const client = new Client({ name: "some-client", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${gateway.ports.mcp}/mcp`)),
  );
  whenFinished(() => client.close());
  await client.listTools();
  const call = (args: object) =>
    client.callTool({ name: "note", arguments: { rationale: WHY, ...args } }) as Promise<CallToolResult>;
  const first = call({ n: 1 });
  const held = await fake.pending();
  fake.decide(held, "changes_requested", { reason: "Write 2 instead." });
  expect((await first).structuredContent).toMatchObject({ requested_changes: "Write 2 instead." });
  const second = call({ n: 2 });
  const again = await fake.pending();
  expect(again.request.session_id).toBe(held.request.session_id);
  fake.decide(again, "approved", { argumentsText: '{"n":3}' });
  const { approved_arguments: approved, differences } = (await second).structuredContent as {
    approved_arguments: object;
    differences: object[];
  };
  expect(differences).toEqual([{ path: "/n", approved: 3, received: 2 }]);
  expect(textOf(await call(approved))).toBe("note done");
  expect(readJournal(journal)).toEqual(['note {"n":3}']);
});

test.concurrent("where the tool declares its structured results, what to change stands beside them", () => {
  const state = { decision: "changes_requested", execution: "blocked", outcome: null } as const;
  const closed = { ...state, agentMessage: "Changes were requested.", reason: "Less of it." };
  const denial = {
    decision: "deny",
    code: "CHANGES_REQUESTED",
    agentMessage: "As above.",
    reason: "Less of it.",
  };
  const request = { decision: "changes_requested", requested_changes: "Less of it." };
  for (const { result } of [
    answerOfClosed(closed, true),
    answerOfDenial({ ...denial, approvalId: "a1", decision: "deny", code: "CHANGES_REQUESTED" }, true),
  ]) {
    expect(result.structuredContent).toBeUndefined();
    expect(result._meta).toMatchObject({ "countersign/changes_requested": request });
  }
  expect(answerOfClosed(closed).result.structuredContent).toEqual(request);
});
