import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** One callback as a gateway got it. */
type Received = {
  at: number;
  path: string;
  headers: Record<string, string>;
  body: string;
};

/** How a receiver answers: a status, or anything else by its own hands. */
export type Answering = (response: http.ServerResponse, received: Received, count: number) => void;

export type Receiver = {
  url: string;
  received: Received[];
  /** TCP connections made to it, whether or not a request followed. */
  connections: () => number;
  close: () => Promise<void>;
};

/** A gateway's callback endpoint on loopback. */
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
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/hooks`, received, connections: () => connections, close };
}

/** Answers with a status, and what else is given. */
export function status(code: number, headers: Record<string, string> = {}, body = ""): Answering {
  return (response) => response.writeHead(code, headers).end(body);
}

/** Answers each callback with the next status of the list, then with its last one. */
export function statuses(...codes: number[]): Answering {
  return (response, _, count) => response.writeHead(codes[count - 1] ?? codes.at(-1) ?? 200).end();
}

/** Never answers. */
export const silence: Answering = () => undefined;

/** Verifies as a gateway would, with the standard's own library; throws when the signature does not hold. */
export function verified(secret: string, one: Received): unknown {
  return new Webhook(secret).verify(one.body, one.headers);
}
