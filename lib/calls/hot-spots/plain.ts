import { keysOf, literalsIn } from "./literals";
import type { Keyword, Reader, Said } from "./types";

// Sentences of programs that check arguments by hand.

const NAME = String.raw`["'\x60]?([A-Za-z_$][\w$.[\]-]*)["'\x60]?`;
const KIND =
  "(?:params?|parameters?|arguments?|fields?|propert(?:y|ies)|inputs?|keys?|keyword arguments?|positional arguments?)";

const LISTS: readonly (readonly [RegExp, Keyword])[] = [
  [new RegExp(String.raw`\bmissing (?:\d+ )?(?:required )?${KIND}(?:\(s\))?:? (.+)$`, "is"), "required"],
  [
    new RegExp(
      String.raw`\brequired ${KIND}(?:\(s\))? (?:is |are |was |were )?(?:missing|not (?:set|provided|given)):? (.+)$`,
      "is",
    ),
    "required",
  ],
  [
    new RegExp(
      String.raw`\b(?:unknown|unexpected|unrecognized|unrecognised|unsupported|invalid|extra) (?:keyword )?${KIND}(?: names?)?:? (["'\x60].+)$`,
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

const SENTENCES: readonly (readonly [rest: RegExp, Keyword])[] = [
  [
    /^(?:is|are) (?:a )?(?:required|missing|mandatory)|^(?:must|should) be (?:defined|provided|present|specified)|^(?:cannot|can't|must not) be (?:undefined|omitted)/i,
    "required",
  ],
  [/^(?:must|should) be one of|^is not one of|^has to be one of|^must be either/i, "enum"],
  [
    /^(?:must|should|has to|needs to) be an? (?:valid )?(?:integer|number|string|array|list|object|boolean|bool|int|float|dict|map)\b|^is not an? (?:integer|number|string|array|list|object|boolean)\b|^expected (?:an? )?(?:integer|number|string|array|object|boolean)/i,
    "type",
  ],
  [/^(?:must|should) be a valid |^is not a valid /i, "format"],
  [/^(?:must|should) match|^does not match/i, "pattern"],
  [/^(?:must|should) (?:be|have) at least \d+ characters|^is too short/i, "minLength"],
  [
    /^(?:must|should) (?:be|have) at most \d+ characters|^is too long|^(?:must not|cannot) exceed \d+ characters/i,
    "maxLength",
  ],
  [/^(?:must|should) (?:have|contain) at least \d+ (?:items?|elements?|entries)/i, "minItems"],
  [/^(?:must|should) (?:have|contain) at most \d+ (?:items?|elements?|entries)/i, "maxItems"],
  [/^(?:must|should) be (?:at least|greater than|>=?|positive|no less than)/i, "minimum"],
  [
    /^(?:must|should) be (?:at most|less than|<=?|no more than)|^(?:must not|cannot) (?:exceed|be (?:greater|more) than)/i,
    "maximum",
  ],
  [
    /^is not (?:allowed|supported|a known|recognized|expected)|^(?:does not|doesn't) exist/i,
    "additionalProperties",
  ],
  [/^(?:must|should) (?:not )?be empty|^(?:cannot|must not) be empty/i, "other"],
];

const SUBJECT = new RegExp(
  String.raw`(?:^|[:;,]\s+|\b(?:the )?${KIND} |\bthe )${NAME}(?: ${KIND})?:? ((?:is|are|must|should|cannot|can't|has|have|needs|does|doesn't|expected)\b.*)$`,
  "is",
);

const INVALID =
  /\binvalid (?:value|type|enum value) (?:for|of|in) (?:(?:the )?(?:parameter|argument|field|property|input) )?["'`]?([A-Za-z_$][\w$.[\]-]*)["'`]?(?:: ?(.+))?$/is;

function namesIn(list: string): string[] {
  const quoted = [...list.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, name]) => name ?? "");
  if (quoted.length > 0) return quoted;
  return list
    .replace(/[.[\]()]+$|^[[(]/g, "")
    .split(/,| and /)
    .map((name) => name.trim())
    .filter((name) => /^[\w$.-]+$/.test(name));
}

function placed(name: string, rest: Omit<Said, "keys" | "name">): Said {
  const keys = keysOf(name);
  return keys.length > 1 ? { ...rest, keys } : { ...rest, keys: null, name };
}

function allowedIn(text: string): { allowed?: Said["allowed"] } {
  const [, list] =
    /one of:?\s*[[(]?(.+?)[\])]?(?:[,;.] (?:got|received|instead|not)\b.*)?\.?$/is.exec(text) ?? [];
  if (!list) return {};
  const quoted = literalsIn(list).filter((one) => typeof one === "string");
  const allowed = quoted.length > 0 ? quoted : list.split(/,|\|| or /).map((one) => one.trim());
  return { allowed: allowed.filter((one) => one !== "") };
}

/** One sentence or several lines of them; null where none is understood. */
export const readPlain: Reader = (message) => {
  const said = message.split(/\n|; /).flatMap((line): Said[] => {
    const text = line.trim().replace(/^[-*•]\s+/, "");
    for (const [shape, keyword] of LISTS) {
      const names = namesIn(shape.exec(text)?.[1] ?? "");
      if (names.length > 0) return names.map((name) => placed(name, { keyword }));
    }
    const [, field = "", detail = ""] = INVALID.exec(text) ?? [];
    if (field !== "") {
      const { allowed } = allowedIn(detail);
      const isType = /expected (?:an? )?(?:integer|number|string|array|object|boolean)/i.test(detail);
      const keyword: Keyword = allowed ? "enum" : isType ? "type" : "other";
      return [placed(field, { keyword, ...(allowed ? { allowed } : {}) })];
    }
    const [, subject = "", rest = ""] = SUBJECT.exec(text) ?? [];
    const keyword = SENTENCES.find(([shape]) => shape.test(rest))?.[1];
    if (subject === "" || !keyword) return [];
    return [placed(subject, { keyword, ...(keyword === "enum" ? allowedIn(rest) : {}) })];
  });
  return said.length > 0 ? said : null;
};
