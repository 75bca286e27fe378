import net from "node:net";

// Below the ports that systems give to outgoing connections: a port of theirs may be taken again between here and the program that listens. Browsers refuse some below 11000.
const FROM = 11_000;
const TO = 30_000;

/**
 * A loopback port that nothing listens on, for a program that is started with it. Two that ask at once rarely get the same.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = FROM + Math.floor(Math.random() * (TO - FROM));
    const server = net.createServer();
    const isFree = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
