import { read, type Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import type { Scope, UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import type { BackupStatus } from "./types";

/**
 * How backups stand, for people.
 * @throws DomainError FORBIDDEN
 */
export async function getBackupStatus(scope: UserScope): Promise<BackupStatus> {
  assertMayAdministerAll(scope, "see how backups stand");
  return readBackupStatus(scope);
}

export function readBackupStatus(scope: Scope): Promise<BackupStatus> {
  return read(scope, loadStatus);
}

async function loadStatus(tx: Tx): Promise<BackupStatus> {
  const { BACKUP_EVERY_HOURS, BACKUP_DIR, BACKUP_KEEP } = env();
  const made = await tx.backupRun.findFirst({
    where: { error: null, finishedAt: { not: null } },
    orderBy: { startedAt: "desc" },
  });
  const failed = await tx.backupRun.findFirst({
    where: { error: { not: null }, ...(made ? { startedAt: { gt: made.startedAt } } : {}) },
    orderBy: { startedAt: "desc" },
  });
  // Without any backup, counts since the first try.
  const [age] = await tx.$queryRaw<{ overdue: boolean }[]>`
    select coalesce(coalesce(max(finished_at) filter (where error is null), min(started_at)) < clock_timestamp() - make_interval(hours => ${2 * (BACKUP_EVERY_HOURS ?? 0)}::int), false)
           as overdue from backup_runs`;
  return {
    everyHours: BACKUP_EVERY_HOURS ?? null,
    dir: BACKUP_DIR,
    keep: BACKUP_KEEP,
    overdue: BACKUP_EVERY_HOURS !== undefined && age?.overdue === true,
    lastMade: made && {
      at: made.finishedAt ?? made.startedAt,
      by: made.startedBy,
      file: made.file ?? "",
      bytes: Number(made.bytes),
      rows: Number(made.rows),
    },
    lastFailure: failed && {
      at: failed.finishedAt ?? failed.startedAt,
      by: failed.startedBy,
      error: failed.error ?? "",
    },
  };
}
