import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "./env";

// The connections of the process, and Prisma on them.

// How long a transaction may wait for a connection; it ends in 503 rather than in a pile-up.
const MAX_WAIT_MS = 10_000;
// The primary has the same rows: nobody waits long for the replica.
const REPLICA_WAIT_MS = 1_000;
// Longer than the database's own limit for a statement, so it is reached only where nobody is there to keep that: the other end of
// the connection is silent.
const SILENCE_MS = 17_000;

// One of each a process, also when a bundler loads this module more than once. `lent` is the connection that Prisma is about to
// begin on: that of the transaction which asked for a model.
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
 * Whether names of prepared statements hold from one transaction to the next on this connection: behind a pool of transactions each
 * may end up at another server.
 */
export const keepsNames = (client: pg.ClientBase) => !unprepared.has(client);

/** A pool in between gives a connection a number of its own making; that of the server behind it is another. */
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
  // A connection that breaks while nobody uses it is replaced when somebody does.
  return opened.on("error", () => undefined);
}

/** The one pool of the process. */
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

/** The pools that are open. */
export function pools(): Partial<Record<"primary" | "replica", pg.Pool>> {
  const { countersignPool: primary, countersignReplicaPool: replica } = store;
  return { ...(primary && { primary }), ...(replica && { replica }) };
}

/** Prisma on connections of ours, lent to it: it never opens one. */
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

/** Has Prisma begin its next transaction, in this work, on a connection of ours. */
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
