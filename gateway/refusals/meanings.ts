import { mistyped } from "./deduced";
import { allowedIn, bounded } from "./predicates";
import type { Json, Keyword, Said } from "./types";

// The meaning of a refusal by its words, anywhere in the sentence.

const MEMBER =
  "(?:fields?|keys?|param(?:eter)?s?|propert(?:y|ies)|arguments?|args?|columns?|members?|names?|options?|flags?|attributes?)";
const GIVEN = "(?:set|provided|given|specified|supplied|present|passed|sent|included(?! in))";
const FORMAT =
  "(?:e-?mail|address|ur[li]|uuid|guid|date|date-?time|time|timestamp|iso\\w*|ip|hostname|phone(?: number)?|json|base64|hex|cron|snowflake|slug|locale|duration)";
const TYPE =
  "(?:u?int(?:eger|\\d+)?|long|numbers?|numeric|float|double|decimal|strings?|booleans?|bool|arrays?|lists?|objects?|dict|map)";

/** Tried in this order. */
const MEANINGS: readonly (readonly [Keyword, RegExp])[] = (
  [
    ["other", "multiple of"],
    [
      "additionalProperties",
      `\\b(?:unknown|unrecogni[sz]ed|unexpected|extraneous|extra|undefined|unsupported|unpermitted|no such|(?:not|n't) find)(?: \\w+){0,2} ${MEMBER}\\b(?! (?:is|was) not| value)|\\b${MEMBER} .{0,60}(?:(?:does not|doesn't) exist|(?:is|was) (?:not (?:defined|recogni[sz]ed|known|allowed|permitted)|unknown)|cannot be set)(?! for)|not support \\[|is not an? (?:known )?${MEMBER}\\b(?! of)`,
    ],
    [
      "required",
      `\\b(?:missing|mandatory|blank|omitted|required(?! type)|forgot|not-null|(?:cannot|can't|must not|may not|should not|not) be null|default value|(?:not|n't|without being) ${GIVEN}|no \\S+ ${GIVEN}|not found in json|must (?:contain|have|include) the ${MEMBER})\\b|(?:^|[.:] )(?:please )?(?:specify|provide|enter) (?:an?|the) |\\b(?:must|need to|have to|did not|didn't) (?:supply|specify|provide|pass|give|send|enter)\\b`,
    ],
    [
      "pattern",
      "\\b(?:pattern|regex|regular expression|match of|(?:only|valid|invalid|illegal|alphanumeric|of|these) (?:\\w+ ){0,4}(?:letters|digits|characters)|characters are allowed|consist of)\\b",
    ],
    [
      "enum",
      "\\bone of\\b|\\benum\\b|(?:included|found|in) (?:in )?the list\\b|\\b(?:choose|pick|select) (?:from|one|between|\\w+,)|\\bpicklist\\b|\\bunknown (?:variant|tag|value|option|choice)|(?:allowed|supported|available|accepted|valid|possible|permitted) \\w+ (?:are|is)\\b|\\b(?:either|expected @) .{0,40}\\bor\\b|\\bnot a (?:member|key) of\\b|must be a key of|invalid choice|requested value\\b|does not exist for the\\b|is not available\\b|supports these|\\bunsupported\\b",
    ],
    [
      "format",
      `\\b(?:invalid|not(?: an?)?|isn't an?|valid|not parse|parse|understand|like an?|malformed|bad|instance of|incorrect|deserialize|not contain an?)(?: [\\w@]+){0,3}? ${FORMAT}\\b|malformed|invalid \\w+ format\\b|not match (?:the )?format|could not be parsed|value: @ for @ ${FORMAT}|${FORMAT} (?:syntax|value)|type (?:timestamp|date|uuid)|system\\.guid|\\b${FORMAT} (?:\\w+ ){0,2}is (?:invalid|not valid)`,
    ],
    [
      "type",
      `\\b(?:expected|expecting|must be|should be|has to be|have to be|to be|not|n't|of type|to type|type|invalid|incorrect|wrong|cast to|convert \\w+ to|literal for|required type|got|to)(?: an?| of| type| @| valid| the| required)* ?:? ?[@[('"\\x60]*(?:java\\.lang\\.|system\\.)?${TYPE}\\b|\\b(?:atoi|parseint|parsefloat|parsebool|unmarshal|typeerror|wrong type|invalid type)\\b|\\bnan\\b`,
    ],
    [
      "other",
      "\\b(?:invalid|not valid|cannot accept|not accepted|unacceptable|illegal|incorrect|bad value|not allowed|not supported|violates|rejected|wrong|not found|could not be found|too many decimals|unsupported|unknown)\\b",
    ],
  ] satisfies [Keyword, string][]
).map(([keyword, source]) => [keyword, new RegExp(source, "i")]);

