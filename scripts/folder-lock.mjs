// One process at a time installs, generates or builds in this folder. The lock is a listening
// socket, so it ends with its process, and waiting processes notice at once.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// Installs and builds take minutes, so waiting is reported again after this.
const LONG_MS = 60_000;

let held = false;

/**
 * Linux and Windows have socket addresses outside the file system, which leave no file. All
 * accounts share them, so the name contains the account.
 * @param {string} folder
 */
export function addressOf(folder) {
  const account = process.getuid?.() ?? os.userInfo().username;
  const name = `countersign-${account}-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return path.join(os.tmpdir(), `${name}.sock`);
}

/** Resolves with a release function, or null if another process holds the lock. */
async function tryLock(address) {
  const server = net.createServer((socket) => socket.on("error", () => undefined));
  try {
    server.listen(address);
    await once(server, "listening");
  } catch (error) {
    if (error.code === "EADDRINUSE") return null;
    throw error;
  }
  const waiting = new Set();
  server.on("connection", (socket) => waiting.add(socket));
  server.unref();
  return () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
}

/** Resolves when the holder releases the lock or exits. */
async function itsEnd(address) {
  const socket = net.connect(address);
  let refused = false;
  socket.on("error", (error) => {
    refused = error.code === "ECONNREFUSED";
  });
  await new Promise((resolve) => socket.once("close", resolve));
  // The socket file of a killed process.
  if (refused && path.isAbsolute(address)) rmSync(address, { force: true });
}

/** Reports what it waits for, repeatedly. Returns a stop function. */
function told(address, { waits, longMs }) {
  waits("another process installs or builds in this folder; waiting for it");
  const place = address.replace("\0", "@");
  const again = `still waiting for the process that listens at ${place}; end that process if it hangs`;
  const timer = setInterval(() => waits(again), longMs);
  return () => clearInterval(timer);
}

/**
 * Runs work under this account's lock of the folder.
 * @template T
 * @param {() => Promise<T>} work checks first whether another process did it
 * @param {{ folder?: string, waits?: (line: string) => void, longMs?: number }} [options] `waits`
 * is called when another process holds the lock, and again every `longMs`
 * @returns {Promise<T>}
 */
export async function inTurn(work, { folder = ROOT, waits = () => undefined, longMs = LONG_MS } = {}) {
  if (held) return work();
  const address = addressOf(folder);
  let release = await tryLock(address);
  if (!release) {
    const end = told(address, { waits, longMs });
    try {
      for (; !release; release = await tryLock(address)) await itsEnd(address);
    } finally {
      end();
    }
  }
  held = true;
  try {
    return await work();
  } finally {
    held = false;
    release();
  }
}
