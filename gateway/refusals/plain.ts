import { type Form, type Groups, readForm, readForms } from "./forms";
import { keysOf } from "./literals";
import { predicate } from "./predicates";
import type { Reader, Said } from "./types";

// Sentences of hand-written checks.

const NAME = String.raw`["'\x60]?(?<name>[A-Za-z_$][\w$.[\]-]*)["'\x60]?`;
const KIND =
  "(?:params?|parameters?|arguments?|fields?|propert(?:y|ies)|attributes?|inputs?|keys?|keyword arguments?|positional arguments?)";
const UNKNOWN = "unknown|unexpected|unrecognized|unrecognised|unsupported|extra";
const VERBS =
  "(?:is|are|was|were|must|should|cannot|can't|can not|may not|may only|may be|has|have|needs|does|doesn't|expected|contains?|fails|exceeds?|wasn't|length|with value|not an?|only accepts|too|missing|required|invalid)";

const NOT_NAMES =
  /^(?:the )?(?:(?:value|input|request|field|param|parameter|argument|error)s?|bad|invalid|wrong|incorrect|malformed|illegal|it|this|that|property|properties|body|validation|and|or|data|which|there)$/i;

const anyCase = (source: string) => new RegExp(source, "is");

const FORMS: readonly Form[] = [
  [/\bparam is missing or the value is empty(?: or invalid)?: (?<names>.+)$/i, "required"],
  [
    anyCase(
      String.raw`\bmissing (?:an? |the )?(?:values? for )?(?:an? |the )?(?:\d+ )?(?:required )?${KIND}(?:\(s\))?(?: in input)?:? (?<names>.+)$`,
    ),
    "required",
  ],
  [
    anyCase(
      String.raw`\brequired ${KIND}(?:\(s\))? (?:is |are |was |were )?(?:missing|not (?:set|provided|given)):? (?<names>.+)$`,
    ),
    "required",
  ],
  [
    anyCase(
      String.raw`\b(?:${UNKNOWN}|invalid) (?:keyword )?${KIND}(?: names?)?(?: in input)?:? (?<names>["'\x60].+?)(?:, must be .*)?$`,
    ),
    "additionalProperties",
  ],
  [
    anyCase(String.raw`\b(?:${UNKNOWN}) (?:keyword )?${KIND}(?: names?)?:? (?<names>.+)$`),
    "additionalProperties",
  ],
  [
    anyCase(
      String.raw`\binvalid (?:value|type|enum value) (?:for|of|in) (?:(?:the )?(?:parameter|argument|field|property|input) )?${NAME}(?:: ?(?<rest>.+))?$`,
    ),
    "other",
    ({ name, rest = "" }) => [{ ...(predicate(rest) ?? { keyword: "other" }), keys: null, name }],
  ],
  // Lazily, so that the name is the last word before the verb or the text before a colon.
  [
    anyCase(
      String.raw`(?:^|[:;,.]\s+|\b(?:the )?${KIND} |\b(?:the|your) )${NAME}(?: ${KIND})?:? (?<rest>${VERBS}\b.*)$`,
    ),
    "other",
    ofSubject,
  ],
  // Names of two or three words: "Start date must be …".
  [
    new RegExp(String.raw`^(?:the )?(?<name>[A-Z][a-z]+(?: [a-z]+){0,2}?) (?<rest>${VERBS}\b.*)$`, "s"),
    "other",
    ofSubject,
  ],
];

/** What is said behind the name of a field, or of its length. */
function ofSubject({ name = "", rest = "" }: Groups): Said[] | null {
  if (NOT_NAMES.test(name)) return null;
  const isLength = name.endsWith(".length");
  const said = rest.replace(/^with value .*? (?=fails|does|is|must)/i, "");
  const told = predicate(isLength ? `${said} characters` : said);
  if (!told) return null;
  const sized = isLength || told.sized;
  return [{ ...told, keys: null, name: name.replace(/\.length$/, ""), spoken: /^[A-Z]/.test(name), sized }];
}

function placed({ name, ...said }: Said): Said {
  const keys = keysOf(name ?? "");
  return keys.length > 1 ? { ...said, keys } : { ...said, name };
}

/** Characters of one sentence that are read. */
const LINE_MAX = 600;

/** A line of a message without its bullet, limited to a sentence's length. */
export function oneLine(text: string): string {
  return text
    .trim()
    .replace(/^[-*•]\s+/, "")
    .slice(0, LINE_MAX);
}

// Lines, or sentences that each begin with a name.
const BETWEEN =
  /\n|; |\.\s+(?=["'`]\w+["'`] (?:is|must))|, (?=[A-Z][a-z]+(?: [a-z]+){0,2} (?:can't|is|must|has|does)\b)|, (?=[a-z][\w.[\]-]* (?:is|are|must|does|has) )/;

/** One sentence or several lines of them; null where none is understood. */
export const readPlain: Reader = (message) => {
  const said = message.split(BETWEEN).flatMap((line) => readForms(FORMS, oneLine(line)) ?? []);
  return said.length > 0 ? said.map(placed) : null;
};

const BARE: Form = [
  /^(?:(?:the |this |that )?(?:value|input|field) )?(?<rest>(?:expected|must|should|is|was|not|cannot|can't|too|invalid)\b.*)$/is,
  "other",
  ({ rest = "" }) => {
    const told = predicate(rest);
    return told && told.keyword !== "other" ? [{ ...told, keys: null }] : null;
  },
];

/** A sentence that leaves the field out. */
export const readBare: Reader = (message) => readForm(BARE, oneLine(message));
