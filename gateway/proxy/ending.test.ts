import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
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
  whenFinished,
} from "../testing/harness";
import { WITHDRAWN } from "./holds";

sideBySide();

async function journalled(changes: Parameters<typeof configFor>[2] = {}) {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const config = configFor(fake, journalUpstream(journal), {
    provider: "journal",
    callback: null,
    ...changes,
  });
  const gateway = await startGateway(config);
  return { fake, gateway, ran: () => readJournal(journal) };
}

test.concurrent("a gateway that ends withdraws what nobody would run, and its agents are told", async () => {
  const { fake, gateway, ran } = await journalled();
  const [one, two] = [await connectAgent(gateway), await connectAgent(gateway, "other")];
  const answers = [one.call("note", { n: 1 }), two.call("note", { n: 2 })];
  await fake.until(() => fake.approvals.size === 2);
  await gateway.close();
  for (const answer of await Promise.all(answers)) {
    expect(textOf(answer)).toContain("gateway that would have run this call has ended");
    expect(textOf(answer)).not.toContain("stays open");
  }
  for (const approval of fake.approvals.values()) {
    expect(approval.decision).toBe("cancelled");
    expect(approval.reason).toContain("gateway that would have run this call has ended");
  }
  expect(ran()).toEqual([]);
  expect(fake.audit.map((row) => row.outcome)).toEqual(["blocked", "blocked"]);
});

test.concurrent("one that another process resumes leaves its calls open", async () => {
  const { fake, gateway } = await journalled({ resume: true });
  const agent = await connectAgent(gateway);
  const answer = agent.call("note");
  const approval = await fake.pending();
  await gateway.close();
  expect(textOf(await answer)).toContain("stays open");
  expect(approval.decision).toBe("pending");
});

test.concurrent("one whose agents repeat approved calls leaves them open, and the next process redeems them", async () => {
  const { fake, gateway } = await journalled({ mode: "reissue" });
  const agent = await connectAgent(gateway);
  const answer = agent.call("note", { n: 1 });
  const approval = await fake.pending();
  await gateway.close();
  expect(textOf(await answer)).toContain("stays open");
  expect(approval.decision).toBe("pending");
  fake.decide(approval, "approved");
  const journal = join(temporaryDirectory(), "journal.txt");
  const next = await startGateway(
    configFor(fake, journalUpstream(journal), { provider: "journal", callback: null, mode: "reissue" }),
  );
  const again = await connectAgent(next);
  expect(textOf(await again.call("note", { n: 1 }))).toBe("note done");
  expect(readJournal(journal)).toHaveLength(1);
  expect(approval.execution).toBe("succeeded");
});

test.concurrent("a call that was approved meanwhile still runs while the gateway ends", async () => {
  const { fake, gateway, ran } = await journalled();
  const agent = await connectAgent(gateway);
  const answer = agent.call("sleep");
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  await fake.until(() => ran().length === 1);
  await gateway.close();
  expect(textOf(await answer)).toBe("sleep done");
  expect(approval.execution).toBe("succeeded");
});

async function twoGateways(count = 2) {
  const journal = join(temporaryDirectory(), "journal.txt");
  const fake = await startFake();
  const config = () => configFor(fake, journalUpstream(journal), { provider: "journal", callback: null });
  const gateways = await Promise.all(Array.from({ length: count }, () => startGateway(config())));
  const agents = await Promise.all(gateways.map((gateway) => connectAgent(gateway)));
  const asked = (times: number) => fake.until(() => fake.countCalls("POST", /authorize$/) === times);
  return { fake, gateways, agents, asked, ran: () => readJournal(journal) };
}

