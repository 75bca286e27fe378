import { singular } from "./key-words";

/** A claimed count, with its noun in singular: "12 new users" claims 12 of `user`. */
export type Claim = { value: number; noun: string };

const SPELLED = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, value]),
);

const words = (text: string) => new Set(text.split(" "));

// After one of these words a number is no exact count of the next noun, or belongs to the word.
const HEDGES = words(
  "about around approximately roughly nearly almost over under than least most first last top next some circa ca maybe perhaps up " +
    "between and plus other another further january february march april may june july august september october november december",
);
const NAMED_BY_NUMBER = words(
  "issue ticket order invoice pr mr request id no nr number version v page line row port plan week day case job run build room step " +
    "phase task item level tier quarter release channel chapter section article case sprint batch seat table gate route",
);
const MORE = words("more other others further additional extra");
const UNITS = words(
  "second minute hour day week month year quarter ms s min h percent pct euro dollar pound cent eur usd gbp chf kb mb gb tb byte " +
    "kib mib gib px em km m kg g times x fold",
);
const STOPS = words(
  "a an the to from in on at by for of with without into onto out off and or but as that who which whose when while where because " +
    "after before since until than then so is are was were be been has have had if not no now old older new",
);
// In such a sentence the numbers are factors, parts or rates, and none is the count of a list.
const RATES = /\b(?:each|every|per|apiece|batch(?:es)?|times)\b|\d\s+of\s+(?:the\s+|all\s+)?\d/iu;
const RANGE = /\d\s*(?:-|–|—|to|or|and|\/)\s*\d/iu;
const QUOTED = /“[^”]*”|"[^"]*"|‘[^’]*’|(?<!\p{L})'[^']*'(?!\p{L})/gu;
const WORD = /[^\s]+/gu;
const NOUNS_MAX = 3;

const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/gu, " ");

/** Every whole number of a text, in any meaning: a reader has seen those numbers. */
export function numbersIn(text: string): Set<number> {
  const found = new Set<number>();
  for (const [digits] of plain(text).matchAll(/\d{1,3}(?:,\d{3})+(?!\d)|\d+/g)) {
    found.add(Number(digits.replaceAll(",", "")));
  }
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    const value = SPELLED.get(word.toLowerCase());
    if (value !== undefined) found.add(value);
  }
  return found;
}

/**
 * The counts that a sentence claims outright: whole numbers before a noun. Excludes dates, times,
 * ids, amounts, shares, versions, ranges, rates, approximations and quoted text.
 */
export function claimsIn(text: string): Claim[] {
  const said = plain(text).replace(QUOTED, "“”");
  if (RATES.test(said)) return [];
  const tokens = [...said.matchAll(WORD)].map(([token]) => token);
  return tokens.flatMap((token, at) => {
    const value = countOf(token);
    if (value === null || isBound(tokens, at)) return [];
    const noun = nounAfter(tokens, at, value === 1);
    return noun === null ? [] : [{ value, noun }];
  });
}

/** The exact count in digits, with or without commas; null for others and longer ones. */
export function wholeNumber(text: string): number | null {
  return /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,4})$/.test(text) ? Number(text.replaceAll(",", "")) : null;
}

/** The count that one word expresses: digits with or without commas, or a small number in words. */
function countOf(token: string): number | null {
  const value = SPELLED.get(token.toLowerCase()) ?? wholeNumber(token);
  return /^\d{4}$/.test(token) && value !== null && value >= 1900 && value < 2100 ? null : value;
}

/** Whether the words around a number make it other than an exact count. */
function isBound(tokens: readonly string[], at: number): boolean {
  const before = (tokens[at - 1] ?? "").toLowerCase();
  const bare = singular(before.replace(/[^\p{L}]/gu, ""));
  if (HEDGES.has(before) || NAMED_BY_NUMBER.has(bare) || /[:#$€£¥~<>=≥≤≈(]$/u.test(before)) return true;
  // Some of the total are not counted here: "Ana and 2 guests", "2 more members".
  if (MORE.has((tokens[at + 1] ?? "").toLowerCase())) return true;
  if (before === "to" && (tokens[at - 2] ?? "").toLowerCase() === "up") return true;
  return RANGE.test(tokens.slice(Math.max(0, at - 2), at + 3).join(" "));
}

/** The first plural after the number ("customer groups" gives groups); after one, the last word. */
function nounAfter(tokens: readonly string[], at: number, one: boolean): string | null {
  const words: string[] = [];
  for (const token of tokens.slice(at + 1, at + 1 + NOUNS_MAX)) {
    const word = token.toLowerCase().replace(/[.,;:!?)]+$/u, "");
    if (!/^[\p{L}-]+$/u.test(word) || STOPS.has(word)) break;
    words.push(word);
    if (word !== token.toLowerCase()) break;
  }
  const [first] = words;
  if (first === undefined || UNITS.has(singular(first))) return null;
  const counted = one ? words.at(-1) : words.find((word) => singular(word) !== word);
  return counted === undefined ? null : singular(counted);
}
