// Backups that nobody made by hand: their names, and how many of them stay.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { dump } from "./dump.mjs";
import { BackupError } from "./file.mjs";

const ENDING = ".backup";

const stamp = () =>
  new Date()
    .toISOString()
    .replaceAll(":", "-")
    .replace(/\.\d+Z$/, "Z");

/**
 * Makes a backup in the folder, then removes the oldest of its kind.
 * @param {string} url of a login that sees every table
 * @param {"scheduled" | "before-migrations"} kind begins the name
 * @param {{ dir: string, keep: number, secret: string, note?: (line: string) => void }} options
 * @returns {Promise<{ file: string, bytes: number, rows: number }>}
 * @throws BackupError when the folder cannot be written
 */
export async function keepBackup(url, kind, { dir, keep, secret, note }) {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new BackupError(
      `BACKUP_DIR ${dir} cannot be written (${error.code}): expected a folder that this account may write`,
    );
  }
  const made = await dump(url, path.join(dir, `${kind}-${stamp()}${ENDING}`), { secret, note });
  const all = readdirSync(dir)
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith(ENDING))
    .sort();
  for (const name of all.slice(0, -keep)) rmSync(path.join(dir, name));
  return made;
}
