type Options = { dir: string; keep: number; secret: string; note?: (line: string) => void };
type Made = { file: string; bytes: number; rows: number };
export function keepBackup(
  url: string,
  kind: "scheduled" | "before-migrations",
  options: Options,
): Promise<Made>;
