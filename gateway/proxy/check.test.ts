import { join } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  journalUpstream,
  releaseStep,
  sideBySide,
  startFake,
  startGateway,
  temporaryDirectory,
  textOf,
  WHY,
} from "../testing/harness";

sideBySide();

const UNTOLD = { waitSeconds: 0.3, waitSecondsWithProgress: null };

async function journalled(changes: Parameters<typeof configFor>[2] = {}, name?: string) {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const gateway = await startGateway(
    configFor(fake, journalUpstream(journal), { provider: "journal", ...changes }),
  );
  const agent = await connectAgent(gateway, name);
  // As hosts do: only clients that listed the tools check results against their schemas.
  await agent.client.listTools();
  const check = (args = {}, options = {}) =>
    agent.client.callTool(
      { name: "check_approval", arguments: args },
      undefined,
      options,
    ) as Promise<CallToolResult>;
  return { fake, gateway, agent, check, journal };
}

test.concurrent("a client that only shows progress is answered before it gives up", async () => {
  const { fake, agent } = await journalled(UNTOLD, "some-client");
  const heard: string[] = [];
  const result = (await agent.client.callTool({ name: "note", arguments: { rationale: WHY } }, undefined, {
    timeout: 5_000,
    onprogress: ({ message }) => void heard.push(message ?? ""),
  })) as CallToolResult;
  const approval = await fake.pending();
  expect(textOf(result)).toContain("Not decided yet, and not run");
  expect(heard[0]).toContain(approval.id);
  expect(heard[0]).toContain("check_approval");
});

test.concurrent("a check may come with the rationale that the instructions ask for", async () => {
  const { fake, agent, check } = await journalled(UNTOLD, "some-client");
  await agent.call("note");
  const { id } = await fake.pending();
  const held = await check({ approval_id: id, rationale: WHY });
  expect(held.isError).toBeFalsy();
  expect(textOf(held)).toContain("Still open");
  expect(textOf(await check({ rationale: WHY }))).toContain(id);
  expect((await check({ why: WHY })).isError).toBe(true);
});

test.concurrent("a client that is known to wait while progress comes is kept waiting", async () => {
  const { fake, agent } = await journalled(UNTOLD, "claude-code");
  let heard = 0;
  const options = { onprogress: () => void heard++ };
  const answer = agent.client.callTool({ name: "note", arguments: { rationale: WHY } }, undefined, options);
  const approval = await fake.pending();
  await fake.until(() => heard > 20);
  fake.decide(approval, "approved");
  expect(textOf((await answer) as CallToolResult)).toBe("note done");
});

test.concurrent("an agent whose wait ends while its call runs is told that it runs, and the check waits for the result", async () => {
  const { fake, agent, check, journal } = await journalled({ ...UNTOLD, waitSeconds: 3 }, "some-client");
  const answer = agent.call("steps");
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  const told = textOf(await answer);
  expect(told).toContain("It was approved and is running");
  expect(told).not.toContain("not run.");
  releaseStep(journal, 8);
  const result = await check({ approval_id: approval.id });
  const last = textOf(result) === "steps done" ? result : await check({ approval_id: approval.id });
  expect(textOf(last)).toBe("steps done");
  expect(last.structuredContent).toMatchObject({ approval_id: approval.id, status: "succeeded" });
});

test.concurrent("a check waits for the decision, with progress, and says at the end of its wait that it is open", async () => {
  const { fake, agent, check } = await journalled({ waitSeconds: 0.2, waitSecondsWithProgress: 20 });
  await agent.call("note");
  const approval = await fake.pending();
  const open = await check({ approval_id: approval.id });
  expect(open.isError).toBeFalsy();
  expect(textOf(open)).toContain("Still open");
  expect(open.structuredContent).toMatchObject({
    approval_id: approval.id,
    tool: "note",
    status: "pending",
    approval_url: approval.url,
  });
  const heard: string[] = [];
  const onprogress = ({ message }: { message?: string }) => void heard.push(message ?? "");
  const answer = check({ approval_id: approval.id }, { onprogress });
  await fake.until(() => heard.length > 3);
  fake.decide(approval, "rejected", { reason: "Wrong segment." });
  const result = await answer;
  expect(textOf(result)).toContain("Tool execution denied by user. Reason: Wrong segment.");
  expect(result.structuredContent).toMatchObject({ status: "rejected" });
  expect(heard[0]).toContain(approval.id);
});

