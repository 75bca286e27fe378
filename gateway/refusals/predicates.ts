import { literalsIn } from "./literals";
import type { Json, Keyword } from "./types";

// Predicates without the field's name: "must be an integer", "can't be blank", "This field is
// required."

const INTEGER = "(?:valid )?(?:non-negative |positive |whole |signed |unsigned )?";
const KINDS =
  "(?:integer|u?int(?:8|16|32|64)?|number|numeric|float(?:32|64)?|double|decimal|string|str|text|array|list|sequence|object|dict(?:ionary)?|map|mapping|boolean|bool)";
const FORMATS =
  "(?:e-?mail|ur[li]|uuid|guid|date(?:-?time)?|time(?:stamp|zone)?|iso|rfc|ip(?:v[46])?|hostname|domain|phone|json|base64|hex|cron|slug|id\\b|ulid|duration|locale|country|currency|colou?r)";

const rule = (source: string, keyword: Keyword): readonly [RegExp, Keyword] => [
  new RegExp(source, "i"),
  keyword,
];

/** Tried in this order: plain ones first. */
const RULES: readonly (readonly [RegExp, Keyword])[] = [
  rule(
    "^(?:is |was )not (?:defined|known|recogni[sz]ed) (?:by|on|in) (?:the )?(?:type|schema|model)\\b",
    "additionalProperties",
  ),
  rule(
    "^(?:this |that )?(?:field |value |property |parameter |argument )?(?:is|are|was|were) (?:a |an )?(?:required|mandatory|missing|undefined|not (?:supplied|provided|present|set|specified|defined))\\b",
    "required",
  ),
  rule(
    "^(?:this field|that|value)? ?(?:wasn't|weren't|was not|not) (?:supplied|provided|present|set|specified)\\b",
    "required",
  ),
  rule(
    "^(?:must|should|has to|needs to) (?:be (?:defined|provided|present|specified|supplied|included)|exist|not be (?:null|nil|undefined|none))\\b",
    "required",
  ),
  rule(
    "^(?:can't|cannot|can not|may not|must not|should not) be (?:blank|omitted|undefined|missing|null|none|nil)\\b",
    "required",
  ),
  rule(
    "^(?:member )?must not be (?:null|blank)|^required(?: value| field)?\\b|^missing\\b|^field required|^missing data for required|^required property",
    "required",
  ),
  rule(
    "^of required type .* was not provided|^you (?:must|need to|have to) (?:specify|provide|supply|enter|give|set|select)\\b",
    "required",
  ),
  rule(
    "^(?:is|are) (?:not|un)(?:-| )?(?:allowed|permitted|expected|known|recogni[sz]ed|supported|defined)(?! (?:value|option|to\\b))\\b(?!.*(?:one of|values|options|allowed:))",
    "additionalProperties",
  ),
  rule(
    "^(?:is not a (?:permitted|known|valid|recogni[sz]ed|supported) (?:key|field|property|parameter|argument|option name))|^should (?:not exist|be not present|not be present)|^(?:does not|doesn't) exist\\b(?! in )|^unknown (?:field|key|name)|^is an? (?:unknown|unexpected|extra) |^unexpected (?:field|key|property)|^has unspecified keys|^cannot find field|^not allowed here|^(?:cannot|can't|can not) be set\\b|^is not an? (?:property|field|parameter|argument|key|column)\\b(?! name)",
    "additionalProperties",
  ),
  rule("\\b(?:wrong|invalid|incorrect) format\\b", "format"),
  rule(
    "\\b(?:one of|enum value set|not included in the list|supported values?|allowed values?|accepted values?|valid (?:values|options|choices)|possible value|permitted values?|possible values?)\\b",
    "enum",
  ),
  rule(
    "^.{0,80}is not a valid (?:choice|option|enum|value for enum|member)|^does not have a valid value|^does not exist in .* enum|^must be either|^unsupported value|^is not a possible value|^is not (?:a )?supported|not in (?:the )?(?:enum|list|set)\\b|^(?:must|should) be `?[\"'][^,]*(?:,| or )",
    "enum",
  ),
  rule(`^(?:must|should|has to|needs to) be (?:an? )?\`?(?:valid )?(?:well-formed )?${FORMATS}`, "format"),
  rule(
    `^(?:error|failed|failure|unable|could not|couldn't|cannot|can't)(?: in| to| at)? pars(?:e|ing) (?:the )?${FORMATS}|^(?:must|should|does not|doesn't) match (?:the )?format\\b`,
    "format",
  ),
  rule(
    `^(?:is |was )?(?:not an?|an invalid|invalid) (?:valid )?(?:well-formed )?${FORMATS}|^enter a valid ${FORMATS}|^must be in .*format|\\bwrong format|^(?:has|is in) an? (?:invalid|wrong) format|^(?:does not|doesn't) (?:match|have) (?:the )?(?:\\w+ )?format|^not a valid ${FORMATS}|^is not in .*format|^must (?:follow|use|have) .*format`,
    "format",
  ),
  rule(
    "duplicate|must be unique|unique (?:items|values|elements)|must not (?:contain|have) (?:duplicates|repeated)|are not unique",
    "uniqueItems",
  ),
  rule(
    "^(?:does not|doesn't|must|should|did not) match (?:any|at least one|one|exactly one) of\\b|allowed types",
    "anyOf",
  ),
  rule(
    "(?:match|satisfy|fails? to match).*(?:pattern|regex|regular expression)|^(?:should|must|does not|doesn't) match\\b|^may only contain|^must only contain|^contains? (?:invalid|illegal) characters",
    "pattern",
  ),
  rule(
    `^(?:is |was )?(?:must|should|has to|needs to|expected)?(?: to)?(?: be)?(?: of)?(?: type)? ?(?:an? |type )?[\`'"]?${INTEGER}${KINDS}\\b(?! .*(?:between|at least|at most|greater|less|long|m(?:ax|in)imum length))`,
    "type",
  ),
  rule(
    `^a valid ${INTEGER}${KINDS} is required|^(?:is |was )?(?:not|n't) (?:an? )?(?:of type )?${INTEGER}${KINDS}\\b|^expected (?:an? |type )?["'\`]?${INTEGER}${KINDS}\\b(?! .*(?:between|at least|at most|greater|less|long|m(?:ax|in)imum length))|^(?:is|must be) of (?:the )?(?:wrong|incorrect|invalid) type|^(?:has )?(?:an? )?(?:invalid|wrong|incorrect) type|cannot represent|could not be converted|^invalid (?:integer|number|boolean|string|array|object)|^(?:must|should) be (?:true or false|of type)|^each value in .* must be an? `,
    "type",
  ),
];

