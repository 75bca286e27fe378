import { join } from "node:path";
import type { CallToolResult, Progress } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  journalUpstream,
  readJournal,
  startFake,
  startGateway,
  temporaryDirectory,
  textOf,
  WHY,
} from "../testing/harness";

async function journalled(changes: Parameters<typeof configFor>[2] = {}) {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const gateway = await startGateway(
    configFor(fake, journalUpstream(journal), { provider: "journal", ...changes }),
  );
  const agent = await connectAgent(gateway);
  const heard: Progress[] = [];
  const call = (name: string) =>
    agent.client.callTool({ name, arguments: { rationale: WHY } }, undefined, {
      onprogress: (progress) => void heard.push(progress),
    }) as Promise<CallToolResult>;
  return { fake, agent, call, heard, ran: () => readJournal(journal) };
}

const CASES = [
  ["allowed", (fake) => void fake.lowRisk.add("steps"), {}],
  ["approved", () => undefined, {}],
  ["approved and repeated", () => undefined, { mode: "reissue", callback: null }],
] as [string, (fake: Awaited<ReturnType<typeof startFake>>) => void, object][];

test.each(CASES)(
  "%s: the tool's reports reach the agent, each renews the limit, and the number only grows",
  async (how, prepare, changes) => {
    const { fake, call, heard } = await journalled({ upstreamTimeoutSeconds: 1, ...changes });
    prepare(fake);
    const answer = call("steps");
    if (how !== "allowed") {
      const approval = await fake.pending();
      await fake.until(() => heard.length > 2);
      expect(heard[0]?.message).toContain(approval.id);
      fake.decide(approval, "approved");
    }
    expect(textOf(await answer)).toBe("steps done");
    const told = heard.map(({ message }) => message);
    for (let step = 1; step <= 8; step++) expect(told).toContain(`step ${step}`);
    const numbers = heard.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const last = heard.findLast(({ message }) => message === "step 8");
    expect(last?.progress).toBe(last?.total);
  },
);

test("a tool that reports renews its limit also for an agent that wants no progress", async () => {
  const { fake, agent } = await journalled({ upstreamTimeoutSeconds: 1 });
  fake.lowRisk.add("steps");
  expect(textOf(await agent.call("steps"))).toBe("steps done");
});

test.each(["callback", "reissue"] as const)(
  "in mode %s a call that was cut has an unknown outcome, for people and for the agent",
  async (mode) => {
    const { fake, call, ran } = await journalled({ mode, callback: null, upstreamTimeoutSeconds: 0.3 });
    const answer = call("hang");
    const approval = await fake.pending();
    fake.decide(approval, "approved");
    const result = await answer;
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("timed out");
    expect(textOf(result)).toContain("may or may not have taken effect");
    expect(approval.execution).toBe("unknown");
    expect(JSON.stringify(approval.outcome)).toContain("timed out");
    expect(ran()).toHaveLength(1);
    await fake.until(() => fake.audit.some((row) => row.outcome === "timeout"));
  },
);

test("an allowed call that was cut is told the same way", async () => {
  const { fake, call } = await journalled({ upstreamTimeoutSeconds: 0.3 });
  fake.lowRisk.add("hang");
  expect(textOf(await call("hang"))).toContain("may or may not have taken effect");
});
