import "server-only";
import { type NoWrites, noteNoWrites } from "./no-writes";
import { noteOutage } from "./outage";
import { onReplica } from "./replica";
import { type Scope, tenantSetting } from "./scope";
import { type Access, type Tx, transact } from "./transaction";
import { TransactionOverdue } from "./transaction-errors";

export { closeDatabase } from "./connections";
export type { Tx } from "./transaction";

async function scoped<T>(scope: Scope, access: Access, work: (tx: Tx) => Promise<T>): Promise<T> {
  let worked = false;
  const done = () => {
    worked = true;
  };
  try {
    return await transact(tenantSetting(scope), access, work, done);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const refused = whyNoWrites(error);
    if (refused) noteNoWrites(refused);
    const unknown = worked && access === "read write" && !isOverdue(error) && !refused;
    const failed = unknown ? new CommitUnknown(error) : error;
    noteOutage(failed);
    throw failed;
  }
}

/** The connection broke during a commit, so the result is unknown. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super("the database went away while it stored a transaction", { cause });
    this.name = "CommitUnknown";
  }
}

/** Whether the transaction timed out and was rolled back. */
function isOverdue(error: unknown): boolean {
  return error instanceof TransactionOverdue || (error as { code?: unknown }).code === "P2028";
}

/**
 * Reads within the scope in one read-only transaction. The database refuses writes and row locks.
 */
export function read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read only", work);
}

/**
 * Like `read`, for lists and figures: from the replica once it has everything committed before this
 * call, else from the primary. Not for decisions or for ordering commits. The work may run twice.
 */
export async function readList<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const found = await onReplica(tenantSetting(scope), work);
  return found ? found.result : read(scope, work);
}

// Three kinds of writes, by the trace they leave. Each takes the scope first and is one
// transaction.

/**
 * A change by a person or the product. The change, its activity row and its outgoing messages
 * commit together.
 */
export function change<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read write", work);
}

/**
 * Stores rows that machines report (calls, feedback, requests). The row is the record, so there is
 * no activity entry.
 */
export function ingest<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read write", work);
}

/**
 * Internal data: leases, heartbeats, last-used times, throttles, presence, sums, cleanup.
 * Deliberately without an activity entry, because no one decided it.
 */
export function bookkeep<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read write", work);
}

// SQLSTATE classes that mean "not now": connection, resources, operator intervention (except 57014,
// a cancelled statement), system. https://www.postgresql.org/docs/current/errcodes-appendix.html
const AWAY_STATE = /^(?:(?:08|53|58)[0-9A-Z]{3}|57P[0-9A-Z]{2})$/;
// The same errors from Prisma, its adapter and sockets.
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
  "TRANSACTION_OVERDUE",
  "NO_PRIMARY",
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
  /^(?:Query read timeout|Connection terminated|Connection ended unexpectedly|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/**
 * An error and its causes. Prisma keeps the driver's error in `meta`, and the Postgres error in its
 * `cause`.
 */
function* layers(error: unknown, depth = 0): Generator<Record<string, unknown>> {
  if (typeof error !== "object" || error === null || depth > 6) return;
  const layer = error as Record<string, unknown>;
  yield layer;
  for (const inner of [layer.cause, layer.meta, layer.driverAdapterError]) yield* layers(inner, depth + 1);
}

// Postgres: disk_full; configuration_limit_exceeded, a limit on temporary files.
const FULL_STATES = new Set(["53100", "53400"]);
// File errors without a Postgres state.
const FULL_MESSAGE = /No space left on device|Disk quota exceeded/;
const READ_ONLY_MESSAGE = /Read-only file system/;

/** Why the database refuses writes although it is reachable; null for other errors. */
export function whyNoWrites(error: unknown): NoWrites | null {
  for (const { message, code, originalCode } of layers(error)) {
    if ([code, originalCode].some((said) => typeof said === "string" && FULL_STATES.has(said))) return "full";
    if (code === "NO_PRIMARY") return "read only";
    if (typeof message !== "string") continue;
    if (FULL_MESSAGE.test(message)) return "full";
    if (READ_ONLY_MESSAGE.test(message)) return "read only";
  }
  return null;
}

/**
 * Whether the database was unreachable, closed the connection or refused writes. A retry may
 * succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (whyNoWrites(error)) return true;
  for (const { name, message, code, originalCode, kind } of layers(error)) {
    if (name === "PrismaClientInitializationError") return true;
    if (typeof message === "string" && AWAY_MESSAGE.test(message)) return true;
    for (const said of [code, originalCode, kind])
      if (typeof said === "string" && (AWAY_CODES.has(said) || AWAY_STATE.test(said))) return true;
  }
  return false;
}

/** The Postgres state of an error; for unique indexes Prisma's code instead of 23505. */
function* statesOf(error: unknown): Generator<string> {
  for (const { code, originalCode } of layers(error))
    for (const said of [code, originalCode]) if (typeof said === "string") yield said;
}

const LOST = new Set(["55P03", "40P01", "40001", "57014", "P2034"]);

/** Whether a statement failed because a unique index already holds the row (Postgres 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return [...statesOf(error)].some((state) => state === "23505" || state === "P2002");
}

/**
 * Whether a statement lost to a concurrent one and a retry may succeed: lock wait (Postgres 55P03),
 * deadlock, serialization, timeout.
 */
export function isLockTimeout(error: unknown): boolean {
  return [...statesOf(error)].some((state) => LOST.has(state));
}
