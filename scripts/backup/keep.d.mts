type Kept = {
  dir: string;
  mark: string;
  keep: number;
  secret: string;
  note?: (line: string) => void;
  signal?: AbortSignal;
};
type Made = { file: string; bytes: number; sha256: string; rows: number };
export function keepScheduled(url: string, kept: Kept): Promise<Made>;
export function keepBeforeMigrations(url: string, last: string, kept: Kept): Promise<Made>;
type File = { file: string; at: Date };
export function listKept(
  kept: Pick<Kept, "dir" | "mark">,
  kind: "scheduled" | "before-migrations",
): { made: File[]; unfinished: File[] };
export function canKeepIn(dir: string): boolean;
export function pruneBeforeMigrations(kept: Pick<Kept, "dir" | "mark" | "keep">): void;
