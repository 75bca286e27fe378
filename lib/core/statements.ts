import "server-only";
import pg from "pg";

// How statements are named, so that the database parses and plans each text once a connection, and how values are read.

// A connection keeps each of them with its plan.
const NAMES_MAX = 500;
// Texts that were asked once; some are never asked again.
const ONCE_MAX = 2_000;

// One of each a process, also when a bundler loads this module more than once: names belong to the connections.
const store = globalThis as { countersignStatements?: { names: Map<string, string>; once: Set<string> } };
store.countersignStatements ??= { names: new Map(), once: new Set() };
const { names, once } = store.countersignStatements;

// A list of values in a text: of each length there would be another one.
const LISTED = /\bin \(\$\d+,/i;

/** The name under which a text is prepared; none before it is asked a second time, for lists, or where there are too many. */
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
// The driver knows how, but its types have no name for it.
const INT8_ARRAY = 1016 as typeof INT8;

const inUtc: Parse = (text) => new Date(`${text.replace(" ", "T")}Z`);

// Whole numbers of 64 bits keep every digit; what has no time zone is UTC.
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

/** The values of raw statements, as Prisma reads those of its own. */
export const PARSERS: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: "text" | "binary") =>
    parsers.get(type) ?? pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};
