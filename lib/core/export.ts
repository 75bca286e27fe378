import { stringify } from "csv-stringify/sync";
import { serializeJson } from "./json/raw";

// Exports rows as NDJSON lines or CSV records, with constant memory for any length.

const EXPORT_FORMATS = ["ndjson", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Export format: from the query, else from the Accept header, else null for the list. */
export function exportFormat(
  asked: "json" | ExportFormat | undefined,
  accept: string | null,
): ExportFormat | null {
  if (asked !== undefined) return asked === "json" ? null : asked;
  if (/\bapplication\/(x-)?ndjson\b/i.test(accept ?? "")) return "ndjson";
  return /\btext\/csv\b/i.test(accept ?? "") ? "csv" : null;
}

/**
 * One line of NDJSON. Exact JSON text can have line breaks between values only, where a space is
 * equivalent.
 */
export function ndjsonLine(record: object): string {
  return `${serializeJson(record).replace(/[\r\n]+/g, " ")}\n`;
}

/** The first line of a CSV file (RFC 4180). */
export function csvHeader(columns: readonly string[]): string {
  return stringify([[...columns]], { record_delimiter: "\r\n" });
}

// Starts of formulas in spreadsheets (OWASP, CSV injection), including full-width characters, and
// after characters they drop, such as a byte order mark.
const FORMULA = /^(?:[\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|\p{Cf}*[\t\r\n])/u;

/** One CSV record. Lists and objects become JSON text. Escapes formulas in foreign text. */
export function csvLine<T extends object>(columns: readonly (keyof T)[], record: T): string {
  return stringify([columns.map((column) => cell(record[column]))], {
    record_delimiter: "\r\n",
    // With a custom delimiter the library does not quote other line breaks by default.
    quote_record_delimiter: true,
    // Quotes an escaped cell too, because some readers drop a bare apostrophe.
    quoted_match: /^'/,
  });
}

function cell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "string" ? value : serializeJson(value);
  return FORMULA.test(text) ? `'${text}` : text;
}

/** File name of an export: content, owner, day. Uses characters that every system allows. */
export function exportFileName(
  what: string,
  tenant: string | undefined,
  at: Date,
  format: ExportFormat,
): string {
  const whose = (tenant ?? "all-tenants").replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60);
  return `${what}-${whose}-${at.toISOString().slice(0, 10)}.${format}`;
}
