import { PassThrough } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { expect, test, vi } from "vitest";
import { AgentLink } from "./agent-link";
import { LineTransport } from "./stdio";

test("a log that comes faster than the agent reads is dropped and counted, not kept", async () => {
  const agent = new AgentLink(Promise.resolve({}), 1_000);
  const toAgent = new PassThrough();
  const server = new Server({ name: "gateway", version: "1" }, { capabilities: { logging: {} } });
  await server.connect(new LineTransport(new PassThrough(), toAgent));
  const notify = (notification: object) => server.notification(notification as never);
  const ask = () => Promise.reject(new Error("not asked"));
  agent.join({ ask, notify }, Promise.resolve());
  await Promise.resolve();

  const sent = 10_000;
  const said = (n: number) => ({ level: "info", data: `line ${n} ${"x".repeat(1_000)}` });
  for (let n = 0; n < sent; n++) {
    agent.hear({ method: "notifications/message", params: said(n) });
    if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(toAgent.writableLength + toAgent.readableLength).toBeLessThan(2 * 1024 * 1024);

  let received = "";
  toAgent.on("data", (chunk: Buffer) => {
    received += chunk.toString();
  });
  const dropped = /The gateway dropped (\d+) notifications/;
  await vi.waitFor(() => expect(received).toMatch(dropped), { timeout: 60_000 });
  const lines = received.split("\n").filter((line) => line.includes('"data":"line '));
  expect(lines.length + Number(dropped.exec(received)?.[1])).toBe(sent);
});
