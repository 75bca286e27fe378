// What descriptions say in words that schemas could express.

// The parameter's meaning comes first. The patterns are slow on long or hostile texts.
const LOOKED_AT = 1_000;

const OTHER_LETTERS = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}/gu;
const OTHER_LETTERS_MIN = 2;

/** Whether the patterns can read the text's script. */
export const isReadable = (text: string): boolean =>
  (text.slice(0, LOOKED_AT).match(OTHER_LETTERS)?.length ?? 0) < OTHER_LETTERS_MIN;

/** The head of a description on one line, which bounds every pattern. */
const headOf = (text: string): string => text.slice(0, LOOKED_AT).replace(/\s+/g, " ").trim();

const CLOSED =
  /(?:one of|must be|either|valid values?|allowed values?|possible values?|accepted values?|supported values?|values?|options?)(?: (?:are|is|include))?\s*[:=(]?\s*/gi;

const VALUE = `(?:"([^"\\n]{1,40})"|'([^'\\n]{1,40})'|\`([^\`\\n]{1,40})\`)`;

const SEPARATOR = "(?:\\s*[,;|/]\\s*(?:or |and )?|\\s+or\\s+|\\s+and\\s+)";

const LIST = new RegExp(
  `^${VALUE}(?:\\s*\\([^)]{0,80}\\))?(?:${SEPARATOR}${VALUE}(?:\\s*\\([^)]{0,80}\\))?)+`,
  "i",
);

// `(asc, desc)` or `asc|desc`: bare words count only after a word that closes the list, up to its
// end.
const BARE =
  /^\(?([A-Za-z][\w-]{0,30}(?:(?:\s*[,|/]\s*(?:or )?|\s+or\s+)[A-Za-z][\w-]{0,30})+)\)?\s*(?:[.;)]|$)/;

// The text ends with the list, or consists of it: `Sort order ("asc" or "desc")`.
const ENDING = new RegExp(`(?:^|\\()${VALUE}(?:${SEPARATOR}${VALUE})+\\)?\\W*$`, "i");

const OPEN_ENDED = /e\.?g\.?|for example|such as|like|example|includ|default|etc|\.\.\.|…/i;

/**
 * The values of a closed vocabulary in a description; null if there is none or the list is open.
 */
export function listedValues(description: string): string[] | null {
  const text = headOf(description);
  if (/\bvalues? include/i.test(text)) return null;
  for (const match of text.matchAll(CLOSED)) {
    const from = (match.index ?? 0) + match[0].length;
    const closed = valuesAt(text, from, true);
    if (closed) return closed;
  }
  const ending = ENDING.exec(text);
  return ending ? valuesAt(text, ending.index + (ending[0].startsWith("(") ? 1 : 0), false) : null;
}

function valuesAt(text: string, from: number, bare: boolean): string[] | null {
  const rest = text.slice(from);
  const before = text.slice(Math.max(0, from - 30), from);
  if (OPEN_ENDED.test(before)) return null;
  const list = LIST.exec(rest)?.[0];
  const words = list === undefined && bare ? BARE.exec(rest)?.[1] : undefined;
  if (list === undefined && words === undefined) return null;
  const after = rest.slice((list ?? words ?? "").length, (list ?? words ?? "").length + 12);
  if (OPEN_ENDED.test(after)) return null;
  const values = list
    ? [...list.matchAll(new RegExp(VALUE, "g"))].map((one) => withoutStop(one[1] ?? one[2] ?? one[3] ?? ""))
    : (words ?? "").split(/\s*[,|/]\s*(?:or )?|\s+or\s+/);
  if (list === undefined && !areBareValues(values, text)) return null;
  return values.length >= 2 && values.every((value) => /^[\w.<>=!+-]{1,40}$/.test(value))
    ? [...new Set(values)]
    : null;
}

/** American style puts the comma or full stop of the sentence inside the quotes. */
const withoutStop = (value: string): string => value.replace(/(?<=\w)[.,;]$/, "");

/** Unquoted words count as values only in the same style, and if the text suggests no others. */
const areBareValues = (values: readonly string[], text: string): boolean =>
  new Set(values.map((value) => value === value.toLowerCase())).size === 1 &&
  !/\bmore (?:specific|precise|detailed)\b|\bother (?:values?|names?)\b|\bcustom\b|\bfor (?:example|instance)\b|\bsuch as\b/i.test(
    text,
  );

/** Whether the text requires a non-empty list. */
export const saysNotEmpty = (text: string): boolean =>
  /\b(?:must not|may not|can ?not|never) be (?:an )?empty(?! (?:string|text|name|value|item|element|object))|\bnon-?empty (?:list|array)\b|\b(?:contain|hold|have|has|provide|include|specify|pass|give)s? at least one (?:item|element|entry|value)\b|\bnot an? empty (?:list|array)|^\W*at least one (?:item|element|entry|value)\b/i.test(
    headOf(text),
  );

export const saysNotation = (text: string): boolean =>
  /iso|rfc|yyyy|unix|epoch|timestamp in|milliseconds|seconds|utc|format|\d{4}-\d{2}|\d{1,2}:\d{2}|\d{8,}|e\.g|natural language|cron|date-time/i.test(
    headOf(text),
  );

export const showsExample = (text: string): boolean =>
  /\be\.?g\.?(?:\W|$)|\bexamples?\b|\bfor instance\b|\bsuch as\b|[{[]\s*["{[]|```/i.test(text);

/** Whether the text says where property names are listed, or which exist. */
export const pointsElsewhere = (text: string): boolean =>
  showsExample(text) ||
  /cheat ?sheet|mcp:\/\/|https?:\/\/|\bDSL\b|\binclud(?:e|es|ing)\b|\bschema\b|\bkeys?\b|key[- ]value|\bmap(?:ping)?\b|\bnames? (?:to|and)\b|\{/i.test(
    headOf(text),
  );

/**
 * Whether a parameter's text names the call or document that lists its properties: `use get_schema
 * to discover the fields`.
 */
export const saysWhereToLook = (text: string): boolean =>
  /(?:^|[.;,:()–—-] ?)see (?:also )?[\w`"'[]|\brefer to\b|\b(?:use|call|run) [^.;]{1,60} to (?:discover|find|get|learn|list|look up|see)\b/i.test(
    headOf(text),
  );

/** Whether a tool's description links to the specification of its input. */
export const linksToFormat = (text: string): boolean =>
  text
    .slice(0, LOOKED_AT)
    .split(/\n|[.!?]\s/)
    .some((sentence) => /https?:\/\//i.test(sentence) && FORMAT.test(sentence));

const FORMAT = /\b(?:schema|format|propert(?:y|ies)|fields|specification|syntax)\b/i;

/** Whether a number's description explains it: a range, an end of the scale, or single values. */
export const explainsNumber = (text: string): boolean =>
  /\d|\b(?:high|low)(?:er|est)\b|\bascending\b|\bdescending\b|\bmore (?:urgent|severe|important)\b/i.test(
    headOf(text),
  );
