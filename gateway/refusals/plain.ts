import { keysOf } from "./literals";
import { predicate } from "./predicates";
import type { Keyword, Reader, Said } from "./types";

// Sentences of programs that check arguments by hand.

const NAME = String.raw`["'\x60]?([A-Za-z_$][\w$.[\]-]*)["'\x60]?`;
const KIND =
  "(?:params?|parameters?|arguments?|fields?|propert(?:y|ies)|attributes?|inputs?|keys?|keyword arguments?|positional arguments?)";

const LISTS: readonly (readonly [RegExp, Keyword])[] = [
  [/\bparam is missing or the value is empty(?: or invalid)?: (.+)$/i, "required"],
  [
    new RegExp(
      String.raw`\bmissing (?:an? |the )?(?:values? for )?(?:an? |the )?(?:\d+ )?(?:required )?${KIND}(?:\(s\))?(?: in input)?:? (.+)$`,
      "is",
    ),
    "required",
  ],
  [
    new RegExp(
      String.raw`\brequired ${KIND}(?:\(s\))? (?:is |are |was |were )?(?:missing|not (?:set|provided|given)):? (.+)$`,
      "is",
    ),
    "required",
  ],
  [
    new RegExp(
      String.raw`\b(?:unknown|unexpected|unrecognized|unrecognised|unsupported|invalid|extra) (?:keyword )?${KIND}(?: names?)?(?: in input)?:? (["'\x60].+?)(?:, must be .*)?$`,
      "is",
    ),
    "additionalProperties",
  ],
  [
    new RegExp(
      String.raw`\b(?:unknown|unexpected|unrecognized|unrecognised|unsupported|extra) (?:keyword )?${KIND}(?: names?)?:? (.+)$`,
      "is",
    ),
    "additionalProperties",
  ],
];

const VERBS =
  "(?:is|are|was|were|must|should|cannot|can't|can not|may not|may only|may be|has|have|needs|does|doesn't|expected|contains?|fails|exceeds?|wasn't|length|with value|not an?|only accepts|too|missing|required|invalid)";

// Lazily, so that the name is the last word before the verb or what stands before a colon.
const SUBJECT = new RegExp(
  String.raw`(?:^|[:;,.]\s+|\b(?:the )?${KIND} |\b(?:the|your) )${NAME}(?: ${KIND})?:? (${VERBS}\b.*)$`,
  "is",
);

// Names of two or three words: "Start date must be …".
const SPOKEN = new RegExp(String.raw`^(?:the )?([A-Z][a-z]+(?: [a-z]+){0,2}?) (${VERBS}\b.*)$`, "s");

const INVALID =
  /\binvalid (?:value|type|enum value) (?:for|of|in) (?:(?:the )?(?:parameter|argument|field|property|input) )?["'`]?([A-Za-z_$][\w$.[\]-]*)["'`]?(?:: ?(.+))?$/is;

function namesIn(list: string): string[] {
  const quoted = [...list.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, name]) => name ?? "");
  if (quoted.length > 0) return quoted;
  return list
    .replace(/^[[(](.*)[\])]$/s, "$1")
    .replace(/[.()]+$/, "")
    .split(/,| and /)
    .map((name) => name.trim())
    .filter((name) => /^\w[\w$.[\]-]*$/.test(name));
}

function placed(name: string, rest: Omit<Said, "keys" | "name">): Said {
  const keys = keysOf(name);
  return keys.length > 1 ? { ...rest, keys } : { ...rest, keys: null, name };
}

/** Characters of one sentence that are read. */
const LINE_MAX = 600;

/** A line of a message without its bullet, no longer than a sentence is. */
export function oneLine(text: string): string {
  return text
    .trim()
    .replace(/^[-*•]\s+/, "")
    .slice(0, LINE_MAX);
}

// Lines, and sentences that each begin with a name.
const BETWEEN =
  /\n|; |\.\s+(?=["'`]\w+["'`] (?:is|must))|, (?=[A-Z][a-z]+(?: [a-z]+){0,2} (?:can't|is|must|has|does)\b)|, (?=[a-z][\w.[\]-]* (?:is|are|must|does|has) )/;

const NOT_NAMES =
  /^(?:the )?(?:(?:value|input|request|field|param|parameter|argument|error)s?|bad|invalid|wrong|incorrect|malformed|illegal|it|this|that|property|properties|body|validation|and|or|data|which|there)$/i;

/** One sentence or several lines of them; null where none is understood. */
export const readPlain: Reader = (message) => {
  const said = message.split(BETWEEN).flatMap((line): Said[] => {
    const text = oneLine(line);
    for (const [shape, keyword] of LISTS) {
      const names = namesIn(shape.exec(text)?.[1] ?? "");
      if (names.length > 0) return names.map((name) => placed(name, { keyword }));
    }
    const [, field = "", detail = ""] = INVALID.exec(text) ?? [];
    if (field !== "") return [placed(field, predicate(detail) ?? { keyword: "other" })];
    for (const shape of [SUBJECT, SPOKEN]) {
      const [, subject = "", rest = ""] = shape.exec(text) ?? [];
      if (subject === "" || NOT_NAMES.test(subject)) continue;
      const length = subject.endsWith(".length");
      const said = rest.replace(/^with value .*? (?=fails|does|is|must)/i, "");
      const told = predicate(length ? `${said} characters` : said);
      const spoken = shape === SPOKEN || /^[A-Z]/.test(subject);
      if (told)
        return [{ ...placed(subject.replace(/\.length$/, ""), told), spoken, sized: length || told.sized }];
    }
    return [];
  });
  return said.length > 0 ? said : null;
};

const BARE =
  /^(?:(?:the |this |that )?(?:value|input|field) )?(?:expected|must|should|is|was|not|cannot|can't|too|invalid)\b/i;

/** A sentence that leaves the field out. */
export const readBare: Reader = (message) => {
  const text = oneLine(message);
  const told = BARE.test(text)
    ? predicate(text.replace(/^(?:the |this |that )?(?:value|input|field) /i, ""))
    : null;
  return told && told.keyword !== "other" ? [{ ...told, keys: null }] : null;
};
