import { wordsOf } from "./words";

// What descriptions say about required parameters. A requirement counts only if it is
// unconditional.

const PARAMETER_CHARS = 1_000;

const DESCRIPTION_CHARS = 8_000;

/**
 * Words in the sentence that make a requirement conditional, revoke it, or share it between
 * parameters.
 */
const CONDITION =
  /\b(?:if|when|whenever|unless|until|while|where|once|only|for|by|to|that|because|except|either|neither|nor|or|otherwise|else|depending|depends|with|without|within|in (?:order|case)|at least|at most|one of|any of|some|permissions?|scopes?|fields?|propert(?:y|ies)|keys?|not|no|never|can ?not|may|might|sometimes|usually|optional(?:ly)?)\b|n['’]t\b/i;

/** Words anywhere in a description that make the parameter optional. */
const ALTERNATIVE =
  /\b(?:unless|neither|optional(?:ly)?|omit(?:s|ted)?|leave (?:it )?(?:out|empty|blank|unset)|alternatively|alternative to|instead of|mutually exclusive|not both|defaults?|not (?:always )?required|not needed|(?:at least|exactly|any|only|either) (?:one )?of|one of (?:the|these|this|them)|required (?:if|when|unless|for|only|with|without|by|in))\b/i;

const sentenceAround = (text: string, from: number, to: number): { before: string; after: string } => ({
  before:
    text
      .slice(0, from)
      .split(/[.;!?](?:\s|$)|\n/)
      .at(-1) ?? "",
  after: text.slice(to).split(/[.;!?](?:\s|$)|\n/)[0] ?? "",
});

const LEADING =
  /^\W*(?:(?:this|it) is )?(?:always )?(?:required|mandatory)(?: (?:parameter|field|argument))?\s*(?:[\])}:.,;–—-]|$)/i;

const BRACKETED = /[([](?:required|mandatory)[)\]]/gi;

const PREDICATE =
  /\b(?:is|are) (?:always )?(?:required|mandatory)\b|\bmust (?:always )?be (?:provided|specified|given|included|supplied|present)\b/i;

/** Whether a parameter's own description requires it unconditionally. */
export function saysRequired(name: string, description: string): boolean {
  const text = description.slice(0, PARAMETER_CHARS).replace(/\s+/g, " ").trim();
  if (ALTERNATIVE.test(text)) return false;
  const leading = LEADING.exec(text);
  if (leading) return !CONDITION.test(firstClause(text.slice(leading[0].length)));
  const marks = [...text.matchAll(BRACKETED)];
  const mark = marks.length === 1 ? marks[0] : undefined;
  if (mark) return endsClause(text, mark.index, mark[0].length);
  const claim = PREDICATE.exec(text);
  if (!claim) return false;
  const { before, after } = sentenceAround(text, claim.index, claim.index + claim[0].length);
  return isAbout(name, before) && !CONDITION.test(before) && !CONDITION.test(after);
}

const firstClause = (rest: string): string =>
  /^\s*(?:if|when|unless|only|for|with|by|either|or)\b/i.exec(rest)?.[0] ?? "";

/**
 * Whether "(required)" belongs to the parameter: it ends the first sentence or the text, without a
 * list of parts before it.
 */
function endsClause(text: string, at: number, length: number): boolean {
  const { before, after } = sentenceAround(text, at, at + length);
  const isFirst = text.slice(0, at).trim() === before.trim();
  if (after.trim() !== "" && !(isFirst && /^\s*[:,–—-]/.test(after))) return false;
  return !/[,:]|\b(?:with|contain(?:s|ing)?|including|fields?|propert(?:y|ies)|keys?|each|or|if|when|unless|not)\b/i.test(
    before,
  );
}

const POINTING = new Set("it this these they parameter field argument value option always".split(" "));

/** Whether the words before "is required" name the parameter itself, not something it needs. */
function isAbout(name: string, before: string): boolean {
  const subject = wordsOf(before).filter((word) => word !== "the");
  const own = new Set(wordsOf(name));
  return subject.every((word) => POINTING.has(word) || own.has(word));
}

const LISTED = /\brequired (?:fields?|parameters?|params|arguments?):[ \t]*([^.\n]+)/gi;

const BULLET = /^[ \t]*[-*+•]/;

/**
 * The parameters that a tool's description requires: `The 'tests' array is REQUIRED`, `Required
 * fields: name, score`.
 */
export function requiredInProse(description: string, names: readonly string[]): string[] {
  const text = description.slice(0, DESCRIPTION_CHARS);
  const inList = namesListed(text);
  return names.filter((name) => {
    if (!text.includes(name)) return false;
    const quoted = name.replace(/[^\w-]/g, "\\$&");
    // Another sentence may say when it can be omitted.
    if (new RegExp(`\\b${quoted}\\b["'\`]? \\(?(?:is )?(?:optional|not required)`, "i").test(text))
      return false;
    return inList.has(name) || isClaimed(text, quoted) || isMarked(text, quoted);
  });
}

/** One list of what is required; of several, each is for some calls only. */
function namesListed(text: string): Set<string> {
  const lists = [...text.matchAll(LISTED)];
  const list = lists[0];
  if (lists.length !== 1 || !list) return new Set();
  const { before } = sentenceAround(text, list.index, list.index);
  const words = list[1] ?? "";
  return CONDITION.test(before) || CONDITION.test(words) || isUnderCondition(text, list.index)
    ? new Set()
    : new Set(words.split(/[^\w-]+/));
}

/** `"tests" is required`, in a sentence without conditions. */
function isClaimed(text: string, quoted: string): boolean {
  const claim = new RegExp(
    `["'\`]${quoted}["'\`](?: \\w+)? (?:is|are) (?:always )?(?:required|mandatory)\\b`,
    "i",
  ).exec(text);
  if (!claim) return false;
  const { before, after } = sentenceAround(text, claim.index, claim.index + claim[0].length);
  return !CONDITION.test(before) && !CONDITION.test(after) && !isUnderCondition(text, claim.index);
}

/** `- tests (required)`, in a list of the tool's own parameters. */
function isMarked(text: string, quoted: string): boolean {
  const mark = new RegExp(
    `^[ \\t*+-]{0,8}["'\`*]{0,2}${quoted}["'\`*]{0,2} \\(required\\)([^\\n]*)`,
    "im",
  ).exec(text);
  return (
    mark !== null &&
    !CONDITION.test((mark[1] ?? "").split(/[:.–—]/)[0] ?? "") &&
    !isUnderCondition(text, mark.index)
  );
}

/** Whether the line that heads a list, or a section, speaks of some calls or of the parts of something. */
function isUnderCondition(text: string, at: number): boolean {
  const lines = text.slice(0, at).split("\n").slice(0, -1);
  const head =
    lines.reverse().find((line) => line.trim() !== "" && !BULLET.test(line) && !/^\s{2,}/.test(line)) ?? "";
  return (
    /:\s*$|^#/.test(head) &&
    /\b(?:if|when|for|each|every|either|one of|action|operation|mode|items?|entry|object)\b/i.test(head)
  );
}
