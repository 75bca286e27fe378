import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SITE } from "@/lib/auth/testing/browser";
import { currentNetwork } from "@/lib/core/client-network";
import { env } from "@/lib/core/env";
import { logContext } from "@/lib/core/log";
import { askPort, askRaw, type Served, type Serving } from "./listener";

// Requirements for every request and answer, for every way of serving. A listener acts as Next and
// answers 200.

const UUID = /^[0-9a-f-]{36}$/;

let served: Served;

const ask = (method: string, path: string, headers?: Record<string, string>) =>
  askPort(served.port, method, path, { headers });

export function frontDoorSuite(serve: Serving): void {
  beforeAll(async () => {
    served = await serve(async (request, response) => {
      if (request.url === "/api/nothing/named") response.setHeader("x-request-id", "the route's own");
      await setImmediate();
      response.setHeader("logged-as", logContext().request_id ?? "");
      response.end(request.url === "/network" ? currentNetwork().key : "reached");
    });
  });
  afterAll(() => served.close());

  refusals();
  passes();
  wholeServer();
  names();
  describe("whose request it is", networks);
}

function refusals(): void {
  test.each<[string, string, Record<string, string>, number]>([
    ["TRACE", "/", {}, 405],
    ["GET", "/approvals/%ff", {}, 400],
    ["GET", "/api/v1/approvals/%E0%A4%A", {}, 400],
    ["GET", "/settings/tenants/%00", {}, 404],
    ["GET", "/api/v1/issues/FB-1%00", {}, 404],
    ["GET", "*", {}, 400],
    ["GET", "/api/v1/audit", { host: "localhost:99999" }, 400],
    ["GET", "/api/v1/audit", { host: "evil.example/path" }, 400],
    ["GET", "/api/v1/audit", { host: "maya@localhost" }, 400],
    ["GET", "/approvals", { host: "not a host" }, 400],
    ["POST", "/api/v1/authorize", { "content-encoding": "gzip" }, 415],
    ["POST", "/approvals", { origin: "https://elsewhere.example" }, 403],
    ["POST", "/approvals", { origin: "null" }, 403],
    ["POST", "/signin", {}, 403],
    ["PUT", "/settings/people", { origin: "https://elsewhere.example" }, 403],
  ])("%s %s with %j is refused with %i", async (method, path, headers, status) => {
    const answer = await ask(method, path, headers);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const { "x-request-id": requestId } = answer.headers;
    expect(requestId).toMatch(UUID);
    expect(JSON.parse(answer.text)).toMatchObject({ status, request_id: requestId });
  });
}

function passes(): void {
  test.each<[string, string, Record<string, string>]>([
    ["GET", "/approvals?q=%ff", {}],
    ["GET", "/tools/caf%C3%A9%2Fx", { origin: "https://elsewhere.example" }],
    ["POST", "/approvals", { origin: SITE }],
    ["POST", "/approvals", { "sec-fetch-site": "same-origin" }],
    ["POST", "/api/nothing", { origin: "https://elsewhere.example", "content-encoding": "identity" }],
  ])("%s %s with %j gets through, and its answer is safe", async (method, path, headers) => {
    const answer = await ask(method, path, headers);
    expect([answer.status, answer.text]).toEqual([200, "reached"]);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(answer.headers["x-request-id"]).toMatch(UUID);
  });
}

function wholeServer(): void {
  const once = (lines: string[]) => [...lines, "connection: close", "", ""].join("\r\n");

  test("OPTIONS of the whole server names the methods", async () => {
    const answer = await askPort(served.port, "OPTIONS", "*");
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers).toMatchObject({
      allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "x-request-id": expect.stringMatching(UUID),
    });
  });

  test.each([[["host: localhost", "host: localhost"]], [["Host: localhost", "HOST: evil.example"]]])(
    "two Host headers are refused: %j",
    async (hosts) => {
      const answer = await askRaw(served.port, once(["GET /approvals HTTP/1.1", ...hosts]));
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain("more than one Host header");
    },
  );
}

function names(): void {
  test("each answer has a name of its own, which the log lines about it carry; a route's own name goes before", async () => {
    const [one, other] = [await ask("GET", "/approvals"), await ask("GET", "/approvals")];
    expect(one.headers["x-request-id"]).not.toBe(other.headers["x-request-id"]);
    expect(one.headers["logged-as"]).toBe(one.headers["x-request-id"]);
    expect((await ask("GET", "/api/nothing/named")).headers["x-request-id"]).toBe("the route's own");
  });
}

function networks(): void {
  const networkWith = async (forwarded?: string) =>
    (await ask("GET", "/network", forwarded === undefined ? {} : { "x-forwarded-for": forwarded })).text;

  afterEach(() => {
    env().trustedProxies = [];
  });

  test("is the socket's to say, not the request's", async () => {
    expect(await networkWith()).toBe("127.0.0.1/32");
    expect(await networkWith("198.51.100.7")).toBe("127.0.0.1/32");
  });

  test("is a trusted proxy's to say, each request on its own", async () => {
    env().trustedProxies = ["127.0.0.1/32"];
    const asked = ["198.51.100.7", "1.2.3.4, 198.51.100.8", undefined, "2001:db8::1"];
    expect(await Promise.all(asked.map(networkWith))).toEqual([
      "198.51.100.7/32",
      "198.51.100.8/32",
      "127.0.0.1/32",
      "2001:db8::/64",
    ]);
  });
}
