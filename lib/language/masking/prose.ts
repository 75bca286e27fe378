import { FIELDS } from "./bounds";
import { CODES } from "./codes";
import { DATES } from "./dates";
import { isOwnWord, saysWrong } from "./error-words";
import { applied, type Mask, NAMED, NO_NAME, spaced } from "./masks";
import { kept } from "./shelter";

// All repetitions are bounded, so hostile texts stay linear.

const ESCAPED: readonly Mask[] = [
  [/\\"/gu, '"'],
  [/\\[nrt]/gu, " "],
];

const FILES: readonly Mask[] = [
  [/(?:\b[a-z]:)?(?:[\\/][\w.@~-]{1,100}){2,50}/giu, "<path>"],
  [/(?<![\w.@/~-])(?:[\w.@~-]{1,60}\/){1,20}[\w@~-]{1,60}\.[a-z]\w{0,9}\b/giu, "<path>"],
];

const ADDRESSES: readonly Mask[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]}]{1,2000}/giu, "<url>"],
  [/[^\s"'<>()@]{1,100}@[^\s"'<>()@]{1,200}\.[a-z]{2,20}/giu, "<email>"],
  [/\barn:[\w-]{1,20}:[^\s"'<>)\]},]{1,500}/giu, "<id>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/giu, "<id>"],
  [/\beyJ[\w.+/-]{4,4000}={0,2}/gu, "<id>"],
  [/(?<![\w+/=-])[\w+/-]{10,4000}={1,2}(?![\w"'=])/gu, "<id>"],
  [/(?<![\w+/=-])(?=[\w/]{0,200}\+)(?=[\w+/]{0,200}\d)[A-Za-z0-9+/]{32,4000}={0,2}/gu, "<id>"],
  [
    /\b((?:[a-z-]{0,20}(?:request|trace|correlation|ray|event|incident|session|operation|span|log))[ _-]?id)["']?\s{0,3}(?:[:=]\s{0,3}["']?|(?=[^\s<]{0,200}\d))[\w+/=.:-]{3,500}/giu,
    "$1 <id>",
  ],
];

// Before quotes: a bracketed list is one item, however long.
const ITEM =
  "(?:\"[^\"\\n]{0,100}\"|'[^'\\n]{0,100}'|`[^`\\n]{0,100}`|[\\p{L}\\p{N}_][\\p{L}\\p{N}_.:/-]{0,80})";
const LISTS: readonly Mask[] = [
  [/\([\w, .]{1,200}\)=\([^()\n]{0,500}\)/gu, "(<name>)=(<text>)"],
  [
    new RegExp(`(?<![\\p{L}\\p{N}_\\]])\\[\\s?(${ITEM}(?:(?:,\\s?|\\s)${ITEM}){0,200})\\s?\\]`, "gu"),
    (_, items = "") => (saysWrong(items) ? kept(items) : "<list>"),
  ],
  [new RegExp(`\\(\\s?${ITEM}(?:,\\s?${ITEM}){1,200}\\s?\\)`, "gu"), "(<list>)"],
  // A1 notation.
  [
    /(?:'[^'\n]{1,100}'|[\p{L}\p{N}_.]{1,60})!\$?[A-Z]{1,3}\$?\d{0,7}(?::\$?[A-Z]{1,3}\$?\d{0,7})?/gu,
    "<range>",
  ],
  [/^(\s{0,5}line \d{1,6}:).{0,500}$/gimu, "$1 <text>"],
  [/(?<=\n)\s{0,8}\d{1,6}[:|]\s.{0,300}$/gmu, "<text>"],
];

const QUOTED =
  /""([^"\n]{0,500})""|"([^"\n]{0,500})"|“([^“”\n]{0,500})”|«([^«»\n]{0,500})»|`([^`\n]{0,500})`/gu;
// Not an apostrophe inside a word.
const APOSTROPHED = /(?<![\p{L}\p{N}])'([^'\n]{0,500})'(?![\p{L}\p{N}])/gu;
const CONTEXT_CHARS = 60;

/** Masks quoted values; the error's own words lose only their quotes. */
function unquoted(text: string, pattern: RegExp): string {
  return text.replace(pattern, (...found: unknown[]) => {
    const whole = found[0] as string;
    const at = found.at(-2) as number;
    const inner = (found.slice(1, -2) as (string | undefined)[]).find((part) => part !== undefined) ?? "";
    const before = text.slice(Math.max(0, at - CONTEXT_CHARS), at);
    const after = text.slice(at + whole.length, at + whole.length + CONTEXT_CHARS);
    if (/^[\ue000-\uf8ff]{1,200}$/u.test(inner)) return inner;
    if (!isOwnWord(inner.trim(), { before, after })) return "<text>";
    return /\s/u.test(inner.trim()) ? inner : kept(inner.replace(/^.{0,300}\.(?=[^.]{2,}$)/u, ""));
  });
}

const MARK = "<(?:text|name|id|path|n|list)>";
const SAME_KIND = `${MARK}(?:(?:\\s?[,|/;]\\s?(?:or\\s|and\\s)?|\\s(?:or|and)\\s)${MARK}){1,200}`;
// Words before a list, which may have a single item.
const LISTING =
  "(?:one of|any of|either|choose from|choose one of|values(?: are)?|options(?: are)?|choices(?: are)?|(?:fields|keys|columns|scopes|properties|parameters|arguments|params|headers|permissions|tools|tables|types|roles|fields were not valid|values were not valid))";
const WORD = "[\\p{L}_][\\p{L}\\p{N}_.:/-]{0,80}";
const AFTER_LISTS: readonly Mask[] = [
  [new RegExp(`${SAME_KIND}`, "gu"), "<list>"],
  [
    new RegExp(
      `\\b(${LISTING}(?: (?:are|is|were|not|valid|allowed|supported|available|include|includes)){0,3})(:\\s?|\\s)(?:${MARK})`,
      "giu",
    ),
    "$1: <list>",
  ],
  [
    new RegExp(
      `\\b(${LISTING}(?: (?:are|is|were|not|valid|allowed|supported|available|include|includes)){0,3}):\\s?${WORD}(?:(?:,\\s?(?:or\\s|and\\s)?|\\s(?:or|and)\\s|\\s?\\|\\s?)${WORD}){0,200}(?=[\\s.;)]*(?:$|[.;)]\\s))`,
      "giu",
    ),
    "$1: <list>",
  ],
  [
    new RegExp(
      `\\b(one of|any of)\\s${WORD}(?:(?:,\\s?(?:or\\s|and\\s)?|\\s(?:or|and)\\s|\\s?\\|\\s?)${WORD}){1,200}`,
      "giu",
    ),
    "$1: <list>",
  ],
];

// After these, only name-like text is a name.
const THINGS =
  "tool|operation|method|function|model|table|relation|entity|object|sobject|dataset|bucket|queue|topic|stream|index|database|schema|user|account|customer|team|group|channel|project|board|repository|repo|branch|tag|ref|pod|container|node|namespace|deployment|service|zone|record|host|page|issue|ticket|workspace|organization|organisation|region|domain|role|policy|file|folder|directory|label|sheet|job|workflow|environment";
const GONE =
  "(?:(?:was |is |were |could )?not (?:be )?found|does ?n[o']t exist|already exists|no longer exists|is archived|has been (?:deleted|archived))";
const NO_THING = "id|ids|token|name|type|status|size|version|limit|count";
const NAMES: readonly Mask[] = [
  [
    new RegExp(
      `\\b(${NAMED})(:?\\s{1,5})(?!(?:${NO_NAME}|values|names|ids)\\b)[\\p{L}_][\\p{L}\\p{N}_.-]{0,99}`,
      "giu",
    ),
    "$1$2<name>",
  ],
  [
    new RegExp(
      `\\b((?:${THINGS}):?\\s{1,3})(?!(?:${NO_NAME}|${NO_THING}|${THINGS})\\b)[\\p{L}\\p{N}_][\\p{L}\\p{N}_.:/-]{0,99}(?=\\s${GONE})`,
      "giu",
    ),
    "$1<name>",
  ],
  [
    new RegExp(
      `\\b(${THINGS})(\\s{1,3})(?!(?:${NO_NAME})\\b)(?:\\p{Lu}[\\p{L}\\p{N}_.-]{1,99}|[\\p{L}\\p{N}]{1,60}[_./:][\\p{L}\\p{N}_.:/-]{1,99})`,
      "gu",
    ),
    "$1$2<name>",
  ],
  [
    /^\s{0,5}[\p{L}_][\p{L}\p{N}_ -]{0,60}(?= is not an? (?:known |valid |recognized )?(?:property|field|column|parameter|option)\b)/giu,
    "<name>",
  ],
  [/(?<![\w.@/])@[\w][\w./-]{0,99}/gu, "<name>"],
  [/(?<![\w&#])#[\w][\w-]{0,99}/gu, "<name>"],
];

const dotted = (written: string): string => {
  const last = written.split(".").at(-1) ?? "";
  const isKind = saysWrong(last) || /(?:errors?|exceptions?)\.\p{Lu}\p{L}{2,60}$/u.test(written);
  return isKind ? kept(last) : "<path>";
};
const DOTTED: readonly Mask[] = [
  [/(?<![\w.$])[$\w-]{1,100}(?:\.[a-z_][\w-]{0,99}|\[\w{0,20}\]){1,20}(?!\w|\.\w)/giu, dotted],
];
const PAIRS: readonly Mask[] = [
  [
    /(?<![\w.-])(?![\w.-]{0,60}(?:error|message|reason|code|status|type)=)[a-z][\w.-]{0,60}=(?=[^\s=<>\ue000-\uf8ff])[^\s,;)\]]{1,300}/giu,
    "<name>=<text>",
  ],
];
// Two capitals amid small letters: no name of several words.
const RANDOM = /(?:[\p{Ll}\d]\p{Lu}(?!\p{Ll}{2})[^_]*){2}/u;
const TOKEN = /(?<![\p{L}\p{N}_<-])[\p{L}\p{N}_][\p{L}\p{N}_-]{1,200}(?![\p{L}\p{N}_>])/gu;

function idOrWord(token: string): string {
  const hasDigit = /\d/u.test(token);
  if (hasDigit && /\p{L}/u.test(token))
    return saysWrong(token) && /_/u.test(token) ? kept(token.replace(/\d+/gu, "")) : "<id>";
  return token.length >= 12 && RANDOM.test(token) ? "<id>" : token;
}

const UNITS: readonly Mask[] = [
  [
    /<n>\s?(?:ms|msecs?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)\b/giu,
    "<time>",
  ],
  [/<n>\s?(?:b|bytes?|[kmgt]i?b|[kmgt]bytes?|characters?|chars?|tokens?)\b/giu, "<size>"],
  [/[$€£¥]\s?(?=<n>)/gu, ""],
  [/<n>(?:\s<n>){1,50}/gu, "<n>"],
];
const WITH_UNIT = /(?<![\p{L}\p{N}_.-])\d+(?:[.,]\d+)*(?=(?:ms|s|sec|m|min|h|d|[kmgt]i?b|b)\b)/giu;
const NUMBERS: readonly Mask[] = [
  [/\b0x[0-9a-f]+\b/giu, "<id>"],
  [/\b(?=[a-f]{0,64}\d)(?=\d{0,64}[a-f])[0-9a-f]{8,}\b/giu, "<id>"],
];

/** Masks the varying parts of a sentence; keeps those that identify the error. */
export function maskProse(text: string): string {
  let current = applied(text, [...ESCAPED, ...FIELDS, ...CODES, ...ADDRESSES, ...FILES, ...DATES, ...LISTS]);
  current = unquoted(unquoted(current, QUOTED), APOSTROPHED);
  current = applied(current, [
    ...PAIRS,
    ...DOTTED,
    ...NAMES,
    [WITH_UNIT, "<n>"],
    ...NUMBERS,
    [TOKEN, idOrWord],
    [/\d+(?:[.,:]\d+)*/gu, "<n>"],
    ...UNITS,
    ...AFTER_LISTS,
  ]);
  return spaced(current);
}
