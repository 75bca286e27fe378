import type { Tx } from "./db";
import { DomainError } from "./errors";
import { type NamedChanges, namedChanges } from "./named-changes";

/** Versions of a list that are kept, the newest included. */
export const VERSIONS_KEPT = 50;

/** Who saved a version, and when. Versions are counted from 1. */
export type Saved = { version: number; savedBy: string; savedAt: Date };

type Table<Row> = {
  findMany(args: { orderBy: { version: "desc" }; take: number }): Promise<Row[]>;
  create(args: { data: never }): Promise<unknown>;
  deleteMany(args: { where: { version: { lte: number } } }): Promise<unknown>;
};

/** An ordered list of named items that is saved as a whole, each time as a version of its own. */
export type VersionedList<K extends string, V extends Saved & Items<K>, Row> = {
  /** The advisory lock that saves wait for, and the trail's name for the list. */
  lock: string;
  kind: string;
  /** The column with the items. */
  items: K;
  table: (tx: Tx) => Table<Row>;
  read: (row: Row) => V;
  /** The refusal for a person who saves over another version than the newest, which is null if there is none. */
  overtaken: (newest: V | null) => string;
};

type Items<K extends string> = Readonly<Record<K, readonly { name: string }[]>>;

/** The versions of the list that are kept, newest first. */
export async function keptVersions<K extends string, V extends Saved & Items<K>, Row>(
  tx: Tx,
  { table, read }: VersionedList<K, V, Row>,
  take = VERSIONS_KEPT,
): Promise<V[]> {
  return (await table(tx).findMany({ orderBy: { version: "desc" }, take })).map(read);
}

/** The version in force; null before the first save. */
export async function newestVersion<K extends string, V extends Saved & Items<K>, Row>(
  tx: Tx,
  list: VersionedList<K, V, Row>,
): Promise<V | null> {
  return (await keptVersions(tx, list, 1))[0] ?? null;
}

/** Waits for earlier changes of the list; later ones wait until the transaction ends. */
export async function lockVersions(tx: Tx, { lock }: { lock: string }): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
}

/** Keeps the list unchanged until the transaction ends. Several transactions can do so at once. */
export async function holdVersions(tx: Tx, { lock }: { lock: string }): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended(${lock}, 0))`;
}

/**
 * Locks the list for a save over its newest version.
 * @param seen the version that the new one was made from; null: none
 * @returns the newest version; null before the first save
 * @throws DomainError STALE_VIEW if another version is the newest
 */
export async function lockNewest<K extends string, V extends Saved & Items<K>, Row>(
  tx: Tx,
  list: VersionedList<K, V, Row>,
  seen: number | null,
): Promise<V | null> {
  await lockVersions(tx, list);
  const newest = await newestVersion(tx, list);
  if ((newest?.version ?? null) !== seen) throw new DomainError("STALE_VIEW", list.overtaken(newest));
  return newest;
}

/** What a save did, with its entry for the trail. */
type Stored = {
  version: number;
  changes: NamedChanges;
  subject: { kind: string; id: string };
  facts: Record<string, unknown>;
};

/**
 * Stores the next version of a list that `lockNewest` locked, and deletes the oldest beyond `VERSIONS_KEPT`.
 * @param before the newest version so far
 */
export async function storeVersion<K extends string, V extends Saved & Items<K>, Row>(
  tx: Tx,
  { kind, items, table }: VersionedList<K, V, Row>,
  before: V | null,
  next: Omit<V, "version" | "savedAt"> & Items<K>,
): Promise<Stored> {
  const version = (before?.version ?? 0) + 1;
  // The columns are those of the version, which the database checks.
  await table(tx).create({ data: { version, ...next } as never });
  await table(tx).deleteMany({ where: { version: { lte: version - VERSIONS_KEPT } } });
  const changes = namedChanges(before?.[items] ?? [], next[items]);
  const facts = { version, [items]: next[items].length, ...changes };
  return { version, changes, subject: { kind, id: String(version) }, facts };
}