const UNITS: readonly (readonly [RegExp, "Length" | "Items"])[] = [
  [/\b(?:characters?|chars?|letters?|bytes|long(?:er)?|short(?:er)?|length)\b/i, "Length"],
  [/\b(?:items?|elements?|entries|values in|array|list)\b/i, "Items"],
];

const LEAST =
  /\b(?:at least|greater than|more than|larger than|no less than|not be less than|minimum|too (?:small|short|few|low)|below|shorter than minimum|longer than or equal|positive|non-?negative|>=?|≥|min(?:imum)? (?:length|value|is)|longer than)\b|≥|>/i;
const MOST =
  /\b(?:at most|less than|fewer than|smaller than|no (?:more|greater|longer) than|not (?:be )?(?:exceed|more than|greater than|longer than)|(?:cannot|must not|may not|should not) exceed|maximum|too (?:large|big|long|many|high)|above|exceeds?|up to|shorter than|max(?:imum)? (?:length|value|is))\b|≤|</i;

/** The upper bound of a pair with a lower one. */
export const UPPER: Partial<Record<Keyword, Keyword>> = {
  minimum: "maximum",
  minLength: "maxLength",
  minItems: "maxItems",
};

/** A bound of what a text speaks of: a length, a count, else of the number itself. */
export function sideOf(text: string, side: "min" | "max"): Keyword {
  const unit = UNITS.find(([shape]) => shape.test(text))?.[1];
  return unit ? `${side}${unit}` : `${side}imum`;
}

