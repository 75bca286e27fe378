import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { CallToolResult, Progress } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  configFor,
  connectAgent,
  journalUpstream,
  readJournal,
  releaseStep,
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
  return { fake, agent, call, heard, journal, ran: () => readJournal(journal) };
}

type Journalled = Awaited<ReturnType<typeof journalled>>;

const LIMIT = 10;
const PATIENT = { upstreamTimeoutSeconds: LIMIT, waitSeconds: 900, waitSecondsWithProgress: 900 };

/** Stops the clock of limits except in `runSteps`, so that a slow machine reaches no limit. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

// Uses a timer that is not stopped.
const POLL_MS = 2;

async function soon<T>(probe: () => T | undefined | false): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(POLL_MS)) {
    const found = probe();
    if (found) return found;
  }
  throw new Error(`Timed out waiting for: ${probe}`);
}

/** Runs `steps` to its end, with six tenths of the limit for each of its eight steps. */
async function runSteps({ fake, agent, journal, ran }: Journalled): Promise<void> {
  fake.lowRisk.add("note");
  for (let step = 1; step <= 8; step++) {
    await soon(() => ran().includes(`step ${step}`));
    // Server messages arrive in order: this response proves that the gateway has seen the step.
    await agent.call("note");
    vi.advanceTimersByTime(0.6 * LIMIT * 1_000);
    releaseStep(journal);
  }
  vi.useRealTimers();
}

const CASES = [
  ["allowed", (fake) => void fake.lowRisk.add("steps"), {}],
  ["approved", () => undefined, {}],
  ["approved and repeated", () => undefined, { mode: "reissue", callback: null }],
] as [string, (fake: Awaited<ReturnType<typeof startFake>>) => void, object][];

test.each(CASES)(
  "%s: the tool's reports reach the agent, each renews the limit, and the number only grows",
  async (how, prepare, changes) => {
    const parts = await journalled({ ...PATIENT, ...changes });
    const { fake, call, heard } = parts;
    prepare(fake);
    stopClock();
    const answer = call("steps");
    if (how !== "allowed") {
      const approval = await soon(() => [...fake.approvals.values()][0]);
      await soon(() => heard.length > 2);
      expect(heard[0]?.message).toContain(approval.id);
      fake.decide(approval, "approved");
    }
    await runSteps(parts);
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
  const parts = await journalled(PATIENT);
  parts.fake.lowRisk.add("steps");
  stopClock();
  const answer = parts.agent.call("steps");
  await runSteps(parts);
  expect(textOf(await answer)).toBe("steps done");
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
