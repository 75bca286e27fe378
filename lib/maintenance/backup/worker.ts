import { recordActivity } from "@/lib/activity/record";
import { bookkeep, change } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import type { MadeBackup, RestoredBackup } from "./types";

const scope = systemScope("backups");

const SCHEDULE = "the schedule";

const REASON_CHARACTERS_MAX = 500;

// One that is still running then belongs to a process that is gone.
const LOST_HOURS = 6;
// A failed backup is retried after this, or after the interval if that is shorter.
const RETRY_HOURS = 1;
const NOTES_KEPT_DAYS = 90;

/**
 * Creates the file. The program that runs this worker provides it, because files are outside lib.
 */
type MakeBackup = () => Promise<MadeBackup>;

/**
 * Creates a backup if one is due and no other process does.
 * @returns whether it did
 */
export async function runOnce(everyHours: number, make: MakeBackup): Promise<boolean> {
  const id = newId();
  if (!(await claim(id, everyHours))) return false;
  return noted(id, make);
}

/** Creates a backup on request and records the result. Throws what `make` throws. */
export async function backUpNow(startedBy: string, make: MakeBackup): Promise<MadeBackup> {
  const id = newId();
  await bookkeep(scope, (tx) => tx.backupRun.create({ data: { id, startedBy } }));
  try {
    const made = await make();
    await noteMade(id, startedBy, made);
    return made;
  } catch (error) {
    await noteFailure(id, error);
    throw error;
  }
}

async function claim(id: string, everyHours: number): Promise<boolean> {
  return bookkeep(scope, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('backup_runs', 0))`;
    await tx.$executeRaw`
      delete from backup_runs where started_at < clock_timestamp() - make_interval(days => ${NOTES_KEPT_DAYS}::int)
        and started_at < (select max(started_at) from backup_runs where finished_at is not null and error is null)`;
    const claimed = await tx.$executeRaw`
      insert into backup_runs (id, started_by, started_at) select ${id}::uuid, ${SCHEDULE}, clock_timestamp()
      where not exists (select 1 from backup_runs where case
        when finished_at is null then started_at > clock_timestamp() - make_interval(hours => ${LOST_HOURS}::int)
        when error is null then finished_at > clock_timestamp() - make_interval(hours => ${everyHours}::int)
        else finished_at > clock_timestamp() - make_interval(hours => ${Math.min(everyHours, RETRY_HOURS)}::int) end)`;
    return claimed === 1;
  });
}

async function noted(id: string, make: MakeBackup): Promise<boolean> {
  try {
    const made = await make();
    await noteMade(id, SCHEDULE, made);
    log().info({ file: made.file, bytes: made.bytes }, "a backup was made");
    return true;
  } catch (error) {
    log().error({ err: error }, "the backup failed");
    await noteFailure(id, error);
    return false;
  }
}

/** The audit entry says who has these rows in a file, and its checksum. */
function noteMade(id: string, startedBy: string, { file, bytes, rows, sha256 }: MadeBackup) {
  const maker = systemScope(startedBy);
  return change(maker, async (tx) => {
    await tx.$executeRaw`
      update backup_runs set finished_at = clock_timestamp(), file = ${file}, bytes = ${bytes}::bigint, rows = ${rows}::bigint
      where id = ${id}::uuid`;
    await recordActivity(tx, maker, "backup.made", { kind: "backup", id }, { file, sha256, bytes, rows });
  });
}

/** Records where a restored database comes from. */
export function noteRestored(startedBy: string, restored: RestoredBackup): Promise<void> {
  const restorer = systemScope(startedBy);
  const { file, sha256, rows, madeAt, trail, newSecret } = restored;
  const details = { file, sha256, rows, made_at: madeAt, trail, new_secret: newSecret };
  return change(restorer, (tx) =>
    recordActivity(tx, restorer, "backup.restored", { kind: "backup", id: sha256 }, details),
  );
}

function noteFailure(id: string, error: unknown) {
  const words = (error instanceof Error ? error.message : String(error))
    .trim()
    .slice(0, REASON_CHARACTERS_MAX);
  return bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      update backup_runs set finished_at = clock_timestamp(), error = ${words.toWellFormed()} where id = ${id}::uuid`,
  );
}

/** Without an interval the job does nothing. */
export const backupJob = (
  everyHours: number | undefined,
  make: (signal: AbortSignal) => Promise<MadeBackup>,
): Job => ({
  name: "backup",
  ms: 60_000,
  runOnce: async (signal) => {
    if (everyHours !== undefined) await runOnce(everyHours, () => make(signal));
  },
});
