import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "./env";

// Connection pools of the process, and Prisma on top of them.

// Wait for a connection; a longer one becomes 503 instead of a growing queue.
const MAX_WAIT_MS = 10_000;
// Short, because the primary has the same rows.
const REPLICA_WAIT_MS = 1_000;
// Longer than the database's own statement limit, so it applies only if the server is silent.
const SILENCE_MS = 17_000;

// One of each per process, even if a bundler loads this module twice. `lent` is the connection for
// Prisma's next transaction.
const store = globalThis as {
  countersignPool?: pg.Pool;
  countersignReplicaPool?: pg.Pool;
  countersignPrisma?: PrismaClient;
  countersignLent?: AsyncLocalStorage<pg.PoolClient>;
  countersignUnprepared?: WeakSet<pg.ClientBase>;
};
store.countersignLent ??= new AsyncLocalStorage();
const lent = store.countersignLent;
store.countersignUnprepared ??= new WeakSet();
const unprepared = store.countersignUnprepared;

/**
 * Whether prepared statements last across transactions. Behind a transaction pooler each
 * transaction can use another server connection.
 */
export const keepsNames = (client: pg.ClientBase) => !unprepared.has(client);

/** A pooler makes up the backend's process id, so it differs from the server's. */
async function noteWhetherPrepared(client: pg.ClientBase): Promise<void> {
  const { DATABASE_PREPARED: wanted } = env();
  if (wanted === "on") return;
  if (wanted === "auto") {
    const { rows } = await client.query("select pg_backend_pid() as pid");
    if (rows[0].pid === (client as { processID?: number }).processID) return;
  }
  unprepared.add(client);
}

type Opening = { url: string; name: string; waitMs: number };

function openPool({ url, name, waitMs }: Opening): pg.Pool {
  const opened = new pg.Pool({
    connectionString: url,
    max: env().DATABASE_POOL,
    application_name: name,
    onConnect: noteWhetherPrepared,
    connectionTimeoutMillis: waitMs,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
  });
  // A connection that breaks while idle is replaced at its next use.
  return opened.on("error", () => undefined);
}

export function pool(): pg.Pool {
  store.countersignPool ??= openPool({ url: env().DATABASE_URL, name: "countersign", waitMs: MAX_WAIT_MS });
  return store.countersignPool;
}

/** The pool of the replica; undefined where there is none. */
export function replicaPool(): pg.Pool | undefined {
  const { DATABASE_REPLICA_URL: url } = env();
  if (url)
    store.countersignReplicaPool ??= openPool({ url, name: "countersign lists", waitMs: REPLICA_WAIT_MS });
  return store.countersignReplicaPool;
}

export function pools(): Partial<Record<"primary" | "replica", pg.Pool>> {
  const { countersignPool: primary, countersignReplicaPool: replica } = store;
  return { ...(primary && { primary }), ...(replica && { replica }) };
}

/** Prisma on lent connections; it opens none. */
export function prisma(): PrismaClient {
  if (store.countersignPrisma) return store.countersignPrisma;
  const borrowing = Object.assign(new pg.Pool(), {
    connect: async () => {
      const client = lent.getStore();
      if (!client) throw new Error("a model was asked outside of a transaction");
      return client;
    },
  });
  store.countersignPrisma = new PrismaClient({
    adapter: new PrismaPg(borrowing),
    transactionOptions: { maxWait: MAX_WAIT_MS },
  });
  return store.countersignPrisma;
}

/** Runs work in which Prisma's next transaction uses this connection. */
export function lend<T>(connection: pg.PoolClient, work: () => T): T {
  return lent.run(connection, work);
}

/** Closes the pools; for workers, the command line and tests. */
export async function closeDatabase(): Promise<void> {
  const { countersignPool: open, countersignReplicaPool: replica, countersignPrisma: models } = store;
  store.countersignPool = undefined;
  store.countersignReplicaPool = undefined;
  store.countersignPrisma = undefined;
  await models?.$disconnect();
  await Promise.all([open?.end(), replica?.end()]);
}
