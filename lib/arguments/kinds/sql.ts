import { type CallHints, DATABASE_NAME, plainName } from "./names";
import { sqlLines } from "./sql-layout";
import { sqlTokens } from "./sql-tokens";
import { sqlWarnings } from "./sql-warnings";
import type { Sql } from "./types";

/** Longer texts are not laid out: their start is shown. */
const LAID_OUT_CHARS = 16 * 1024;

/** Longer texts are not looked through for statements without WHERE. */
const READ_CHARS = 64 * 1024;

const START_CHARS = 4 * 1024;

const SURE_NAMES = new Set(["sql", "sqlquery", "sqlstatement", "querysql", "rawsql", "sqltext"]);

const LIKELY_NAMES = new Set(["query", "statement", "statements", "command", "script", "queries"]);

const LEADING = String.raw`^(?:\s|--[^\n]*\n|\/\*[^*]*\*\/|\()*`;

// A verb with what has to follow it, so that "Select a plan" is no statement.
const STATEMENT = new RegExp(
  `${LEADING}(?:select\\s[\\s\\S]|with\\s+(?:recursive\\s+)?[\\w"]+[\\s\\S]{0,200}\\bas\\b|insert\\s+(?:into|overwrite)\\s|update\\s+[\\s\\S]{1,400}?\\sset\\s|delete\\s+from\\s|merge\\s+into\\s|replace\\s+into\\s|truncate\\s+\\w|(?:create|alter|drop)\\s+(?:or\\s+replace\\s+)?(?:\\w+\\s+)?(?:table|view|index|schema|database|role|user|function|procedure|sequence|trigger|type|extension|policy)\\b|grant\\s[\\s\\S]{1,400}?\\bto\\b|revoke\\s[\\s\\S]{1,400}?\\bfrom\\b|explain\\s+\\w|begin\\s*;|call\\s+[\\w.]+\\s*\\()`,
  "i",
);

/** Whether a string is SQL: by its name or the tool's, and by its shape. */
export function isSql(text: string, keys: readonly (string | number)[], call: CallHints): boolean {
  const key = keys.findLast((one) => typeof one === "string");
  if (key === undefined || typeof key === "number" || !STATEMENT.test(text)) return false;
  const name = plainName(key);
  if (SURE_NAMES.has(name)) return true;
  const isAbout = DATABASE_NAME.test(`${call.provider ?? ""} ${call.tool}`.replaceAll("-", "_"));
  const described = /\bsql\b/i.test(call.descriptions.get(String(keys[0])) ?? "");
  return LIKELY_NAMES.has(name) && (isAbout || described);
}

export function readSql(text: string): Sql {
  if (text.length > READ_CHARS) return { lines: [], start: text.slice(0, START_CHARS), warnings: [] };
  const tokens = sqlTokens(text);
  const warnings = sqlWarnings(tokens);
  if (text.length > LAID_OUT_CHARS) return { lines: [], start: text.slice(0, START_CHARS), warnings };
  return { lines: sqlLines(tokens), start: null, warnings };
}
