/** Rows as aligned text columns with headings; `none` without rows. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string[] {
  if (rows.length === 0) return [none];
  const all = [headings, ...rows.map((row) => row.map(plain))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

export function minute(at: Date | null): string {
  return at === null ? "-" : at.toISOString().slice(0, 16).replace("T", " ");
}

/** Names come from people and providers, and must not control a terminal. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
}
