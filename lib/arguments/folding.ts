import type { RiskWord } from "@/lib/core/risk";
import type { DiffRow, Fold } from "./types";

export const ROWS_SHOWN = 120;

/** A larger value (UTF-8 bytes) is folded and has to be opened before approval. */
export const FOLD_BYTES = 32 * 1024;

/** A longer string (characters) is folded; above low risk it has to be opened. */
export const LONG_CHARS = 1_200;

/** Characters of a folded string that stay visible, at most its first lines. */
export const START_CHARS = 400;

const encoder = new TextEncoder();

/** Whether folded parts have to be opened before approval, at any size. */
const mustOpen = (risk: RiskWord) => risk !== "low";

/** Why a value starts folded; null if it is short. */
export function foldOf(row: DiffRow, risk: RiskWord): Fold | null {
  const text = row.after?.text ?? row.before?.text ?? "";
  if (text.length <= LONG_CHARS) return null;
  const bytes = text.length > FOLD_BYTES ? text.length : encoder.encode(text).length;
  // A removed value does not run, so no one has to read it.
  const must = row.after !== null && (mustOpen(risk) || bytes > FOLD_BYTES);
  return { id: row.pointer, label: row.path, must };
}

export function foldsOf(rows: readonly DiffRow[], risk: RiskWord): Fold[] {
  const folds = rows.flatMap((row) => foldOf(row, risk) ?? []);
  if (rows.length <= ROWS_SHOWN) return folds;
  const more = rows.length - ROWS_SHOWN;
  return [...folds, { id: "rows", label: `${more} more rows`, must: mustOpen(risk) }];
}
