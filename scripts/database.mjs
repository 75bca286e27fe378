// A migrated database: the embedded one, or the one in DATABASE_URL.
import path from "node:path";
import pg from "pg";
import { keepBeforeMigrations, pruneBeforeMigrations } from "./backup/keep.mjs";
import { migrate } from "./migrate.mjs";
import { join, TakenError } from "./shared-server.mjs";

// One process at a time runs the setup.
const SET_UP = 7_020_263;
const RESTART_MS = 1_000;

/** Location of a data directory's embedded cluster. */
export function clusterOf(dataDir) {
  return path.join(dataDir, "pg");
}

/**
 * @typedef {object} Database
 * @property {string} appUrl the product's login
 * @property {string} ownerUrl the login that owns the database
 * @property {boolean} reused whether an embedded server was already running
 * @property {string[]} applied migrations applied now
 * @property {() => Promise<void>} close stops the embedded server if no other process uses it
 */

/**
 * Opens and migrates the database.
 * @param {ReturnType<import("./environment.mjs").environment>} settings
 * @param {{ exclusive?: boolean, note?: (line: string) => void, signal?: AbortSignal }} [options]
 * `exclusive`: as the launcher, one per data directory, which also restarts a crashed embedded
 * server
 * @returns {Promise<Database>}
 * @throws Error with one line that says what to do
 */
export async function openDatabase(settings, options = {}) {
  const { ownerUrl } = settings;
  if (!ownerUrl) return openEmbedded(settings, options);
  const { applied, appUrl } = await migrateKept(settings, ownerUrl, options);
  return { appUrl, ownerUrl, reused: false, applied, close: async () => undefined };
}

/** Migrates the database to the newest schema, after a backup to a file. */
async function migrateKept(settings, ownerUrl, { exclusive, note = () => undefined, signal }) {
  const { secret, backups } = settings;
  const kept = { ...backups, secret, note, signal };
  let keptNow = false;
  const beforeMigrations = async (last) => {
    if (!backups.beforeMigrations) return;
    const { file } = await keepBeforeMigrations(ownerUrl, last, kept).catch((error) => {
      throw new Error(
        `nothing was migrated, because the backup before it failed: ${error.message}. Mend that, or set BACKUP_BEFORE_MIGRATIONS=off`,
      );
    });
    keptNow = true;
    note(`the database as it was is kept in ${file}`);
  };
  const migrated = await migrate(ownerUrl, { secret, anew: exclusive, note, signal, beforeMigrations });
  if (keptNow) pruneBeforeMigrations(kept);
  return migrated;
}

/** Whether any person can sign in. */
export async function hasPeople(ownerUrl) {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "countersign launcher" });
  await client.connect();
  try {
    await client.query("set countersign.tenants = '*'");
    const { rows } = await client.query("select exists (select 1 from users) as found");
    return rows[0].found;
  } finally {
    await client.end();
  }
}

/**
 * Joins the embedded server, creating it at first use.
 * @throws Error with one line if another launcher runs on the data directory
 */
export async function openCluster({ dataDir }, exclusive) {
  return join(clusterOf(dataDir), { exclusive }).catch((error) => {
    if (!(error instanceof TakenError)) throw error;
    throw new Error(
      `another Countersign already runs on the data directory ${dataDir}: stop it first, or set COUNTERSIGN_DATA_DIR`,
    );
  });
}

async function openEmbedded(settings, options) {
  const { exclusive = false, note = () => undefined } = options;
  const cluster = clusterOf(settings.dataDir);
  let place = await openCluster(settings, exclusive);
  const { server } = place;
  let closed = false;
  const close = async () => {
    closed = true;
    await place.leave();
  };
  const keep = async () => {
    await place.lost;
    if (closed) return;
    note("the database went away; starting it again");
    place = await rejoin(cluster, server.port, () => closed, note);
    if (closed) await place.leave();
    else await keep();
  };
  try {
    const { applied, appUrl } = await migrateKept(settings, server.ownerUrl, options);
    if (exclusive) keep().catch((error) => note(`the database could not be started again: ${error.message}`));
    return { appUrl, ownerUrl: server.ownerUrl, reused: server.reused, applied, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** On the same port, because running processes know no other. */
async function rejoin(cluster, port, isClosed, note) {
  for (;;) {
    try {
      return await join(cluster, { exclusive: true, port });
    } catch (error) {
      if (isClosed() || error instanceof TakenError) throw error;
      note(error.message.split("\n")[0]);
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    }
  }
}

/**
 * Runs work under a lock of this database.
 * @template T
 * @param {string} ownerUrl
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(ownerUrl, work) {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "countersign launcher" });
  client.on("error", () => undefined); // the lock ends with the connection
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [SET_UP]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
