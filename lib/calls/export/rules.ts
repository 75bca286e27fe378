import { serializeJson } from "@/lib/core/json/raw";
import type { WireCall } from "../answer/rules";

export const EXPORT_FORMATS = ["ndjson", "csv"] as const;
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

/** One line of NDJSON. Line breaks can only stand between the values of arguments, where a space means the same. */
export function ndjsonLine(call: WireCall): string {
  return `${serializeJson(call).replace(/[\r\n]+/g, " ")}\n`;
}

// In the order of the columns; the compiler knows when one is missing.
const COLUMN_ORDER: Record<keyof WireCall, true> = {
  id: true,
  external_id: true,
  tenant: true,
  gateway: true,
  provider: true,
  tool: true,
  method: true,
  rationale: true,
  risk: true,
  arguments: true,
  outcome: true,
  class: true,
  outcome_detail: true,
  error_message: true,
  validation: true,
  referral: true,
  duration_ms: true,
  attempt: true,
  agent: true,
  agent_version: true,
  model: true,
  on_behalf_of: true,
  session_id: true,
  call_id: true,
  approval_id: true,
  occurred_at: true,
  received_at: true,
};
const COLUMNS = Object.keys(COLUMN_ORDER) as (keyof WireCall)[];

/** The first line of a CSV export (RFC 4180). */
export function csvHeader(): string {
  return `${COLUMNS.join(",")}\r\n`;
}

/** One record of a CSV export. Lists and objects are JSON text; nothing an agent wrote is run as a formula. */
export function csvLine(call: WireCall): string {
  return `${COLUMNS.map((column) => csvCell(call[column])).join(",")}\r\n`;
}

// What spreadsheets take for a formula, the full-width forms of East Asian keyboards included (OWASP, CSV injection).
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text =
    typeof value === "string" ? value : value instanceof Date ? value.toISOString() : serializeJson(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
