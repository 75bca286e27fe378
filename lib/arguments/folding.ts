import type { RiskWord } from "@/lib/core/risk";
import type { DiffRow, Fold } from "./types";

/** Rows shown before the rest is folded: about three screens. */
export const ROWS_SHOWN = 120;

/** A value larger than this (UTF-8 bytes) is folded and must be opened before anyone can approve. */
export const FOLD_BYTES = 32 * 1024;

/** A string longer than this (characters) is folded to its first lines; above low it must be opened. */
export const LONG_CHARS = 1_200;

/** What is shown of a folded string before it is opened (characters): its first lines, at most. */
export const START_CHARS = 400;

const encoder = new TextEncoder();

/** Whether what is folded has to be opened before the call can be approved, whatever its size. */
const mustOpen = (risk: RiskWord) => risk !== "low";

/** Why a value starts closed, or null when it is short enough to be shown whole. */
export function foldOf(row: DiffRow, risk: RiskWord): Fold | null {
  const text = row.after?.text ?? row.before?.text ?? "";
  if (text.length <= LONG_CHARS) return null;
  const bytes = text.length > FOLD_BYTES ? text.length : encoder.encode(text).length;
  // A value that is gone will not run, so it need not be read.
  const must = row.after !== null && (mustOpen(risk) || bytes > FOLD_BYTES);
  return { id: row.pointer, label: row.path, must };
}

/** The folds of all rows: long values, and the rows behind the first ROWS_SHOWN. */
export function foldsOf(rows: readonly DiffRow[], risk: RiskWord): Fold[] {
  const folds = rows.flatMap((row) => foldOf(row, risk) ?? []);
  if (rows.length <= ROWS_SHOWN) return folds;
  const more = rows.length - ROWS_SHOWN;
  return [...folds, { id: "rows", label: `${more} more rows`, must: mustOpen(risk) }];
}
