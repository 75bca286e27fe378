import { once } from "node:events";
import net from "node:net";

// A proxy between a process and its database: at a commit the test chooses, the answer is held
// back.

type CommitTrap = {
  /** The database's URL through the proxy. */
  url: string;
  /** Calls back once, instead of answering the next commit of a transaction that sent this text. */
  arm: (text: string, sprung: () => void) => void;
  close: () => Promise<void>;
};

/** Listens as a proxy for the database `target`. */
export async function aCommitTrap(target: string): Promise<CommitTrap> {
  const to = new URL(target);
  const sockets = new Set<net.Socket>();
  let armed: { text: string; sprung: () => void } | undefined;
  const server = net.createServer((client) => {
    const database = net.connect(Number(to.port), to.hostname);
    let sent = false;
    client.on("data", (bytes) => {
      if (armed && bytes.includes(armed.text)) sent = true;
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      if (!armed || !sent || !bytes.includes("COMMIT\0")) return void client.write(bytes);
      const { sprung } = armed;
      armed = undefined;
      sprung();
    });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined); // its end follows
      socket.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as net.AddressInfo).port);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const arm: CommitTrap["arm"] = (text, sprung) => {
    armed = { text, sprung };
  };
  return { url: url.href, arm, close };
}
