import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { SITE } from "@/lib/auth/testing/browser";
import { pause } from "@/lib/core/pause";
import { aProcess } from "@/lib/delivery/testing/processes";

// The two ways of serving with a listener as Next: in Next's server, and by the API process in
// front.

export type Served = { port: number; close: () => Promise<void> };

export type Serving = (listener: RequestListener) => Promise<Served>;

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
}

/** In this process by the listener's server; `watchAnswers` filters its requests. */
export const mounted: Serving = async (listener) => {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: portOf(server), close: () => closed(server) };
};

export async function aPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

export async function anApiProcess(env: Record<string, string> = {}) {
  const port = await aPort();
  const api = aProcess("scripts/api.ts", {
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: SITE,
    ...env,
  });
  let over: number | string | null | undefined;
  void api.ended.then((code) => {
    over = code;
  });
  while (!(await isUp(port))) {
    if (over !== undefined) throw new Error(`the API process ended (${over}): ${api.output()}`);
    await pause(20, new AbortController().signal);
  }
  const close = async () => {
    api.child.kill("SIGKILL");
    await api.ended;
  };
  return { ...api, port, close };
}

const isUp = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Through the API process, with the listener as the pages process. */
export const inFront: Serving = async (listener) => {
  const folder = mkdtempSync(path.join(tmpdir(), "served-"));
  const place = path.join(folder, "pages");
  // The same options as in scripts/pages.mjs.
  const pages = createServer({ maxHeaderSize: 32 * 1024 }, listener).listen(place);
  Object.assign(pages, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
  await once(pages, "listening");
  const api = await anApiProcess({ COUNTERSIGN_PAGES: place });
  const close = async () => {
    await api.close();
    await closed(pages);
    rmSync(folder, { recursive: true, force: true });
  };
  return { port: api.port, close };
};

export function askRaw(port: number, bytes: string, { closes = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1").on("data", (part: string) => {
      answer += part;
    });
    socket.on("error", reject).on("close", () => resolve(answer));
    if (closes) socket.end(bytes);
    else socket.write(bytes);
  });
}

type Told = { status?: number; reason?: string; headers: IncomingHttpHeaders; text: string };

/** One request on a new connection, and its complete answer. */
export function askPort(
  port: number,
  method: string,
  target: string,
  { headers = {}, body = "" }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, method, path: target, headers };
    const sent = httpRequest(options, (answer) => {
      const { statusCode: status, statusMessage: reason, headers: told } = answer;
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ status, reason, headers: told, text }));
      answer.on("error", reject);
    });
    // With a text body, Node would write the head in UTF-8.
    sent.on("error", reject).end(Buffer.from(body));
  });
}
