import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import type { Scope } from "@/lib/core/scope";
import { readBackupStatus } from "@/lib/maintenance/backup/queries";
import { canKeepIn, listKept } from "../backup/keep.mjs";

export type Check = { name: string; ok: boolean; detail: string };

type Kind = Parameters<typeof listKept>[1];

/**
 * Scheduled and manual backups, from the database, and those before migrations, which are only
 * files in BACKUP_DIR.
 */
export async function checkBackups(scope: Scope): Promise<Check[]> {
  const own = await checkOwn(scope);
  return [own, checkBeforeMigrations()];
}

async function checkOwn(scope: Scope): Promise<Check> {
  const name = "backups";
  const { everyHours, lastMade, lastFailure, overdue } = await readBackupStatus(scope);
  const last = lastMade
    ? `the last was made ${ageOf(lastMade.at)} by ${lastMade.by}: ${lastMade.file}`
    : "none was made yet";
  if (lastFailure)
    return {
      name,
      ok: false,
      detail: `one by ${lastFailure.by} failed ${ageOf(lastFailure.at)} (${lastFailure.error}); ${last}`,
    };
  if (overdue) return { name, ok: false, detail: `planned every ${everyHours} h, but ${last}` };
  const plan = everyHours === null ? "none planned (BACKUP_EVERY_HOURS)" : `every ${everyHours} h`;
  return withFiles(name, "scheduled", ({ made }) => `${plan}; ${last}; ${keptOf("scheduled", made.length)}`);
}

function checkBeforeMigrations(): Check {
  const name = "backups before migrations";
  const { BACKUP_DIR } = env();
  const off = process.env.BACKUP_BEFORE_MIGRATIONS === "off";
  if (!off && !canKeepIn(BACKUP_DIR))
    return {
      name,
      ok: false,
      detail: `BACKUP_DIR ${BACKUP_DIR} cannot be written: the next upgrade would migrate nothing`,
    };
  return withFiles(name, "before-migrations", ({ made }) => {
    const newest = made.at(-1);
    const last = newest
      ? `the last was made ${ageOf(newest.at)}: ${newest.file}; ${keptOf("before migrations", made.length)}`
      : `none in ${BACKUP_DIR} yet`;
    return off ? `switched off (BACKUP_BEFORE_MIGRATIONS); ${last}` : last;
  });
}

/** Checks files of one kind: an unfinished one means that the last try failed. */
function withFiles(
  name: string,
  kind: Kind,
  describe: (files: ReturnType<typeof listKept>) => string,
): Check {
  const { BACKUP_DIR: dir, BACKUP_MARK: mark } = env();
  try {
    const files = listKept({ dir, mark }, kind);
    const left = files.unfinished.at(-1);
    const detail = describe(files);
    if (!left) return { name, ok: true, detail };
    return { name, ok: false, detail: `one was interrupted ${ageOf(left.at)}: ${left.file}; ${detail}` };
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return { name, ok: false, detail: `BACKUP_DIR ${dir} cannot be read (${why})` };
  }
}

function keptOf(kind: string, many: number): string {
  const { BACKUP_DIR, BACKUP_KEEP } = env();
  return `${many} ${kind} of at most ${BACKUP_KEEP} in ${BACKUP_DIR}`;
}

/** `3 h ago (2026-01-02T10:20:30.400Z)`. */
function ageOf(at: Date): string {
  const age = Math.max(0, Date.now() - at.getTime());
  const [many, unit] =
    age < HOUR_MS
      ? [age / MINUTE_MS, "min"]
      : age < 2 * DAY_MS
        ? [age / HOUR_MS, "h"]
        : [age / DAY_MS, "days"];
  return `${Math.floor(many)} ${unit} ago (${at.toISOString()})`;
}
