// Names and retention of automatic backups. Several databases may share the folder; the mark in a
// name identifies the owner, and others' files are left alone.
import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { dump } from "./dump.mjs";
import { BackupError } from "./file.mjs";

const ENDING = ".backup";
const PART = `${ENDING}.part`;
// A running backup is written constantly. A file idle for this long belongs to a killed process.
const STILL_MS = 10 * 60_000;

/** Names sort by time; a random suffix separates those of the same moment. */
const stamp = () => `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(2).toString("hex")}`;

const prefixOf = (kind, mark) => `${kind}-${mark}-`;

/** Suffix of backups before a migration: the last applied one. */
const endingOf = (last) => `-after-${last.replace(/[^\w.]/g, "_")}${ENDING}`;

const among = (dir, prefix, ending) =>
  readdirSync(dir)
    .filter((name) => name.startsWith(prefix) && name.endsWith(ending))
    .sort();

/**
 * @typedef {object} Kept
 * @property {string} dir
 * @property {string} mark identifies this database's backups in the folder
 * @property {number} keep number of backups of a kind
 * @property {string} secret AUTH_SECRET
 * @property {(line: string) => void} [note]
 * @property {AbortSignal} [signal] stops it
 */

/**
 * Writes a backup to the folder, then removes the oldest scheduled ones.
 * @param {string} url of a login that sees every table
 * @param {Kept} kept
 * @returns {Promise<{ file: string, bytes: number, sha256: string, rows: number }>}
 * @throws BackupError if the folder is not writable
 */
export async function keepScheduled(url, kept) {
  const prefix = prefixOf("scheduled", kept.mark);
  const made = await make(url, prefix, ENDING, kept);
  prune(prefix, kept);
  return made;
}

/**
 * Writes a backup before migrations. Replaces one of the same schema from an earlier start, so that
 * repeated starts do not add files; others stay until `pruneBeforeMigrations`.
 * @param {string} url of a login that sees every table
 * @param {string} last the newest applied migration
 * @param {Kept} kept
 * @returns {Promise<{ file: string, bytes: number, sha256: string, rows: number }>}
 * @throws BackupError if the folder is not writable
 */
export async function keepBeforeMigrations(url, last, kept) {
  const prefix = prefixOf("before-migrations", kept.mark);
  const made = await make(url, prefix, endingOf(last), kept);
  for (const name of among(kept.dir, prefix, endingOf(last)))
    if (name !== path.basename(made.file)) rmSync(path.join(kept.dir, name), { force: true });
  return made;
}

/**
 * Removes the oldest of them after every migration is applied; before that, one may be needed.
 * @param {Pick<Kept, "dir" | "mark" | "keep">} kept
 */
export const pruneBeforeMigrations = (kept) => prune(prefixOf("before-migrations", kept.mark), kept);

/**
 * This database's backups of one kind in the folder. Changes nothing.
 * @param {Pick<Kept, "dir" | "mark">} kept
 * @param {"scheduled" | "before-migrations"} kind
 * @returns {{ made: { file: string, at: Date }[], unfinished: { file: string, at: Date }[] }}
 * oldest first; killed processes left `unfinished` ones
 * @throws Error with a `code` if the folder is not readable
 */
export function listKept({ dir, mark }, kind) {
  const prefix = prefixOf(kind, mark);
  const names = (ending) => (existsSync(dir) ? among(dir, prefix, ending) : []);
  const files = (ending) =>
    names(ending).flatMap((name) => {
      const at = momentOf(name.slice(prefix.length));
      return at ? [{ file: path.join(dir, name), at }] : [];
    });
  return { made: files(ENDING), unfinished: files(PART).filter(({ file }) => isLeft(file)) };
}

/** Start time of a backup from its name; null for a foreign file. */
function momentOf(stamped) {
  const [, day, hours, minutes, seconds] = /^([\d-]+)T(\d\d)-(\d\d)-([\d.]+Z)/.exec(stamped) ?? [];
  return seconds ? new Date(`${day}T${hours}:${minutes}:${seconds}`) : null;
}

/** Whether this account can write backups there; the folder may not exist yet. */
export function canKeepIn(dir) {
  let place = path.resolve(dir);
  while (!existsSync(place) && path.dirname(place) !== place) place = path.dirname(place);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

function prune(prefix, { dir, keep }) {
  for (const name of among(dir, prefix, ENDING).slice(0, -keep))
    rmSync(path.join(dir, name), { force: true });
}

async function make(url, prefix, ending, { dir, secret, note, signal }) {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new BackupError(
      `BACKUP_DIR ${dir} cannot be written (${error.code}): expected a folder that this account may write`,
    );
  }
  removeLeft(dir, prefix);
  return dump(url, path.join(dir, `${prefix}${stamp()}${ending}`), { secret, note, signal });
}

function removeLeft(dir, prefix) {
  for (const name of among(dir, prefix, PART)) {
    const part = path.join(dir, name);
    if (isLeft(part)) rmSync(part, { force: true });
  }
}

const isLeft = (part) => Date.now() - (statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? 0) > STILL_MS;
