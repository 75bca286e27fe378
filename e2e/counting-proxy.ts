import net from "node:net";

// A proxy between an app and its database: sees every statement, from any layer.

/** The frame of every transaction: its beginning with its scope, and its end. */
const FRAME = /^\s*(?:begin|commit|rollback|set|deallocate)\b/i;

export type CountingProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** The statements so far, without transaction frames. */
  texts: string[];
  stop: () => Promise<void>;
};

/** Listens as the database of `target`. */
export async function countingProxy(target: string): Promise<CountingProxy> {
  const to = new URL(target);
  const texts: string[] = [];
  const note = (text: string) => {
    if (text.trim() !== "" && !FRAME.test(text)) texts.push(text);
  };
  const server = net.createServer((browser) => {
    const database = net.connect(Number(to.port), to.hostname);
    const read = statementReader(note);
    browser.on("data", read);
    for (const socket of [browser, database]) socket.on("error", () => undefined);
    browser.pipe(database).pipe(browser);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as net.AddressInfo).port);
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: url.href, texts, stop };
}

/**
 * Reads one connection's messages:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function statementReader(note: (text: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  // The first message has no type.
  let started = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      const type = started ? String.fromCharCode(rest.readUInt8(0)) : "";
      const [first = "", second = ""] = rest.toString("utf8", head + 4, end).split("\0", 2);
      started = true;
      rest = rest.subarray(end);
      if (type === "Q") note(first);
      if (type === "P") prepared.set(first, second);
      // Portal, then the name of its statement.
      if (type === "B") note(prepared.get(second) ?? second);
    }
  };
}
