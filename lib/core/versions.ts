import type { Tx } from "./db";
import { DomainError } from "./errors";
import { namedChanges } from "./named-changes";

/** Stored versions of a list, including the newest. */
export const VERSIONS_KEPT = 50;

/** Author and time of a version. Versions count from 1. */
export type Saved = { version: number; savedBy: string; savedAt: Date };

type Unsaved<V> = Omit<V, "version" | "savedAt">;

type Table = {
  create(args: { data: never }): Promise<unknown>;
  deleteMany(args: { where: { version: { lte: number } } }): Promise<unknown>;
};

/** An ordered list of named items, saved as a whole in numbered versions. */
export type VersionedList<V extends Saved> = {
  lock: string;
  kind: string;
  table: (tx: Tx) => Table;
  /** The newest versions, newest first. */
  read: (tx: Tx, most: number) => Promise<V[]>;
  items: (version: Unsaved<V>) => readonly { name: string }[];
  /** The error for saving over a newer version. Null: there is none. */
  overtaken: (newest: V | null) => string;
};

/** The version in force; null before the first save. */
export async function newestVersion<V extends Saved>(tx: Tx, list: VersionedList<V>): Promise<V | null> {
  return (await list.read(tx, 1))[0] ?? null;
}

/** Waits for earlier changes of the list and blocks later ones until the transaction ends. */
export async function lockVersions(tx: Tx, { lock }: { lock: string }): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
}

/** Prevents changes of the list until the transaction ends. Shared by several transactions. */
export async function holdVersions(tx: Tx, { lock }: { lock: string }): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended(${lock}, 0))`;
}

/**
 * Locks the list for a save over its newest version.
 * @param seen the version it is based on; null: none
 * @returns the newest version; null before the first save
 * @throws DomainError STALE_VIEW if another version is the newest
 */
export async function lockNewest<V extends Saved>(tx: Tx, list: VersionedList<V>, seen: number | null) {
  await lockVersions(tx, list);
  const newest = await newestVersion(tx, list);
  if ((newest?.version ?? null) !== seen) throw new DomainError("STALE_VIEW", list.overtaken(newest));
  return newest;
}

/**
 * Stores the next version of a locked list, and deletes the oldest beyond `VERSIONS_KEPT`.
 * @param before the newest version so far
 * @returns its number, its changes, and its audit subject
 */
export async function storeVersion<V extends Saved>(
  tx: Tx,
  { kind, table, items }: VersionedList<V>,
  before: V | null,
  next: Unsaved<V>,
) {
  const version = (before?.version ?? 0) + 1;
  // The columns are the members of a version; the database checks them.
  await table(tx).create({ data: { version, ...next } as never });
  await table(tx).deleteMany({ where: { version: { lte: version - VERSIONS_KEPT } } });
  const changes = namedChanges(before ? items(before) : [], items(next));
  return { version, changes, subject: { kind, id: String(version) } };
}
