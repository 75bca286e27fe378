// One process at a time installs, generates or builds in this folder. The lock is an address that somebody listens at: it ends with
// its process, however that goes, and whoever waits notices at once.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

let held = false;

/** Linux and Windows have addresses outside of the file system, which leave nothing behind. */
function addressOf(folder) {
  const name = `countersign-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return path.join(os.tmpdir(), `${name}.sock`);
}

/** Resolves with what gives the lock back, or with null when another process has it. */
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

/** Resolves when the process that has the lock gave it back or is gone. */
async function itsEnd(address) {
  const socket = net.connect(address);
  let refused = false;
  socket.on("error", (error) => {
    refused = error.code === "ECONNREFUSED";
  });
  await new Promise((resolve) => socket.once("close", resolve));
  // A socket file whose process was killed.
  if (refused && path.isAbsolute(address)) rmSync(address, { force: true });
}

/**
 * Does the work while no other process does such work in this folder.
 * @template T
 * @param {() => Promise<T>} work looks first whether the other one has done it
 * @param {{ folder?: string, waits?: () => void }} [options] `waits` is called once when another process has to be waited for
 * @returns {Promise<T>}
 */
export async function inTurn(work, { folder = ROOT, waits = () => undefined } = {}) {
  if (held) return work();
  const address = addressOf(folder);
  let release = await tryLock(address);
  if (!release) waits();
  for (; !release; release = await tryLock(address)) await itsEnd(address);
  held = true;
  try {
    return await work();
  } finally {
    held = false;
    release();
  }
}
