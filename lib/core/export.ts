import { stringify } from "csv-stringify/sync";
import { serializeJson } from "./json/raw";

// Rows as files: one line of NDJSON or one CSV record each, so that a file of any length is written with little memory.

const EXPORT_FORMATS = ["ndjson", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The format a caller wants: what the query says, else what it accepts, else the list. */
export function exportFormat(
  asked: "json" | ExportFormat | undefined,
  accept: string | null,
): ExportFormat | null {
  if (asked !== undefined) return asked === "json" ? null : asked;
  if (/\bapplication\/(x-)?ndjson\b/i.test(accept ?? "")) return "ndjson";
  return /\btext\/csv\b/i.test(accept ?? "") ? "csv" : null;
}

/** One line of NDJSON. Line breaks can only stand between the values of exact JSON text, where a space means the same. */
export function ndjsonLine(record: object): string {
  return `${serializeJson(record).replace(/[\r\n]+/g, " ")}\n`;
}

/** The first line of a CSV file (RFC 4180). */
export function csvHeader(columns: readonly string[]): string {
  return stringify([[...columns]], { record_delimiter: "\r\n" });
}

// What spreadsheets take for a formula (OWASP, CSV injection): the full-width forms of East Asian keyboards included, and after characters
// that they drop, such as a byte order mark.
const FORMULA = /^(?:[\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|\p{Cf}*[\t\r\n])/u;

/** One record of a CSV file. Lists and objects are JSON text; nothing that somebody else wrote is run as a formula. */
export function csvLine<T extends object>(columns: readonly (keyof T)[], record: T): string {
  return stringify([columns.map((column) => cell(record[column]))], {
    record_delimiter: "\r\n",
    // With a delimiter of its own the library leaves other line breaks bare unless told.
    quote_record_delimiter: true,
    // A cell that was made safe is quoted as well: some readers drop a bare apostrophe.
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

/** A name for a file of rows: what, whose, of which day. Only characters that every system takes. */
export function exportFileName(
  what: string,
  tenant: string | undefined,
  at: Date,
  format: ExportFormat,
): string {
  const whose = (tenant ?? "all-tenants").replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60);
  return `${what}-${whose}-${at.toISOString().slice(0, 10)}.${format}`;
}