test.concurrent("a call that another gateway withdrew at its end is asked anew by the one whose agent waits", async () => {
  const { fake, gateways, agents, asked, ran } = await twoGateways();
  const [leaving, staying] = agents.map((agent) => agent.call("note", { n: 1 }));
  const shared = await fake.pending();
  await asked(2);
  await gateways[0]?.close();
  expect(textOf((await leaving) ?? { content: [] })).toContain(
    "gateway that would have run this call has ended",
  );
  const anew = await fake.pending();
  expect(anew.id).not.toBe(shared.id);
  expect(anew.request.id).not.toBe(shared.request.id);
  fake.decide(anew, "approved");
  expect(textOf((await staying) ?? { content: [] })).toBe("note done");
  expect(ran()).toEqual(['note {"n":1}']);
  await fake.until(() => fake.audit.length === 2);
  expect(fake.audit.map((row) => [row.outcome, row.approval_id])).toEqual([
    ["blocked", shared.id],
    ["ok", anew.id],
  ]);
});

test.concurrent("what a person took back is not asked again", async () => {
  const { fake, agents } = await twoGateways(1);
  const answer = agents[0]?.call("note");
  fake.decide(await fake.pending(), "cancelled", { reason: "Not today." });
  expect(textOf((await answer) ?? { content: [] })).toContain("Not today.");
  expect(fake.approvals.size).toBe(1);
});

test.concurrent("a call is asked anew twice and no more", async () => {
  const { fake, agents, asked } = await twoGateways(1);
  const answer = agents[0]?.call("note");
  for (const times of [1, 2, 3]) {
    await asked(times);
    fake.decide(await fake.pending(), "cancelled", { reason: WITHDRAWN });
  }
  expect(textOf((await answer) ?? { content: [] })).toContain(WITHDRAWN);
  expect(fake.approvals.size).toBe(3);
});

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

// Separate, because its sessions end after less than half a second of idle time.
test("an HTTP session that nobody uses ends; one with a listener or a held call stays", async () => {
  const listen = { host: "127.0.0.1", port: 0 };
  const { fake, gateway } = await journalled({ listen, sessionIdleSeconds: 0.4 });
  const url = `http://127.0.0.1:${gateway.ports.mcp}/mcp`;
  const begin = async () => {
    const answer = await fetch(url, { method: "POST", headers: HEADERS, body: JSON.stringify(INITIALIZE) });
    await answer.text();
    return answer.headers.get("mcp-session-id") ?? "";
  };
  const ask = async (session: string, method: string) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method });
    const headers = { ...HEADERS, "mcp-session-id": session };
    const answer = await fetch(url, { method: "POST", headers, body });
    await answer.text();
    return answer.status;
  };
  const listener = new Client({ name: "listener", version: "1" });
  await listener.connect(new StreamableHTTPClientTransport(new URL(url)));
  whenFinished(() => listener.close());
  const caller = await begin();
  const held = fetch(url, {
    method: "POST",
    headers: { ...HEADERS, "mcp-session-id": caller },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 3,
      method: "tools/call",
      params: { name: "note", arguments: { rationale: WHY } },
    }),
  }).then((answer) => answer.text());
  const approval = await fake.pending();
  const sessions = await Promise.all(Array.from({ length: 20 }, begin));
  expect(new Set(sessions).size).toBe(20);
  await fake.until(() => gateway.sessionCount === 2);
  expect(await ask(sessions[0] ?? "", "ping")).toBe(404);
  fake.decide(approval, "approved");
  expect(await held).toContain("note done");
  expect((await listener.listTools()).tools.length).toBeGreaterThan(0);
});

test.concurrent("a session whose initialize is refused does not stay", async () => {
  const listen = { host: "127.0.0.1", port: 0 };
  const { fake, gateway } = await journalled({ listen });
  const url = `http://127.0.0.1:${gateway.ports.mcp}/mcp`;
  const begin = async (accept: string) => {
    const headers = { ...HEADERS, accept };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(INITIALIZE) });
    await answer.text();
    return answer.status;
  };
  const statuses = await Promise.all(Array.from({ length: 50 }, () => begin("application/json")));
  expect(new Set(statuses)).toEqual(new Set([406]));
  await fake.until(() => gateway.sessionCount === 0);
  expect(await begin(HEADERS.accept)).toBe(200);
  expect(gateway.sessionCount).toBe(1);
});
