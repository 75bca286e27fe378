// Users of an embedded server. Each process holds an advisory lock on a connection, which ends with
// the process, so no lock goes stale. The last one stops the server.
import pg from "pg";
import * as postgres from "./postgres.mjs";

// Held by every user of the server; exclusive while it is being stopped.
const IN_USE = 7_020_261;
// Held by the launcher that runs the product on the cluster.
const LAUNCHER = 7_020_262;
// A process that arrives during the stop restarts the server.
const ARRIVALS_MAX = 5;
const SERVER_GONE = new Set(["57P01", "57P02", "57P03", "ECONNREFUSED", "ECONNRESET"]);

export class TakenError extends Error {}

/**
 * @typedef {object} Place
 * @property {postgres.Server} server
 * @property {Promise<void>} lost resolves if the server ends before this process has left
 * @property {(last?: () => Promise<void>) => Promise<void>} leave releases the place; the last
 * process runs `last` and stops the server
 */

/**
 * Starts or finds the server and joins it.
 * @param {string} cluster absolute path
 * @param {{ exclusive?: boolean, port?: number }} [options] `exclusive`: as the only launcher;
 * `port` for a server to start
 * @returns {Promise<Place>}
 * @throws TakenError if another launcher runs on the cluster
 */
export async function join(cluster, { exclusive = false, port } = {}) {
  for (let arrivals = 1; ; arrivals += 1) {
    const server = await postgres.start(cluster, { port });
    try {
      return await takePlace(cluster, server, exclusive);
    } catch (error) {
      const gone = SERVER_GONE.has(error.code) || /terminated unexpectedly/.test(error.message);
      if (!gone || arrivals === ARRIVALS_MAX) throw error;
    }
  }
}

async function takePlace(cluster, server, exclusive) {
  const client = new pg.Client({
    connectionString: server.ownerUrl,
    application_name: "countersign launcher",
    keepAlive: true,
  });
  let left = false;
  const lost = new Promise((resolve) => client.on("end", () => left || resolve()));
  client.on("error", () => undefined); // its end follows and reports it
  await client.connect();
  const leave = async (last) => {
    left = true;
    try {
      if (!(await isLast(client))) return;
      await last?.();
      await postgres.stop(cluster);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  await client.query("select pg_advisory_lock_shared($1)", [IN_USE]);
  if (exclusive && !(await tryLock(client, LAUNCHER))) {
    await leave();
    throw new TakenError("another launcher runs on this cluster");
  }
  return { server, lost, leave };
}

async function tryLock(client, key) {
  return (await client.query("select pg_try_advisory_lock($1) as taken", [key])).rows[0].taken;
}

/** Whether no one else uses the server; if so, new processes wait for its end. */
async function isLast(client) {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [IN_USE]);
    return await tryLock(client, IN_USE);
  } catch {
    return true; // the server is gone or stopping; stopping it twice is harmless
  }
}
