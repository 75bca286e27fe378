// The process that serves the pages, for the API process alone: it listens at a path, COUNTERSIGN_PAGES, which only its own account
// may open. `next start` by itself serves the pages and the contract on a port.
import { once } from "node:events";
import { existsSync, rmdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import next from "next";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
// After the signal; the API process has ended before us, so nobody is being answered.
const EXIT_MS_MAX = 10_000;
// What the API process took fits, with what it adds.
const HEAD_BYTES_MAX = 32 * 1024;

const { COUNTERSIGN_PAGES: place, PORT, HOST } = process.env;
process.title = "countersign pages";

// The address of the product, not ours: it becomes that of what Next asks itself.
const hostname = /^(0\.0\.0\.0|::)$/.test(HOST ?? "") ? "localhost" : HOST;
const app = next({ dev: false, dir: ROOT, port: Number(PORT), hostname, quiet: true });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer({ maxHeaderSize: HEAD_BYTES_MAX }, (request, response) =>
  handle(request, response),
);
// How long a client may take is the API process's to say.
Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });

async function end() {
  setTimeout(() => process.exit(0), EXIT_MS_MAX).unref();
  server.close();
  await once(server, "close");
  await app.close();
  if (!process.connected) leaveNothing();
  process.exit(0);
}

/** The launcher made the folder, and takes it away unless it was killed. One that holds anything else was made by somebody else. */
function leaveNothing() {
  try {
    rmdirSync(path.dirname(place));
  } catch {
    // not empty, or no folder
  }
}

for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void end());
// Of one that was killed.
if (existsSync(place)) rmSync(place);
server.listen(place);
await once(server, "listening");
