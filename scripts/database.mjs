// A migrated database for whatever is about to run: the embedded one, or the one DATABASE_URL names.
import path from "node:path";
import { migrate } from "./migrate.mjs";
import * as postgres from "./postgres.mjs";

/** Where the embedded cluster of a data directory lives. */
export function clusterOf(dataDir) {
  return path.join(dataDir, "pg");
}

/**
 * Opens and migrates the database. Of several launchers on one data directory, `exclusive` lets in the first only.
 * @param {ReturnType<import("./environment.mjs").environment>} settings
 * @param {{ exclusive?: boolean, note?: (line: string) => void }} [options]
 * @returns {Promise<{ appUrl: string, ownerUrl: string, superUrl: string | null, reused: boolean, applied: string[], close: () => Promise<void> }>}
 * `close` gives the lock back and stops the embedded server if nobody else uses the data directory
 */
export async function openDatabase(settings, { exclusive = false, note = () => undefined } = {}) {
  const { ownerUrl, secret, dataDir } = settings;
  if (ownerUrl) {
    const { applied, appUrl } = await migrate(ownerUrl, { secret, note });
    return { appUrl, ownerUrl, superUrl: null, reused: true, applied, close: async () => undefined };
  }
  const cluster = clusterOf(dataDir);
  const server = await postgres.start(cluster);
  const lock = await takeLock(server.ownerUrl);
  if (exclusive && !lock.taken) {
    await lock.release();
    throw new Error(
      `another Countersign already runs on the data directory ${dataDir}: stop it first, or set COUNTERSIGN_DATA_DIR`,
    );
  }
  const { applied, appUrl } = await migrate(server.ownerUrl, { secret, note });
  const close = async () => {
    const { taken } = lock;
    await lock.release();
    if (taken) await postgres.stop(cluster);
  };
  return {
    appUrl,
    ownerUrl: server.ownerUrl,
    superUrl: server.superUrl,
    reused: server.reused,
    applied,
    close,
  };
}

/**
 * The data directory's lock is held by a database connection: it ends with its process, however that ends, so it is never stale.
 */
async function takeLock(ownerUrl) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: "countersign launcher",
    keepAlive: true,
  });
  client.on("error", () => undefined); // the server was stopped; there is nothing left to guard
  await client.connect();
  const { rows } = await client.query("select pg_try_advisory_lock(7020261) as taken");
  return { taken: rows[0].taken, release: () => client.end().catch(() => undefined) };
}