test.concurrent("without an id the check lists what this session has open, and nothing of another's", async () => {
  const { fake, gateway, agent, check } = await journalled({ waitSeconds: 0.2 });
  expect(textOf(await check())).toContain("Nothing that you asked for in this session is open");
  await agent.call("note", { n: 1 });
  await agent.call("explain");
  const other = await connectAgent(gateway, "other");
  await other.call("count", { countersign_rationale: WHY });
  expect(fake.approvals.size).toBe(3);
  const [first, second] = [...fake.approvals.values()];
  if (first) fake.decide(first, "rejected");
  const result = await check();
  expect(result.structuredContent).toEqual({
    open: [expect.objectContaining({ approval_id: second?.id, tool: "explain", status: "pending" })],
  });
  expect(textOf(result)).toContain(second?.id);
});

test.concurrent("calls that ended hide no open one, and are not asked about again", async () => {
  const { fake, agent, check } = await journalled({ waitSeconds: 0.05 });
  await agent.call("note", { n: 0 });
  const open = await fake.pending();
  await Promise.all(Array.from({ length: 21 }, (_, i) => agent.call("note", { n: i + 1 })));
  for (const approval of fake.approvals.values()) if (approval !== open) fake.decide(approval, "rejected");
  const expected = { open: [expect.objectContaining({ approval_id: open.id })] };
  expect((await check()).structuredContent).toEqual(expected);
  // Waiters for ended calls poll with a time.
  const lookUps = () =>
    fake.calls.filter(
      ({ method, path, query }) => method === "GET" && /\/approvals\/./.test(path) && !query.has("wait"),
    ).length;
  const before = lookUps();
  expect((await check()).structuredContent).toEqual(expected);
  expect(lookUps() - before).toBe(1);
});

test.concurrent("of many open calls the newest are listed, and the list says that there are more", async () => {
  const { fake, agent, check } = await journalled({ waitSeconds: 0.05 });
  await agent.call("note", { n: 0 });
  const oldest = await fake.pending();
  await Promise.all(Array.from({ length: 20 }, (_, i) => agent.call("note", { n: i + 1 })));
  const result = await check();
  expect(result.structuredContent?.open).toHaveLength(20);
  expect(textOf(result)).not.toContain(oldest.id);
  expect(textOf(result)).toContain("the newest 20 of 21");
});

test.concurrent("one approval that cannot be looked up does not take the others from the list", async () => {
  const { fake, agent, check } = await journalled({ waitSeconds: 0.05 });
  await agent.call("note", { n: 1 });
  const lost = await fake.pending();
  await agent.call("explain");
  const kept = await fake.pending("explain");
  const answer = { status: 403, body: { code: "FORBIDDEN", detail: "Not now." } };
  fake.interruptions.push({ path: `/api/v1/approvals/${lost.id}`, answer });
  const result = await check();
  expect(result.structuredContent).toEqual({
    open: [expect.objectContaining({ approval_id: kept.id })],
    not_looked_up: [lost.id],
  });
  expect(textOf(result)).toContain(`Could not be looked up just now: ${lost.id}`);
  expect((await check()).structuredContent?.open).toHaveLength(2);
  for (const { id } of [lost, kept]) fake.interruptions.push({ path: `/api/v1/approvals/${id}`, answer });
  const none = await check();
  expect(none.isError).toBe(true);
  expect(textOf(none)).toContain("could not be looked up");
});
