import { AXIS_MAX } from "./types";

// Agents' synonyms. The first word is displayed; people add aliases.
const SYNONYMS: readonly (readonly [string, ...string[]])[] = [
  ["transport", "http", "https", "network", "networking", "fetch", "fetching", "download", "request"],
  ["extraction", "extract", "extracting", "parse", "parsing", "parser", "scraping", "html-parsing"],
  ["transformation", "transform", "conversion", "convert", "mapping", "reshaping"],
  ["presentation", "formatting", "format", "rendering", "render", "display", "layout"],
  ["storage", "persistence", "persist", "database", "db", "saving", "write-to-disk"],
  ["retrieval", "search", "searching", "lookup", "look-up", "query", "querying"],
  ["aggregation", "aggregate", "summing", "statistics", "analytics"],
  ["summarization", "summarisation", "summarize", "summarise", "summary"],
  ["authentication", "auth", "login", "sign-in", "signin", "credentials"],
  ["authorization", "authorisation", "permissions", "permission", "access-control"],
  ["validation", "validate", "checking", "verification", "verify"],
  ["scheduling", "schedule", "timing", "cron"],
  ["notification", "notifications", "notify", "alerting", "messaging"],
  ["pagination", "paging", "paginate"],
];

const SYNONYM_OF = new Map(
  SYNONYMS.flatMap(([axis, ...words]) => words.map((word) => [word, axis] as const)),
);

/** A tenant's aliases for axes: the key counts as the value. */
export type AxisAliases = ReadonlyMap<string, string>;

export const NO_ALIASES: AxisAliases = new Map();

/** The normalized spelling, without case, spacing and punctuation. May be empty. */
export function axisForm(word: string): string {
  return word
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, AXIS_MAX)
    .toWellFormed();
}

/** The axis of a word: aliases before the table of synonyms. */
export function axisOf(word: string, aliases: AxisAliases): string {
  const form = axisForm(word);
  const axis = SYNONYM_OF.get(form) ?? form;
  return aliases.get(axis) ?? axis;
}

/** The distinct axes of a referral, in alphabetical order. */
export function axesOf(words: readonly string[], aliases: AxisAliases): string[] {
  return [...new Set(words.map((word) => axisOf(word, aliases)).filter((axis) => axis !== ""))].sort();
}
