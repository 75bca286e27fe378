/** A backup that was made. */
export type MadeBackup = {
  file: string;
  bytes: number;
  rows: number;
  /** Of the whole file, as `sha256sum` says it. */
  sha256: string;
};

/** A backup that this database was restored from. */
export type RestoredBackup = {
  file: string;
  sha256: string;
  rows: number;
  /** When it was made, as the file says. */
  madeAt: string;
  /** Whether the activity log that came with it was whole. */
  trail: "unbroken" | "broken";
  /** Whether it was taken without the AUTH_SECRET it was made with. */
  newSecret: boolean;
};

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
