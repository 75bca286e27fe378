import "server-only";
import pg from "pg";

// Names statements, so that the database parses and plans each text once per connection, and parses
// values.

// A connection keeps each statement with its plan.
const NAMES_MAX = 500;
// Texts seen once; some never repeat.
const ONCE_MAX = 2_000;

// One of each per process, even if a bundler loads this module twice, because names belong to
// connections.
const store = globalThis as { countersignStatements?: { names: Map<string, string>; once: Set<string> } };
store.countersignStatements ??= { names: new Map(), once: new Set() };
const { names, once } = store.countersignStatements;

// A list of values in the text gives another text for each length.
const LISTED = /\bin \(\$\d+,/i;

/** The name of a prepared statement. None for a first use, for lists, or beyond the limit. */
export function statementName(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= NAMES_MAX || LISTED.test(text)) return name;
  if (once.has(text)) {
    once.delete(text);
    names.set(text, `s${names.size}`);
    return names.get(text);
  }
  if (once.size >= ONCE_MAX) once.clear();
  once.add(text);
  return undefined;
}

type Parse = (text: string) => unknown;

const { INT8, DATE, TIMESTAMP } = pg.types.builtins;
// The driver supports it, but its types have no name for it.
const INT8_ARRAY = 1016 as typeof INT8;

const inUtc: Parse = (text) => new Date(`${text.replace(" ", "T")}Z`);

// 64-bit integers keep every digit. Times without a zone are UTC.
const parsers = new Map<number, Parse>([
  [INT8, BigInt],
  [
    INT8_ARRAY,
    (text) =>
      (pg.types.getTypeParser(INT8_ARRAY)(text) as (string | null)[]).map((one) => one && BigInt(one)),
  ],
  [DATE, (text) => new Date(`${text}T00:00:00Z`)],
  [TIMESTAMP, inUtc],
]);

export const PARSERS: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: "text" | "binary") =>
    parsers.get(type) ?? pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};
