import net from "node:net";
import pg from "pg";

// Simulates PgBouncer in transaction mode: each transaction of a client uses another server
// connection, and session state is lost.

type Server = { socket: net.Socket; to: ((bytes: Buffer) => void) | undefined };

const READY = 0x5a;
const IDLE = 0x49;
const GOODBYE = 0x58;

/**
 * Starts a pool in front of a database.
 * @param size its number of server connections, used in turn
 */
export async function transactionPool(
  url: string,
  size: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const all = await Promise.all(Array.from({ length: size }, () => connectServer(url)));
  const free = [...all];
  const waiting: ((server: Server) => void)[] = [];
  const take = (next: (server: Server) => void) => {
    const server = free.shift();
    if (server) next(server);
    else waiting.push(next);
  };
  const give = (server: Server) => {
    server.to = undefined;
    const next = waiting.shift();
    if (next) next(server);
    else free.push(server);
  };
  const sockets = new Set<net.Socket>();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    serve(socket, take, give);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const pooled = new URL(url);
  pooled.port = String((listener.address() as net.AddressInfo).port);
  return {
    url: pooled.toString(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      for (const { socket } of all) socket.destroy();
    },
  };
}

/** A connection that the driver has opened and no longer listens to. */
async function connectServer(url: string): Promise<Server> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const socket = (client as unknown as { connection: { stream: net.Socket } }).connection.stream;
  socket.removeAllListeners("data");
  const server: Server = { socket, to: undefined };
  socket.on("data", (bytes: Buffer) => server.to?.(bytes));
  return server;
}

type Take = (next: (server: Server) => void) => void;

function serve(socket: net.Socket, take: Take, give: (server: Server) => void): void {
  let greeted = false;
  let server: Server | undefined;
  let asked = false;
  const held: Buffer[] = [];
  const begin = (taken: Server) => {
    server = taken;
    asked = false;
    let rest = Buffer.alloc(0);
    taken.to = (bytes) => {
      socket.write(bytes);
      const { ended, left } = endOf(Buffer.concat([rest, bytes]));
      rest = Buffer.from(left);
      if (!ended) return;
      server = undefined;
      give(taken);
    };
    for (const bytes of held.splice(0)) taken.socket.write(bytes);
  };
  socket.on("data", (bytes: Buffer) => {
    if (!greeted) {
      socket.write(GREETING);
      greeted = true;
    } else if (bytes[0] === GOODBYE) socket.end();
    else if (server) server.socket.write(bytes);
    else {
      held.push(bytes);
      if (asked) return;
      asked = true;
      take(begin);
    }
  });
}

/**
 * Whether a server's messages end with "ready, outside a transaction"; `left` is an incomplete
 * message.
 */
function endOf(bytes: Buffer): { ended: boolean; left: Buffer } {
  let at = 0;
  let ended = false;
  while (at + 5 <= bytes.length) {
    const next = at + 1 + bytes.readInt32BE(at + 1);
    if (next > bytes.length) break;
    ended = bytes[at] === READY && bytes[at + 5] === IDLE;
    at = next;
  }
  return { ended, left: bytes.subarray(at) };
}

/** Authentication OK, a made-up process id, ready. */
const GREETING = Buffer.from([
  ...[0x52, 0, 0, 0, 8, 0, 0, 0, 0],
  ...[0x4b, 0, 0, 0, 12, 0x7f, 0, 0, 1, 0, 0, 0, 1],
  ...[READY, 0, 0, 0, 5, IDLE],
]);
