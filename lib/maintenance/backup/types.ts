export type MadeBackup = {
  file: string;
  bytes: number;
  rows: number;
  /** Of the whole file, as printed by `sha256sum`. */
  sha256: string;
};

export type RestoredBackup = {
  file: string;
  sha256: string;
  rows: number;
  /** Creation time from the file. */
  madeAt: string;
  /** Whether its activity log was intact. */
  trail: "unbroken" | "broken";
  /** Whether it was restored without its original AUTH_SECRET. */
  newSecret: boolean;
};

export type BackupStatus = {
  /** Interval in hours; null if none are scheduled. */
  everyHours: number | null;
  dir: string;
  keep: number;
  lastMade: { at: Date; by: string; file: string; bytes: number; rows: number } | null;
  /** Null after a later success. */
  lastFailure: { at: Date; by: string; error: string } | null;
  overdue: boolean;
};
