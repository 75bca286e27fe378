import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { decideApproval } from "@/lib/approvals/commands";
import { read } from "@/lib/core/db";
import { pause } from "@/lib/core/pause";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { answerContract, findHandler } from "./lane";
import { watchAnswers } from "./serving";

// A real server whose own listener stands for Next: what is not answered before it, it answers with 418.

let server: Server;

beforeAll(async () => {
  watchAnswers(answerContract);
  server = createServer((_, response) => response.writeHead(418).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Told = { status?: number; reason?: string; headers: IncomingHttpHeaders; text: string };

function port(): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function ask(method: string, path: string, headers: Record<string, string> = {}, body = ""): Promise<Told> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: port(), method, path, headers };
    const sent = httpRequest(options, async (answer) => {
      let text = "";
      for await (const part of answer) text += String(part);
      resolve({ status: answer.statusCode, reason: answer.statusMessage, headers: answer.headers, text });
    });
    sent.on("error", reject).end(body);
  });
}

async function aCaller() {
  const tenant = await aTenant();
  const { id } = await aGateway([tenant]);
  const { key } = await createKey(systemScope("tests"), id, [tenant.key]);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return { tenant, headers };
}

const reported = (tenant: string) =>
  JSON.stringify({
    tenant,
    tool: "read_file",
    outcome: "ok",
    rationale: "The tests need this row.",
    occurred_at: new Date().toISOString(),
  });

test("the contract is answered, with everything its answers owe", async () => {
  const { tenant, headers } = await aCaller();
  const stored = await ask("POST", "/api/v1/audit", headers, reported(tenant.key));
  expect([stored.status, stored.reason, stored.text]).toEqual([
    201,
    "Created",
    expect.stringContaining('"id"'),
  ]);
  expect(stored.headers).toMatchObject({
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const missing = await ask("GET", "/api/v1/approvals/01890000-0000-7000-8000-000000000000?wait=0", headers);
  expect([missing.status, JSON.parse(missing.text).code]).toEqual([404, "NOT_FOUND"]);
});

test("HEAD is GET without its body, OPTIONS names the methods, others are refused with them", async () => {
  const head = await ask("HEAD", "/api/health");
  expect([head.status, head.text]).toEqual([200, ""]);
  expect((await ask("OPTIONS", "/api/v1/audit")).headers.allow).toBe("GET, POST");
  const refused = await ask("DELETE", "/api/v1/audit");
  expect([refused.status, refused.headers.allow]).toEqual([405, "GET, POST"]);
});

test("bad bodies, hosts and credentials are refused, and the connection serves the next request", async () => {
  const { tenant, headers } = await aCaller();
  const cases: [Record<string, string>, string, number][] = [
    [headers, "{", 400],
    [headers, `{"tenant":"${"x".repeat(6 * 1024 * 1024)}"}`, 413],
    [{ ...headers, "content-type": "text/plain" }, "{}", 415],
    [{ ...headers, authorization: "Bearer csk_unknown" }, reported(tenant.key), 401],
    [{ ...headers, host: "not a host" }, reported(tenant.key), 400],
    [headers, reported(tenant.key), 201],
  ];
  for (const [sent, body, status] of cases)
    expect((await ask("POST", "/api/v1/audit", sent, body)).status, `${status}`).toBe(status);
});

test("what is no path of the contract, and a method that nobody knows, is left to others", async () => {
  for (const [method, path] of [
    ["GET", "/approvals"],
    ["GET", "/api/v1/nothing-here"],
    ["GET", "/api/v1/audit/"],
    ["GET", "/api/v1/approvals/a/b/c"],
    ["PURGE", "/api/v1/audit"],
  ] as const)
    expect((await ask(method, path)).status, path).toBe(418);
  expect(findHandler("constructor", "/api/v1/audit")).toBeNull();
});

test("whoever sends a body to its end before reading reads why it was refused, and goes on on the same connection", async () => {
  const { tenant, headers } = await aCaller();
  const chunk = "x".repeat(64 * 1024);
  const socket = connect(port());
  socket.setEncoding("utf8");
  let told = "";
  socket.on("data", (text) => {
    told += text;
  });
  const head = (path: string, more: Record<string, string>) =>
    `POST ${path} HTTP/1.1\r\n${Object.entries({ host: "x", ...more })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n`;
  const written = (text: string) => new Promise<void>((done) => socket.write(text, () => done()));
  const answered = (times: number) =>
    vi.waitFor(() => expect(told.match(/HTTP\/1\.1 \d+/g)).toHaveLength(times), { timeout: 10_000 });
  const refused: Record<string, string>[] = [headers, { ...headers, authorization: "Bearer csk_unknown" }];
  for (const [at, sent] of refused.entries()) {
    await written(head("/api/v1/authorize", { ...sent, "transfer-encoding": "chunked" }));
    for (let n = 0; n < 80; n += 1) await written(`10000\r\n${chunk}\r\n`);
    await written("0\r\n\r\n");
    await answered(at + 1);
  }
  const body = reported(tenant.key);
  await written(head("/api/v1/audit", { ...headers, "content-length": String(body.length) }) + body);
  await answered(3);
  expect(told.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 401", "HTTP/1.1 201"]);
  socket.destroy();
});

test("who asked, waited and left uses up no grant", async () => {
  const { tenant, headers } = await aCaller();
  const system = systemScope("tests");
  const held = () => read(system, (tx) => tx.approval.findFirst({ where: { tenantId: tenant.id } }));
  const asked = httpRequest({
    host: "127.0.0.1",
    port: port(),
    method: "POST",
    path: "/api/v1/authorize",
    headers,
  });
  asked.on("error", () => undefined);
  const call = {
    tenant: tenant.key,
    tool: "send",
    risk: "high",
    mode: "reissue",
    arguments: {},
    wait_seconds: 20,
  };
  asked.end(JSON.stringify({ ...call, rationale: "The tests need this to be sent." }));
  const one = await vi.waitFor(async () => (await held()) ?? Promise.reject(new Error("not yet")), {
    timeout: 10_000,
  });
  asked.destroy();
  await pause(200, new AbortController().signal); // until the server has heard of it
  const { id, revision, argumentsSha256 } = one;
  await decideApproval(await aPerson([tenant]), {
    id,
    revision,
    argumentsSha256,
    verdict: "approve",
    seen: {},
  });
  await pause(500, new AbortController().signal); // what would use it up is quicker
  expect(await held()).toMatchObject({ decision: "approved", execution: "awaiting", redeemedAt: null });
});
