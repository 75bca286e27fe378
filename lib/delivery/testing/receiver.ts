import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

type Received = {
  at: number;
  path: string;
  headers: Record<string, string>;
  body: string;
};

export type Answering = (response: http.ServerResponse, received: Received, count: number) => void;

export type Receiver = {
  url: string;
  received: Received[];
  connections: () => number;
  close: () => Promise<void>;
};

export async function aReceiver(answer: Answering = status(200), host = "127.0.0.1"): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      const one = {
        at: Date.now(),
        path: request.url ?? "",
        headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(one);
      answer(response, one, received.length);
    });
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // One that is never closed keeps no process.
  server.unref();
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/hooks`, received, connections: () => connections, close };
}

export function status(code: number, headers: Record<string, string> = {}, body = ""): Answering {
  return (response) => response.writeHead(code, headers).end(body);
}

export function statuses(...codes: number[]): Answering {
  return (response, _, count) => response.writeHead(codes[count - 1] ?? codes.at(-1) ?? 200).end();
}

export const silence: Answering = () => undefined;

/** Verifies with the standard's own library, like a gateway; throws for an invalid signature. */
export function verified(secret: string, one: Received): unknown {
  return new Webhook(secret).verify(one.body, one.headers);
}
