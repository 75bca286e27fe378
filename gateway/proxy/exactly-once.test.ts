import { join } from "node:path";
import { expect, test } from "vitest";
import {
  callbackUrlOf,
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

async function journalled(changes: Parameters<typeof configFor>[2] = {}) {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const gateway = await startGateway(
    configFor(fake, journalUpstream(journal), { provider: "journal", ...changes }),
  );
  return { fake, gateway, agent: await connectAgent(gateway), ran: () => readJournal(journal), journal };
}

test.concurrent("callback and long poll at the same moment, and the callback again: one lease, one run", async () => {
  const { fake, gateway, agent, ran } = await journalled();
  const url = callbackUrlOf(gateway);
  for (let round = 0; round < 10; round++) {
    const answer = agent.call("note", { round });
    const approval = await fake.pending();
    fake.decide(approval, "approved");
    const statuses = await Promise.all([
      fake.deliver(approval, url, "msg_1"),
      fake.deliver(approval, url, "msg_1"),
    ]);
    expect(statuses).toEqual([200, 200]);
    expect(textOf(await answer)).toBe("note done");
    expect(await fake.deliver(approval, url, "msg_1")).toBe(200);
    expect(approval.reports.filter((report) => report.state === "executing")).toHaveLength(1);
  }
  expect(ran()).toHaveLength(10);
  expect(fake.countCalls("POST", /execution$/)).toBe(20);
});

test.concurrent("of two gateway processes, the one without the lease learns the other's result", async () => {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const config = configFor(fake, journalUpstream(journal), { provider: "journal" });
  const [one, two] = [await startGateway(config), await startGateway(config)];
  const [first, second] = [await connectAgent(one), await connectAgent(two)];
  const answers = [first.call("sleep"), second.call("sleep")];
  const approval = await fake.pending();
  await fake.until(() => fake.countCalls("POST", /authorize/) === 2);
  fake.decide(approval, "approved");
  for (const result of await Promise.all(answers)) expect(textOf(result)).toBe("sleep done");
  expect(readJournal(journal)).toHaveLength(1);
});

test.concurrent("an agent that cancels leaves the approval waiting, and it still runs once", async () => {
  const { fake, gateway, agent, ran } = await journalled();
  const cancel = new AbortController();
  const answer = agent.call("note", { n: 1 }, { signal: cancel.signal });
  const approval = await fake.pending();
  cancel.abort("changed my mind");
  await expect(answer).rejects.toThrow();
  fake.decide(approval, "approved");
  expect(await fake.deliver(approval, callbackUrlOf(gateway))).toBe(200);
  await fake.until(() => approval.execution === "succeeded");
  expect(ran()).toEqual(['note {"n":1}']);
  const row = await fake.until(() => fake.audit.find((candidate) => candidate.outcome === "ok"));
  expect(row).toMatchObject({
    outcome_detail: "the agent stopped waiting",
    rationale: WHY,
    approval_id: approval.id,
  });
  expect(fake.audit).toHaveLength(1);
});

test.concurrent("an agent that disconnects changes nothing either", async () => {
  const { fake, agent, ran } = await journalled();
  const answer = agent.call("note").catch(() => undefined);
  const approval = await fake.pending();
  await agent.client.close();
  await answer;
  fake.decide(approval, "approved");
  await fake.until(() => approval.execution === "succeeded");
  expect(ran()).toHaveLength(1);
});

test.concurrent("calling again while held shares the approval and its one run", async () => {
  const { fake, agent, ran } = await journalled();
  const answers = [
    agent.callText("note", `{"a":1,"b":2,"rationale":"${WHY}"}`),
    agent.callText("note", `{"rationale":"${WHY}","b":2,"a":1}`),
  ];
  await fake.until(() => fake.countCalls("POST", /authorize/) === 2);
  fake.decide(await fake.pending(), "approved");
  for (const result of await Promise.all(answers)) expect(textOf(result)).toBe("note done");
  expect(ran()).toEqual(['note {"a":1,"b":2}']);
});

test.concurrent("when the agent's patience ends it gets the approval's whereabouts, and check_approval the result later", async () => {
  const { fake, agent, ran } = await journalled({ waitSeconds: 0.3 });
  const held = await agent.call("note");
  expect(held.isError).toBe(true);
  expect(textOf(held)).toContain("Not decided yet, and not run");
  const approval = await fake.pending();
  const check = () =>
    agent.client.callTool({ name: "check_approval", arguments: { approval_id: approval.id } });
  expect(JSON.stringify(await check())).toContain("Waiting for a person's approval");
  fake.decide(approval, "approved");
  await fake.until(() => approval.execution === "succeeded");
  expect(JSON.stringify(await check())).toContain("note done");
  expect(ran()).toHaveLength(1);
  await fake.until(() => fake.audit.length === 2);
  expect(fake.audit.map((row) => row.outcome)).toEqual(["approval_pending", "ok"]);
});

// Separate, because its client gives up after three seconds of silence.
test("progress keeps a client waiting past its own timeout", async () => {
  const { fake, agent } = await journalled({ waitSeconds: 0.1, waitSecondsWithProgress: 20 });
  const heard: string[] = [];
  const answer = agent.client.callTool({ name: "note", arguments: { rationale: WHY } }, undefined, {
    timeout: 3_000,
    resetTimeoutOnProgress: true,
    onprogress: ({ message }) => heard.push(message ?? ""),
  });
  const approval = await fake.pending();
  const since = performance.now();
  await fake.until(() => performance.now() - since > 3_500);
  fake.decide(approval, "approved");
  expect(JSON.stringify(await answer)).toContain("note done");
  expect(heard[0]).toContain(approval.url);
});

test.concurrent("a lease answer lost on the way is asked for again and still runs once", async () => {
  const { fake, agent, ran } = await journalled();
  const answer = agent.call("note");
  const approval = await fake.pending();
  fake.interruptions.push({
    path: `/api/v1/approvals/${approval.id}/execution`,
    answer: { status: 503, headers: { "retry-after": "0" } },
  });
  fake.decide(approval, "approved");
  expect(textOf(await answer)).toBe("note done");
  expect(ran()).toHaveLength(1);
});

test.concurrent("while the lease cannot be asked for, a callback is sent back for later and nothing runs", async () => {
  const { fake, gateway, agent, ran } = await journalled({ pollSeconds: 1 });
  const answer = agent.call("note");
  const approval = await fake.pending();
  const refusal = {
    path: `/api/v1/approvals/${approval.id}`,
    answer: { status: 503, headers: { "retry-after": "60" } },
  };
  fake.interruptions.push(...Array.from({ length: 3 }, () => refusal));
  approval.decision = "approved";
  approval.execution = "awaiting";
  expect(await fake.deliver(approval, callbackUrlOf(gateway))).toBe(503);
  expect(ran()).toEqual([]);
  fake.interruptions.length = 0;
  expect(await fake.deliver(approval, callbackUrlOf(gateway))).toBe(200);
  expect(textOf(await answer)).toBe("note done");
  expect(ran()).toHaveLength(1);
});

test.concurrent("a callback for a call an earlier process held is executed", async () => {
  const { fake, gateway, agent, ran } = await journalled();
  const answer = agent.call("note", { n: 2 });
  const approval = await fake.pending();
  const later = await startGateway(
    configFor(fake, journalUpstream(join(temporaryDirectory(), "x.txt")), { provider: "journal" }),
  );
  fake.decide(approval, "approved");
  const [one, two] = await Promise.all([
    fake.deliver(approval, callbackUrlOf(gateway)),
    fake.deliver(approval, callbackUrlOf(later)),
  ]);
  expect([one, two]).toEqual([200, 200]);
  expect(textOf(await answer)).toBe("note done");
  expect(approval.reports.filter((report) => report.state === "executing")).toHaveLength(1);
  expect(ran().length).toBeLessThanOrEqual(1);
});

test.concurrent("a restarted gateway takes up what was left open", async () => {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const config = configFor(fake, journalUpstream(journal), {
    provider: "journal",
    resume: true,
    callback: null,
  });
  const first = await startGateway(config);
  const agent = await connectAgent(first);
  void agent.call("note", { n: 3 }).catch(() => undefined);
  const approval = await fake.pending();
  await first.close();
  await startGateway(config);
  fake.decide(approval, "approved");
  await fake.until(() => approval.execution === "succeeded");
  expect(readJournal(journal)).toEqual(['note {"n":3}']);
  await fake.until(() => fake.audit.some((row) => row.outcome === "ok" && row.rationale === WHY));
});

test.concurrent("an upstream that dies in the middle is reported as what it is", async () => {
  const { fake, agent, ran } = await journalled();
  const answer = agent.call("break");
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  const result = await answer;
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("Connection closed");
  // Its progress is unknown.
  expect(approval.execution).toBe("unknown");
  expect(textOf(result)).toContain("may or may not have taken effect");
  expect(ran()).toHaveLength(1);
  await fake.until(() => fake.audit.some((row) => row.outcome === "upstream_error"));
});

test.concurrent("in reissue mode the approved call is asked for again and runs once", async () => {
  const { fake, agent, ran } = await journalled({ mode: "reissue", callback: null });
  const answer = agent.call("note", { n: 4 });
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  expect(textOf(await answer)).toBe("note done");
  expect(ran()).toEqual(['note {"n":4}']);
  expect(approval.reports.map((report) => report.state)).toEqual(["succeeded"]);
  expect(fake.countCalls("POST", /authorize/)).toBe(2);
});
