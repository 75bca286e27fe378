import { join } from "node:path";
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
} from "../testing/harness";
import { answerOfClosed, answerOfDenial } from "./answers";

sideBySide();

const EDITED = '{"n": 9007199254740993}';

async function journalled(changes: Parameters<typeof configFor>[2] = {}) {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const config = configFor(fake, journalUpstream(journal), {
    provider: "journal",
    callback: null,
    ...changes,
  });
  const agent = await connectAgent(await startGateway(config), "some-client");
  await agent.client.listTools();
  const check = (id: string) =>
    agent.client.callTool({
      name: "check_approval",
      arguments: { approval_id: id },
    }) as Promise<CallToolResult>;
  return { fake, config, agent, check, ran: () => readJournal(journal) };
}

describe("an agent whose arguments a person changed is told which ones ran", () => {
  test.concurrent("in the result of the call", async () => {
    const { fake, agent, ran } = await journalled();
    const answer = agent.call("note", { n: 1000 });
    fake.decide(await fake.pending(), "approved", { argumentsText: EDITED });
    const result = await answer;
    expect(textOf(result)).toContain(`It ran with: ${EDITED}`);
    expect(result._meta).toMatchObject({ "countersign/approved": { approved_arguments_text: EDITED } });
    expect(ran()).toEqual([`note ${EDITED}`]);
  });

  test.concurrent("by the check, in words and for programs", async () => {
    const { fake, agent, check } = await journalled({ waitSeconds: 0.3, waitSecondsWithProgress: null });
    await agent.call("note", { n: 1000 });
    const approval = await fake.pending();
    fake.decide(approval, "approved", { argumentsText: EDITED });
    await fake.until(() => approval.execution === "succeeded");
    const result = await check(approval.id);
    expect(textOf(result)).toContain(`It ran with: ${EDITED}`);
    expect(textOf(result)).toContain("note done");
    expect(result.structuredContent).toMatchObject({
      approval_id: approval.id,
      edited: true,
      approved_arguments_text: EDITED,
      differences: [{ path: "/n", received: 1000 }],
    });
  });

  test.concurrent("where another process ran it", async () => {
    const { fake, config, agent } = await journalled();
    const other = await connectAgent(await startGateway(config), "some-client");
    const answers = [agent.call("sleep", { n: 1 }), other.call("sleep", { n: 1 })];
    const approval = await fake.pending();
    await fake.until(() => fake.countCalls("POST", /authorize$/) === 2);
    fake.decide(approval, "approved", { argumentsText: EDITED });
    for (const result of await Promise.all(answers)) {
      expect(textOf(result)).toContain(`It ran with: ${EDITED}`);
      expect(textOf(result)).toContain("sleep done");
    }
  });

  test.concurrent.each(["succeeded", "failed", "unknown"] as const)(
    "by the answer about a call that %s",
    (status) => {
      const outcome = { status, result: { content: [{ type: "text", text: "sent" }] } };
      const said = { agentMessage: "What became of it.", argumentsText: EDITED };
      const denial = answerOfDenial({
        ...{ decision: "deny", code: "GRANT_USED", approvalId: "a1", status, outcome },
        ...said,
      });
      const closed = answerOfClosed({
        ...{ decision: "approved", execution: status, outcome, edited: true },
        ...said,
      });
      for (const { result } of [denial, closed]) {
        expect(textOf(result)).toContain(EDITED);
        expect(textOf(result).includes("It ran with")).toBe(status !== "unknown");
        expect(result.isError ?? false).toBe(status !== "succeeded");
        expect(result._meta).toMatchObject({ "countersign/approved": { approved_arguments_text: EDITED } });
      }
    },
  );
});

test.concurrent("arguments that were edited and never ran are not said to have run, nor those that nobody edited", () => {
  for (const state of [
    { execution: "blocked", edited: true },
    { execution: "succeeded", edited: false },
  ] as const) {
    const { result } = answerOfClosed({
      ...{ decision: "approved", outcome: null, agentMessage: "As it stands.", argumentsText: EDITED },
      ...state,
    });
    expect(result.content).toEqual([{ type: "text", text: "As it stands." }]);
  }
});
