import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "./env";

// The connections of the process, and Prisma on them.

// How long a transaction may wait for a connection; it ends in 503 rather than in a pile-up.
const MAX_WAIT_MS = 10_000;
// Longer than the database's own limit for a statement, so it is reached only where nobody is there to keep that: the other end of
// the connection is silent.
const SILENCE_MS = 17_000;

// One of each a process, also when a bundler loads this module more than once. `lent` is the connection that Prisma is about to
// begin on: that of the transaction which asked for a model.
const store = globalThis as {
  countersignPool?: pg.Pool;
  countersignPrisma?: PrismaClient;
  countersignLent?: AsyncLocalStorage<pg.PoolClient>;
};
store.countersignLent ??= new AsyncLocalStorage();
const lent = store.countersignLent;

/** The one pool of the process. */
export function pool(): pg.Pool {
  if (!store.countersignPool) {
    store.countersignPool = new pg.Pool({
      connectionString: env().DATABASE_URL,
      max: env().DATABASE_POOL,
      application_name: "countersign",
      connectionTimeoutMillis: MAX_WAIT_MS,
      query_timeout: SILENCE_MS,
      keepAlive: true,
      idleTimeoutMillis: 30_000,
    });
    // A connection that breaks while nobody uses it is replaced when somebody does.
    store.countersignPool.on("error", () => undefined);
  }
  return store.countersignPool;
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

/** Closes the pool; for workers, the command line and tests. */
export async function closeDatabase(): Promise<void> {
  const { countersignPool: open, countersignPrisma: models } = store;
  store.countersignPool = undefined;
  store.countersignPrisma = undefined;
  await models?.$disconnect();
  await open?.end();
}
