// The pages process. It listens on a private socket, COUNTERSIGN_PAGES, for the API process only.
// `next start` alone serves pages and contract on a port.
import { once } from "node:events";
import { existsSync, rmdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import next from "next";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
// After the signal; the API process has exited, so no request is open.
const EXIT_MS_MAX = 10_000;
// Fits every head the API process accepts, with its additions.
const HEAD_BYTES_MAX = 32 * 1024;

const { COUNTERSIGN_PAGES: place, PORT, HOST } = process.env;
process.title = "countersign pages";

// The product's host, for URLs that Next builds for its own requests.
const hostname = /^(0\.0\.0\.0|::)$/.test(HOST ?? "") ? "localhost" : HOST;
const app = next({ dev: false, dir: ROOT, port: Number(PORT), hostname, quiet: true });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer({ maxHeaderSize: HEAD_BYTES_MAX }, (request, response) =>
  handle(request, response),
);
// The API process handles client timeouts.
Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });

async function end() {
  setTimeout(() => process.exit(0), EXIT_MS_MAX).unref();
  server.close();
  await once(server, "close");
  await app.close();
  if (!process.connected) leaveNothing();
  process.exit(0);
}

/**
 * Removes the launcher's folder if the launcher was killed. A folder with other content is not
 * ours.
 */
function leaveNothing() {
  try {
    rmdirSync(path.dirname(place));
  } catch {
    // not empty, or no folder
  }
}

for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void end());
// Left by a killed process.
if (existsSync(place)) rmSync(place);
server.listen(place);
await once(server, "listening");
