import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { SITE } from "@/lib/auth/testing/browser";
import { anApiProcess, askPort, askRaw, inFront, type Served } from "./testing/listener";

// The API process in front of our own server, which acts as the pages process and sees what is
// passed on.

const open: (() => unknown)[] = [];
// Shared, because starting a process is slow.
let shared: Served;
let behind: RequestListener = () => undefined;

beforeAll(async () => {
  shared = await inFront((request, response) => behind(request, response));
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
afterAll(() => shared?.close());

/** Port of the shared process, with this listener as its pages process. */
function inFrontOf(listener: RequestListener): number {
  behind = listener;
  return shared.port;
}

/** A separate process, so that its requests do not affect other tests. */
async function aloneInFrontOf(listener: RequestListener): Promise<number> {
  const served = await inFront(listener);
  open.push(served.close);
  return served.port;
}

function aSocket(port: number): { socket: Socket; told: () => string } {
  const socket = connect(port, "127.0.0.1");
  open.push(() => socket.destroy());
  socket.setEncoding("utf8");
  let told = "";
  socket.on("data", (text) => {
    told += text;
  });
  socket.on("error", () => undefined); // the tests inspect the answers
  return { socket, told: () => told };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

test("a request arrives as it was sent, but for what belongs to its connection", async () => {
  const seen: { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const port = inFrontOf(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: await bodyOf(request) });
    response.setHeader("set-cookie", ["a=1; Path=/", "b=2"]);
    response.setHeader("x-odd", headers["x-odd"] ?? "none");
    response.writeHead(201, "Made").end(Buffer.from("answered"));
  });
  const sent = { cookie: "a=b; c=d", "x-forwarded-for": "192.0.2.1", "x-odd": "caf\u00e9", te: "trailers" };
  const answer = await askPort(port, "POST", "/signin?q=%20%2f", {
    headers: {
      ...sent,
      host: "console.example:8443",
      origin: SITE,
    },
    body: "some text",
  });
  expect(answer).toMatchObject({ status: 201, reason: "Made", text: "answered" });
  expect(answer.headers).toMatchObject({ "set-cookie": ["a=1; Path=/", "b=2"], "x-odd": "caf\u00e9" });
  const [{ headers, ...rest } = { headers: {} }] = seen;
  expect(rest).toEqual({ method: "POST", url: "/signin?q=%20%2f", body: "some text" });
  expect(headers).toMatchObject({
    host: "console.example:8443",
    cookie: "a=b; c=d",
    "x-forwarded-for": "192.0.2.1",
    "x-odd": "caf\u00e9",
  });
  expect(headers).not.toHaveProperty("te");
  const waited = { origin: SITE, expect: "100-continue" };
  expect((await askPort(port, "POST", "/signin", { headers: waited, body: "later" })).status).toBe(201);
  expect(seen[1]?.body).toBe("later");
  expect(seen[1]?.headers).not.toHaveProperty("expect");
});

test("nobody can say in place of the API process who asks, nor what the request is called", async () => {
  const port = inFrontOf((request, response) => {
    response.end(JSON.stringify(request.headers["x-countersign-hop"]));
  });
  const forged = "00000000-0000-0000-0000-000000000000 7 198.51.100.1";
  const answer = await askPort(port, "GET", "/", { headers: { "x-countersign-hop": forged } });
  expect(JSON.parse(answer.text)).toBe(`${answer.headers["x-request-id"]} 0 127.0.0.1`);
});

test("a body in chunks stays a body, whatever the method: nothing of it becomes a request", async () => {
  const seen: string[] = [];
  const port = inFrontOf(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${JSON.stringify(await bodyOf(request))}`);
    response.end("ok");
  });
  const inside = "GET /inside HTTP/1.1\r\nhost: x\r\nx-countersign-hop: a 1 198.51.100.1\r\n\r\n";
  for (const method of ["GET", "OPTIONS"]) {
    const { socket, told } = aSocket(port);
    const chunk = `${inside.length.toString(16)}\r\n${inside}\r\n0\r\n\r\n`;
    socket.write(`${method} /outside HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`);
    await vi.waitFor(() => expect(told()).toContain("HTTP/1.1 200"), { timeout: 60_000 });
    socket.write("GET /next HTTP/1.1\r\nhost: x\r\n\r\n");
    await vi.waitFor(() => expect(told().match(/HTTP\/1\.1 200/g)).toHaveLength(2), { timeout: 60_000 });
  }
  expect(seen).toEqual(
    ["GET", "OPTIONS"].flatMap((method) => [`${method} /outside ${JSON.stringify(inside)}`, 'GET /next ""']),
  );
});

test.each<[string, string, string]>([
  [
    "an address of another host",
    "GET http://elsewhere.example/x HTTP/1.1\r\nhost: x",
    "http://elsewhere.example/x x",
  ],
  ["two slashes", "GET //elsewhere.example/x HTTP/1.1\r\nhost: x", "//elsewhere.example/x x"],
  ["slashes in escapes", "GET /a%2F..%2fb HTTP/1.1\r\nhost: x", "/a%2F..%2fb x"],
  ["HTTP/1.0 without a host", "GET /old HTTP/1.0", `/old ${new URL(SITE).host}`],
  [
    "another protocol asked for",
    "GET /up HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c",
    "/up x",
  ],
  [
    "a length called one of the connection",
    "GET /n HTTP/1.1\r\nhost: x\r\nconnection: content-length\r\ncontent-length: 0",
    "/n x",
  ],
])("%s arrives as it was sent, once", async (_, head, expected) => {
  const port = inFrontOf(async (request, response) => {
    response.end(`<${request.url} ${request.headers.host}${await bodyOf(request)}>`);
  });
  const { socket, told } = aSocket(port);
  socket.write(`${head}\r\n\r\n`);
  await vi.waitFor(() => expect(told()).toContain(`<${expected}>`), { timeout: 60_000 });
});

test("a coding without a name makes no body: what follows is passed on as a request of its own", async () => {
  const seen: string[] = [];
  const port = await aloneInFrontOf(async (request, response) => {
    seen.push(`${request.url} ${request.headers["x-countersign-hop"]?.slice(37)} ${await bodyOf(request)}`);
    response.end();
  });
  for (const method of ["GET", "POST"]) {
    const { socket, told } = aSocket(port);
    const head = `${method} /outside HTTP/1.1\r\nhost: x\r\norigin: ${SITE}\r\ntransfer-encoding: \r\n\r\n`;
    socket.write(`${head}GET /inside HTTP/1.1\r\nhost: x\r\nx-countersign-hop: a 1 198.51.100.1\r\n\r\n`);
    await vi.waitFor(() => expect(told().match(/HTTP\/1\.1 (?:200|400)/g)?.length).toBeGreaterThan(0), {
      timeout: 60_000,
    });
    socket.destroy();
  }
  for (const one of seen) expect(one).toMatch(/^\/(?:outside|inside) 0 127\.0\.0\.1 $/);
});

test("two lengths of one body are refused before anything is passed on", async () => {
  let reached = 0;
  const port = inFrontOf((_, response) => {
    reached += 1;
    response.end();
  });
  for (const lengths of [
    "content-length: 3\r\ntransfer-encoding: chunked",
    "content-length: 3\r\ncontent-length: 5",
  ]) {
    const { socket, told } = aSocket(port);
    socket.write(`POST /signin HTTP/1.1\r\nhost: x\r\n${lengths}\r\n\r\n0\r\n\r\n`);
    await vi.waitFor(() => expect(told()).toContain("HTTP/1.1 400"), { timeout: 60_000 });
  }
  expect(reached).toBe(0);
});

test("headers that the door takes are taken behind it; too large ones are refused with 431", async () => {
  const port = inFrontOf((request, response) => response.end(String(request.headers["x-large"]?.length)));
  const large = (length: number) => askPort(port, "GET", "/", { headers: { "x-large": "x".repeat(length) } });
  // Node's limit for the whole head is 16 KiB.
  expect(await large(16_200)).toMatchObject({ status: 200, text: "16200" });
  expect((await large(17_000)).status).toBe(431);
});

test("both ways flow piece by piece, before either is at its end", async () => {
  const port = inFrontOf((request, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    response.flushHeaders();
    request.pipe(response);
  });
  const headers = { origin: SITE };
  const sent = httpRequest({ host: "127.0.0.1", port, method: "POST", path: "/signin", headers });
  sent.flushHeaders();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.setEncoding("utf8");
  for (const piece of ["one", "two"]) {
    sent.write(piece);
    expect((await once(answer, "data"))[0]).toBe(piece);
  }
  sent.end();
  await once(answer, "end");
});

test("a reader that is slow holds the writer back", async () => {
  let written = 0;
  const port = inFrontOf((_, response) => {
    const chunk = Buffer.alloc(64 * 1024);
    const write = () => {
      while (response.write(chunk)) written += chunk.length;
      written += chunk.length;
      response.once("drain", write);
    };
    write();
  });
  const { socket } = aSocket(port);
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  let before = -1;
  await vi.waitFor(
    () => {
      const [last, now] = [before, written];
      before = now;
      expect(now).toBe(last);
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(written).toBeLessThan(32 * 1024 * 1024);
});

test("a client that closes its side after its request reads the page", async () => {
  const port = inFrontOf((request, response) => {
    request.resume().on("end", () => setImmediate(() => response.write("one", () => response.end("two"))));
  });
  const page = await askRaw(port, "GET /page HTTP/1.1\r\nhost: x\r\n\r\n", { closes: true });
  expect(page).toMatch(/^HTTP\/1\.1 200 /);
  expect(page).toMatch(/one.*two/s);
});

test("whoever leaves is answered no further, and whoever is cut off behind is cut off in front", async () => {
  const [asked, closed]: [string[], string[]] = [[], []];
  const port = inFrontOf((request, response) => {
    asked.push(request.url ?? "");
    response.on("close", () => closed.push(request.url ?? ""));
    if (request.url === "/cut") response.write("a part", () => response.destroy());
    if (request.url === "/begun") response.write("a part");
  });
  for (const target of ["/never", "/begun"]) {
    const { socket, told } = aSocket(port);
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await vi.waitFor(() => expect(asked).toContain(target), { timeout: 60_000 });
    if (target === "/begun") await vi.waitFor(() => expect(told()).toContain("a part"), { timeout: 60_000 });
    socket.destroy();
    await vi.waitFor(() => expect(closed).toContain(target), { timeout: 60_000 });
  }
  await expect(askPort(port, "GET", "/cut")).rejects.toThrow(/aborted|socket hang up/);
});

test("whoever leaves amid a body that was answered already is not waited for", async () => {
  let left = 0;
  const port = inFrontOf((request, response) => {
    request.socket.on("close", () => {
      left += 1;
    });
    response.end("answered");
  });
  for (const framing of ["content-length: 10", "transfer-encoding: chunked"]) {
    const { socket, told } = aSocket(port);
    socket.write(`POST /signin HTTP/1.1\r\nhost: x\r\norigin: ${SITE}\r\n${framing}\r\n\r\n`);
    await vi.waitFor(() => expect(told()).toContain("answered"), { timeout: 60_000 });
    socket.destroy();
  }
  await vi.waitFor(() => expect(left).toBe(2), { timeout: 60_000 });
});

test("whoever sends the rest of a body that was answered already is answered again on the same connection", async () => {
  const port = inFrontOf((request, response) => response.end(`<${request.url}>`));
  const { socket, told } = aSocket(port);
  const length = 4 * 1024 * 1024;
  socket.write(`POST /first HTTP/1.1\r\nhost: x\r\norigin: ${SITE}\r\ncontent-length: ${length}\r\n\r\n`);
  await vi.waitFor(() => expect(told()).toContain("</first>"), { timeout: 60_000 });
  socket.write(Buffer.alloc(length));
  socket.write("GET /second HTTP/1.1\r\nhost: x\r\n\r\n");
  await vi.waitFor(() => expect(told()).toContain("</second>"), { timeout: 60_000 });
});

test("while nobody serves pages, a person gets a page that tries again and a program a problem; the contract is answered", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "pages-"));
  const place = path.join(folder, "pages");
  const { port, close } = await anApiProcess({ COUNTERSIGN_PAGES: place });
  open.push(() => rmSync(folder, { recursive: true }), close);
  expect(existsSync(place)).toBe(false);
  const page = await askPort(port, "GET", "/approvals", { headers: { accept: "text/html,*/*" } });
  expect(page).toMatchObject({ status: 503, headers: { "retry-after": "2", "cache-control": "no-store" } });
  expect(page.text).toContain("<h1>Countersign is starting</h1>");
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const headers = { origin: SITE, "content-type": "text/plain" };
  const form = await askPort(port, "POST", "/signin", { headers, body: "x".repeat(100_000) });
  expect([form.status, JSON.parse(form.text)]).toMatchObject([
    503,
    { code: "UNAVAILABLE", retryable: true, detail: expect.stringContaining("Nothing was done") },
  ]);
  expect(JSON.parse(form.text).request_id).toBe(form.headers["x-request-id"]);
  const ready = await askPort(port, "GET", "/api/ready");
  expect([ready.status, JSON.parse(ready.text).reasons]).toEqual([
    503,
    expect.arrayContaining(["pages: the process that serves them does not answer"]),
  ]);
  expect((await askPort(port, "GET", "/api/health")).status).toBe(200);
  expect((await askPort(port, "GET", "/api/v1/approvals")).status).toBe(401);

  const pages = createServer((_, response) => response.end("a page")).listen(place);
  open.push(() => pages.close());
  await once(pages, "listening");
  expect(await askPort(port, "GET", "/approvals")).toMatchObject({ status: 200, text: "a page" });
});

test("a pages process that hangs is away, and keeps no gateway waiting", async () => {
  const port = await aloneInFrontOf(() => undefined);
  aSocket(port).socket.write("GET /approvals HTTP/1.1\r\nhost: x\r\n\r\n");
  const ready = await askPort(port, "GET", "/api/ready");
  expect(JSON.parse(ready.text).reasons).toContain("pages: the process that serves them does not answer");
  expect((await askPort(port, "GET", "/api/v1/approvals")).status).toBe(401);
});

test("whoever does not get in among too many may ask again: nothing was done", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "pages-"));
  const place = path.join(folder, "pages");
  const pages = createServer((request, response) => request.resume().on("end", () => response.end()));
  pages.listen({ path: place, backlog: 1 });
  await once(pages, "listening");
  const { port, close } = await anApiProcess({ COUNTERSIGN_PAGES: place });
  open.push(
    () => rmSync(folder, { recursive: true }),
    () => pages.closeAllConnections(),
    () => pages.close(),
    close,
  );
  const clients = Array.from({ length: 10 }, () => aSocket(port));
  await Promise.all(clients.map(({ socket }) => once(socket, "connect")));
  for (const { socket } of clients)
    socket.write(`POST /signin HTTP/1.1\r\nhost: x\r\norigin: ${SITE}\r\ncontent-length: 0\r\n\r\n`);
  // Blocks this process, so that it accepts no connections meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  await vi.waitFor(() => expect(clients.every(({ told }) => told().includes("HTTP/1.1"))).toBe(true), {
    timeout: 60_000,
  });
  const refused = clients.map(({ told }) => told()).filter((text) => text.startsWith("HTTP/1.1 503"));
  expect(refused.length).toBeGreaterThan(0);
  for (const text of refused) expect(text).toContain('"retryable":true');
});

test("what was sent to a process that ended over it may be done: nobody is told to send it again", async () => {
  const port = await aloneInFrontOf((request) => request.resume().on("end", () => request.socket.destroy()));
  const headers = { origin: SITE, accept: "text/html" };
  const answer = await askPort(port, "POST", "/signin", { headers, body: "decide" });
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    503,
    { retryable: false, detail: expect.stringContaining("may or may not be done") },
  ]);
  expect((await askPort(port, "GET", "/approvals", { headers })).text).toContain("<h1>");
});

test("without pages, all but the contract is a path that does not exist", async () => {
  const { port, close } = await anApiProcess();
  open.push(close);
  for (const target of ["/", "/approvals", "/api/auth/csrf", "/api/v1/nothing"]) {
    const answer = await askPort(port, "GET", target, { headers: { accept: "text/html" } });
    expect([answer.status, JSON.parse(answer.text).code], target).toEqual([404, "NOT_FOUND"]);
  }
  expect((await askPort(port, "GET", "/api/openapi.json")).status).toBe(200);
});
