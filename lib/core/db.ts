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

/** The database went away while it stored a transaction: whether it did, nobody can tell before it is back. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super("the database went away while it stored a transaction", { cause });
    this.name = "CommitUnknown";
  }
}

/** The transaction was given up, and undone, before its end. */
function isOverdue(error: unknown): boolean {
  return error instanceof TransactionOverdue || (error as { code?: unknown }).code === "P2028";
}

/** Reads within the scope, all from one transaction. The database refuses whatever would write or lock rows in it. */
export function read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return scoped(scope, "read only", work);
}

/**
 * Reads lists and figures within the scope, as `read` does: from the replica, once that has everything that was committed when this
 * was called; from the primary where there is none, or it is away or behind. Not for what a decision rests on, nor for what takes
 * part in ordering commits. The work may run a second time.
 */
export async function readList<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const found = await onReplica(tenantSetting(scope), work);
  return found ? found.result : read(scope, work);
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

/** An error and what it was made of; Prisma keeps the driver's error in `meta`, and what Postgres said in that one's `cause`. */
function* layers(error: unknown, depth = 0): Generator<Record<string, unknown>> {
  if (typeof error !== "object" || error === null || depth > 6) return;
  const layer = error as Record<string, unknown>;
  yield layer;
  for (const inner of [layer.cause, layer.meta, layer.driverAdapterError]) yield* layers(inner, depth + 1);
}

// Postgres: disk_full; configuration_limit_exceeded, a limit on temporary files.
const FULL_STATES = new Set(["53100", "53400"]);
// Errors of files that Postgres has no state for.
const FULL_MESSAGE = /No space left on device|Disk quota exceeded/;
const READ_ONLY_MESSAGE = /Read-only file system/;

/** Why the database takes no writes although it can be reached; null when the error is another one. */
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

/** Whether the error means that the database could not be reached, cut us off or takes no writes, so that a retry later may succeed. */
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

/** What Postgres called the error; Prisma's own code for a unique index instead of 23505. */
function* statesOf(error: unknown): Generator<string> {
  for (const { code, originalCode } of layers(error))
    for (const said of [code, originalCode]) if (typeof said === "string") yield said;
}

const LOST = new Set(["55P03", "40P01", "40001", "57014", "P2034"]);

/** Whether a statement failed because a unique index already holds the row (Postgres 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return [...statesOf(error)].some((state) => state === "23505" || state === "P2002");
}

/** Whether a statement lost to others and may succeed if tried again: lock wait (Postgres 55P03), deadlock, serialisation, timeout. */
export function isLockTimeout(error: unknown): boolean {
  return [...statesOf(error)].some((state) => LOST.has(state));
}
