export type Head = { made_at: string; secret_mark: string; migrations: { name: string; checksum: string }[] };
type Options = { note?: (line: string) => void };
export function inspect(file: string, secret: string | null): Promise<Head>;
export function isOwnSecret(head: Head, secret: string | null): boolean;
export function restore(
  ownerUrl: string,
  file: string,
  options?: Options,
): Promise<{ rows: number; tables: number; sha256: string; madeAt: string }>;
