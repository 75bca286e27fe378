import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "./env";
import { noteOutage } from "./outage";
import { type Scope, tenantSetting } from "./scope";

/** A transaction that sees only its scope's tenants. */
export type Tx = Prisma.TransactionClient;

// How long a transaction may wait for a connection and may last; both end in 503 rather than in a pile-up.
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 20_000;
// How long a statement may wait for another transaction's lock before the caller is told to come back.
const LOCK_WAIT = "5s";
// A statement that outlives its transaction would go on using the database for nobody.
const STATEMENT_LIMIT = "15s";

// One pool a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignPrisma?: PrismaClient };

function client(): PrismaClient {
  store.countersignPrisma ??= new PrismaClient({
    adapter: new PrismaPg({
      connectionString: env().DATABASE_URL,
      max: env().DATABASE_POOL,
      application_name: "countersign",
      connectionTimeoutMillis: MAX_WAIT_MS,
      idleTimeoutMillis: 30_000,
    }),
    transactionOptions: { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS },
  });
  return store.countersignPrisma;
}

type Access = "read only" | "read write";

async function scoped<T>(scope: Scope, access: Access, work: (tx: Tx) => Promise<T>): Promise<T> {
  const setting = tenantSetting(scope);
  const readOnly = access === "read only" ? "on" : "off";
  let worked = false;
  try {
    return await client().$transaction(async (tx) => {
      // Local to the transaction: a session-level setting would leak to the pool's next user.
      await tx.$executeRaw`
        select set_config('countersign.tenants', ${setting}, true), set_config('lock_timeout', ${LOCK_WAIT}, true),
               set_config('statement_timeout', ${STATEMENT_LIMIT}, true), set_config('transaction_read_only', ${readOnly}, true)`;
      const result = await work(tx);
      worked = true;
      return result;
    });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const failed = worked && access === "read write" && !isOverdue(error) ? new CommitUnknown(error) : error;
    noteOutage(failed);
    throw failed;
  }
}

/** The database went away while it stored a transaction: whether it did, nobody can tell before it is back. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super("the database went away while it stored a transaction", { cause });
    this.name = "CommitUnknown";
  }
}

/** Prisma had given the transaction up, and undone it, before its end. */
function isOverdue(error: unknown): boolean {
  return (error as { code?: unknown }).code === "P2028";
}

/** Reads within the scope, all from one transaction. The database refuses whatever would write or lock rows in it. */
export function read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read only", work);
}

// There are three kinds of writes, told apart by the trace they leave; each takes the scope first and is one transaction.

/** What a person or the product changes: the change, its activity row and what it owes others commit together or not at all. */
export function change<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read write", work);
}

/** Takes in rows that machines report (calls, feedback, requests). These are no activity: the row itself is the record. */
export function ingest<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read write", work);
}

/**
 * What the product notes for its own running: leases, heartbeats, last-used marks, throttles, presence, sums, the clearing away
 * of old rows. It leaves no trace, by design: nobody decided it, and it says nothing about anybody's deeds.
 */
export function bookkeep<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read write", work);
}

/** Closes the pool; for workers, the command line and tests. */
export async function closeDatabase(): Promise<void> {
  const open = store.countersignPrisma;
  store.countersignPrisma = undefined;
  await open?.$disconnect();
}

// SQLSTATE classes that say "not now": connection, resources, operator intervention (but for 57014, a statement that was cut
// short), system. https://www.postgresql.org/docs/current/errcodes-appendix.html
const AWAY_STATE = /^(?:(?:08|53|58)[0-9A-Z]{3}|57P[0-9A-Z]{2})$/;
// What Prisma, its adapter and sockets call the same.
const AWAY_CODES = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
  "P2037",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);
// The driver's own errors have no code.
const AWAY_MESSAGE =
  /^(?:Connection terminated|Connection ended unexpectedly|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/** An error and what it was made of; Prisma keeps the driver's error in `meta`, and what Postgres said in that one's `cause`. */
function* layers(error: unknown, depth = 0): Generator<Record<string, unknown>> {
  if (typeof error !== "object" || error === null || depth > 6) return;
  const layer = error as Record<string, unknown>;
  yield layer;
  for (const inner of [layer.cause, layer.meta, layer.driverAdapterError]) yield* layers(inner, depth + 1);
}

/** Whether the error means that the database could not be reached or cut us off, so that a retry later may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const { name, message, code, originalCode, kind } of layers(error)) {
    if (name === "PrismaClientInitializationError") return true;
    if (typeof message === "string" && AWAY_MESSAGE.test(message)) return true;
    for (const said of [code, originalCode, kind])
      if (typeof said === "string" && (AWAY_CODES.has(said) || AWAY_STATE.test(said))) return true;
  }
  return false;
}

/** Whether a statement failed because a unique index already holds the row (Postgres 23505). */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : "";
  return code === "P2002" || code === "23505" || message.includes("23505");
}

/** Whether a statement lost to others and may succeed if tried again: lock wait (Postgres 55P03), deadlock, serialisation, timeout. */
export function isLockTimeout(error: unknown): boolean {
  const lost = /55P03|lock timeout|40P01|deadlock detected|40001|57014|statement timeout/;
  return error instanceof Error && lost.test(error.message);
}
