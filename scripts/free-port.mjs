import net from "node:net";

// Below the ephemeral ports, which outgoing connections may take before the program listens.
// Browsers block some ports below 11000.
const FROM = 11_000;
const TO = 30_000;

/**
 * A free loopback port for a program. Two concurrent callers rarely get the same.
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
