import { csvHeader, csvLine, type ExportFormat, ndjsonLine } from "@/lib/core/export";
import type { Friction } from "./types";
import { wireFrictionRow } from "./wire";

const COLUMNS = [
  "name",
  "gateway",
  "provider",
  "tool_id",
  "person_id",
  "calls",
  "decided",
  "median_seconds",
  "p90_seconds",
  "unread",
  "edited",
  "rejected",
  "changes_requested",
  "expired",
  "waited_seconds",
  "on_screen",
  "since",
  "until",
] as const;

/** The rows in page order, each with its actual period, which may start late. */
export function frictionFile(
  { rows, since, until }: Pick<Friction, "rows" | "since" | "until">,
  format: ExportFormat,
): string {
  const records = rows.map((row) => ({ ...wireFrictionRow(row), since, until }));
  if (format === "ndjson") return records.map(ndjsonLine).join("");
  return csvHeader(COLUMNS) + records.map((record) => csvLine(COLUMNS, record)).join("");
}