/** Bounds in any wording: of a length, a count, else the number itself. */
export function bounded(text: string): Keyword | null {
  if (!/\d|positive|negative|too (?:small|short|few|large|big|long|many|low|high)|empty/i.test(text))
    return null;
  if (/\b(?:less|lower|smaller|fewer|shorter) than (?:the )?min/i.test(text)) return sideOf(text, "min");
  if (/\b(?:greater|higher|larger|more|longer) than (?:the )?max/i.test(text)) return sideOf(text, "max");
  const name = (side: "min" | "max") => sideOf(text, side);
  if (
    /not be less than|not less than|no less than|below|shorter than minimum|too (?:small|short|few|low)|longer than or equal/i.test(
      text,
    )
  )
    return name("min");
  if (
    /not be (?:greater|more|longer|larger) than|no (?:more|greater|longer) than|not exceed|too (?:large|big|long|many|high)|above|longer than maximum|shorter than or equal|exceed/i.test(
      text,
    )
  )
    return name("max");
  if (MOST.test(text) && !/\b(?:at least|greater|more than)\b/i.test(text)) return name("max");
  return LEAST.test(text) ? name("min") : null;
}

const PREDICATE_MAX = 400;

type Predicate = { keyword: Keyword; allowed?: Json[]; sized?: boolean; most?: number };

/** The keyword of a predicate, and the allowed values; null if not understood. */
export function predicate(text: string): Predicate | null {
  const said = text
    .trim()
    .slice(0, PREDICATE_MAX)
    .replace(/^[:,-]\s*/, "");
  const invalid = /^is (?:invalid|not valid)[:,;-]\s*(.+)$/is.exec(said)?.[1];
  const inner = invalid === undefined ? null : predicate(invalid);
  if (inner) return inner;
  if (/\(was missing\)$/.test(said)) return { keyword: "required" };
  if (/\b(?:above maximum|below minimum)\b/i.test(said))
    return { keyword: bounded(said) ?? "other", sized: true };
  const between = /\b(?:between|in the range|from) (-?\d+(?:\.\d+)?) (?:and|to) (-?\d+(?:\.\d+)?)/i.exec(
    said,
  );
  if (
    between &&
    /\b(?:number|integer|numeric)\b/i.test(said) &&
    !/\b(?:length|characters|of (?:items|entries))\b/i.test(said)
  )
    return { keyword: "type", sized: true, most: Number(between[2]) };
  if (between)
    return { keyword: bounded(`at least 1 ${said}`) ?? "minimum", sized: true, most: Number(between[2]) };
  const keyword = RULES.find(([shape]) => shape.test(said))?.[1] ?? null;
  if (keyword === "enum") {
    const allowed = allowedIn(said);
    return { keyword, ...(allowed.length > 0 ? { allowed } : {}) };
  }
  const bound = keyword === null || keyword === "type" ? bounded(said) : null;
  if (bound && keyword === null) return { keyword: bound, sized: true };
  if (keyword === "type" && /\b(?:positive|non-?negative|natural)\b/i.test(said))
    return { keyword, sized: true };
  if (keyword) return { keyword };
  if (
    /^(?:is not allowed to be|cannot be|can't be|must not be|should not be|may not be|must be non-?)\s?-?empty/i.test(
      said,
    )
  )
    return { keyword: "minLength", sized: true };
  if (/^(?:is|was) (?:empty|blank)\b/i.test(said)) return { keyword: "minLength", sized: true };
  if (/^(?:is|was) (?:invalid|not valid)\b/i.test(said)) return { keyword: "other" };
  return null;
}

const LIST =
  /(?:one of(?: the following(?: values)?)?|value set|(?:supported|allowed|accepted|valid|permitted|possible) (?:values?|options|choices)(?: are| is)?|either|should be|must be)\s*:?\s*[[({]?(.+)$/i;

/** The values that a text lists. */
export function allowedIn(text: string): Json[] {
  const list =
    LIST.exec(text)?.[1]?.replace(
      /(?:[,;.]|\s-)?\s*(?:\b(?:but )?(?:got|received|instead|not|found)\b.*)$/i,
      "",
    ) ?? "";
  const bare = list.replace(/[\])}.]+\s*$/, "");
  const quoted = literalsIn(bare.replaceAll("`", '"')).filter((one) => typeof one === "string");
  if (/["'`]/.test(bare) && quoted.length > 0) return quoted;
  const parts = bare.split(/\s*(?:,|\||\bor\b|\band\b)\s*/).filter((one) => one !== "");
  return parts.length > 1 ? parts : (parts[0] ?? "").split(/\s+/).filter((one) => one !== "");
}
