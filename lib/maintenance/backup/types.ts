/** A backup that was made. */
export type MadeBackup = { file: string; bytes: number; rows: number };

/** How backups stand: what is planned, and how the last ones ended. */
export type BackupStatus = {
  /** Hours between two; null when none are planned. */
  everyHours: number | null;
  dir: string;
  keep: number;
  lastMade: { at: Date; by: string; file: string; bytes: number; rows: number } | null;
  /** Null when a later one was made. */
  lastFailure: { at: Date; by: string; error: string } | null;
  /** No backup was made for twice as long as planned. */
  overdue: boolean;
};