const RANGE = /(-?\d+(?:\.\d+)?)\s*(?:and|to|\.\.\.?|-|–|<=?\s*\w+\s*<=?)\s*(-?\d+(?:\.\d+)?)/;
const SHORT =
  /too (?:long|short)|(?:fewer|more|less) in length|characters? or (?:fewer|less|more)|(?:max|min)\w*[ _-]?length|cannot be (?:an )?empty|not be empty|is empty\b|empty string|non-?empty|string_length/i;
const BOUNDED =
  /between|range|bounds|greater|less|fewer|exceed|negative|positive|at (?:least|most)|more than|max|min\b|minimum|too (?:big|large|small|many|few|high|low|long|short)|[<>≤≥]|numbered from|data value/i;

function boundOf(text: string, value: Json | undefined): Said | null {
  const range = RANGE.exec(text);
  const isBetween = range && /between|range|bounds|length|short|[<>]/i.test(text);
  if (isBetween) return { keyword: "minimum", keys: null, sized: true, most: Number(range[2]) };
  if (SHORT.test(text)) {
    const isBoth = /too short or too long|string_length/i.test(text);
    const isMost =
      (isBoth && typeof value === "string" && value.length > 3) ||
      /too long|fewer|less|max/i.test(text.replace(/too short or too long/i, ""));
    return { keyword: isMost ? "maxLength" : "minLength", keys: null, sized: true };
  }
  if (/out of range/i.test(text))
    return { keyword: Number(value) < 0 ? "minimum" : "maximum", keys: null, sized: true };
  if (/negative|numbered from|at least one\b/i.test(text))
    return { keyword: "minimum", keys: null, sized: true };
  const keyword = BOUNDED.test(text) ? bounded(text) : null;
  return keyword && { keyword, keys: null, sized: true };
}

const TYPE_NAME = new RegExp(`^.(?:java\\.lang\\.|system\\.|${TYPE}.$)`, "i");

/** Replaces quoted values, which are not words of the sentence. */
const unquoted = (text: string) =>
  text.replace(/"[^"]*"|`[^`]*`|(?<!\w)'[^']*'/g, (quoted) => (TYPE_NAME.test(quoted) ? quoted : "@"));

/** A code such as `MISSING_REQUIRED_PARAMETER` as words. */
const spelled = (text: string) =>
  text
    .replace(/[_-]+/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

const isSize = (value: Json | undefined) => typeof value === "number" || Array.isArray(value);

/** What a sentence means for this value; null if it refuses nothing. */
export function meaningOf(sentence: string, value: Json | undefined): Said | null {
  const bare = unquoted(sentence);
  const found = MEANINGS.find(([, shape]) => shape.test(bare))?.[0];
  const first = found ?? MEANINGS.find(([, shape]) => shape.test(spelled(bare)))?.[0];
  if (first === "additionalProperties" || first === "required") return { keyword: first, keys: null };
  const bound = boundOf(bare, value) ?? boundOf(spelled(bare), value);
  const isOfType = first === "type" && !isSize(value) && mistyped(sentence)?.(value ?? null) !== false;
  if (bound && !isOfType && (first !== "enum" || /between/i.test(bare)) && first !== "pattern") return bound;
  if (first === undefined) return null;
  const allowed = first === "enum" ? allowedIn(sentence) : [];
  return { keyword: first, keys: null, ...(allowed.length > 0 ? { allowed } : {}) };
}

// Faults of server, network or account: a word that is also an argument's name means nothing there.
const OPERATIONAL =
  /time(?:d )?-?out|deadline|aborted|rate limit|quota|too many (?:requests|login|attempts|connections)|daily|unauthori[sz]ed|forbidden|authenticat|not authori[sz]ed|permission|credential|log ?in\b|session|subscription|plan\b|expired|overload|temporar|maintenance|unavailable|gateway|server error|internal error|connection|socket|ECONN|ENOTFOUND|EACCES|ENOSPC|out of memory|deadlock|locked|try again|certificate|unknown error|api version/i;

const CRASH =
  /^(?:payment|authentication|authorization|login|sign-?in|upgrade|subscription|permission) (?:is )?required\b|cannot read propert|undefined \(|NoneType|unexpected (?:token|end)/i;

/** Whether a program crashed or the account is at fault, regardless of names in the message. */
export const isElsewhere = (message: string) => CRASH.test(message);

/** Whether a message without quotes concerns server, network or account. */
export const isOperational = (message: string) =>
  isElsewhere(message) || (OPERATIONAL.test(message) && !/["'`]/.test(message));
