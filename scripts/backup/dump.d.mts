type Options = { secret: string; note?: (line: string) => void; signal?: AbortSignal };
type Made = { file: string; bytes: number; sha256: string; rows: number; tables: number };
export function dump(url: string, file: string, options: Options): Promise<Made>;
