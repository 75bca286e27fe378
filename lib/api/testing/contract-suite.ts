import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { decideApproval } from "@/lib/approvals/commands";
import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { askPort, askRaw, type Served, type Serving } from "./listener";

// HTTP requirements of the contract for every way of serving. A listener acts as Next: it answers
// 418 to everything that reaches it.

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

let served: Served;

const ask = (method: string, path: string, headers?: Record<string, string>, body?: string) =>
  askPort(served.port, method, path, { headers, body });

export function contractSuite(serve: Serving): void {
  beforeAll(async () => {
    served = await serve((_, response) => response.writeHead(418).end());
  });
  afterAll(() => served.close());

  test("the contract is answered, with everything its answers owe", answersWhole);
  test("HEAD is GET without its body, OPTIONS names the methods, others are refused with them", knowsMethods);
  test(
    "bad bodies, hosts and credentials are refused, and the connection serves the next request",
    refusesBad,
  );
  test("what is no path of the contract, and a method that nobody knows, is left to others", leavesOthers);
  test("what a path names is decoded once", decodesPaths);
  test("a client that closes its side after a whole request reads the answer", answersHalfClosed);
  test(
    "whoever sends a body to its end before reading reads why it was refused, and goes on on the same connection",
    readsToTheEnd,
  );
  test("who asked, waited and left uses up no grant", usesNoGrant);
}

async function answersWhole() {
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
}

async function knowsMethods() {
  const head = await ask("HEAD", "/api/health");
  expect([head.status, head.text]).toEqual([200, ""]);
  expect((await ask("OPTIONS", "/api/v1/audit")).headers.allow).toBe("GET, POST");
  const refused = await ask("DELETE", "/api/v1/audit");
  expect([refused.status, refused.headers.allow]).toEqual([405, "GET, POST"]);
}

async function refusesBad() {
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
}

async function decodesPaths() {
  const { tenant, headers } = await aCaller();
  const report = {
    tenant: tenant.key,
    attempted_action: "Send the mail",
    expected_outcome: "It is sent",
    actual_outcome: "It is not",
    severity: "low",
    rationale: "The tests need this report.",
  };
  const stored = await ask("POST", "/api/v1/feedback", headers, JSON.stringify(report));
  const { ref, id } = JSON.parse(stored.text).issue as { ref: string; id: string };
  const plain = await ask("GET", `/api/v1/issues/${ref}`, headers);
  expect(plain.status).toBe(200);
  const escaped = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  for (const name of [encodeURIComponent(ref), ref.replace("FB", "%46B"), escaped])
    expect((await ask("GET", `/api/v1/issues/${name}`, headers)).text, name).toBe(plain.text);
  const twice = await ask("GET", `/api/v1/issues/${encodeURIComponent(encodeURIComponent(ref))}`, headers);
  expect([twice.status, JSON.parse(twice.text).code]).toEqual([404, "NOT_FOUND"]);
}

async function answersHalfClosed() {
  const { tenant, headers } = await aCaller();
  const asked = (path: string, body: string) => {
    const fields = { host: "localhost", ...headers, "content-length": String(Buffer.byteLength(body)) };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    return askRaw(served.port, `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`, { closes: true });
  };
  expect(await asked("/api/v1/audit", reported(tenant.key))).toMatch(/^HTTP\/1\.1 201 /);
  const call = {
    ...{ tenant: tenant.key, tool: "half", risk: "high", mode: "reissue", arguments: {}, wait_seconds: 50 },
    rationale: "The tests need this to be sent.",
  };
  // The client may have gone, so the answer reports the waiting call at once.
  expect(await asked("/api/v1/authorize", JSON.stringify(call))).toMatch(/^HTTP\/1\.1 202 /);
}

async function leavesOthers() {
  for (const [method, path] of [
    ["GET", "/approvals"],
    ["GET", "/api/v1/nothing-here"],
    ["GET", "/api/v1/audit/"],
    ["GET", "/api/v1/approvals/a/b/c"],
    ["PURGE", "/api/v1/audit"],
  ] as const)
    expect((await ask(method, path)).status, path).toBe(418);
}

async function readsToTheEnd() {
  const { tenant, headers } = await aCaller();
  const chunk = "x".repeat(64 * 1024);
  const socket = connect(served.port);
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
}

async function usesNoGrant() {
  const { tenant, headers } = await aCaller();
  const system = systemScope("tests");
  const held = (tool: string) =>
    read(system, (tx) => tx.approval.findFirst({ where: { tenantId: tenant.id, tool } }));
  const isHeld = (tool: string) =>
    vi.waitFor(async () => (await held(tool)) ?? Promise.reject(new Error("not yet")), { timeout: 60_000 });
  const person = await aPerson([tenant]);
  const approve = ({ id, revision, argumentsSha256 }: Awaited<ReturnType<typeof isHeld>>) =>
    decideApproval(person, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
  const bodyOf = (tool: string) =>
    JSON.stringify({
      tenant: tenant.key,
      tool,
      risk: "high",
      mode: "reissue",
      arguments: {},
      wait_seconds: 50,
      rationale: "The tests need this to be sent.",
    });
  const asked = httpRequest({
    host: "127.0.0.1",
    port: served.port,
    method: "POST",
    path: "/api/v1/authorize",
    headers,
  });
  asked.on("error", () => undefined);
  asked.end(bodyOf("leaves"));
  const left = await isHeld("leaves");
  const closed = new Promise((resolve) => asked.once("close", resolve));
  asked.destroy();
  await closed;
  // The server processes these requests after the other connection's close.
  for (let n = 0; n < 3; n += 1) await ask("GET", "/api/v1/approvals", headers);
  await approve(left);
  // A call approved later has used its grant by now.
  const stays = ask("POST", "/api/v1/authorize", headers, bodyOf("stays"));
  await approve(await isHeld("stays"));
  expect((await stays).status).toBe(200);
  expect((await held("stays"))?.redeemedAt).toBeInstanceOf(Date);
  expect(await held("leaves")).toMatchObject({
    decision: "approved",
    execution: "awaiting",
    redeemedAt: null,
  });
}
