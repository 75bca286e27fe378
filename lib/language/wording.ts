import stem from "wink-porter2-stemmer";

/** A text's stems or pieces, each with its frequency and one written form. */
export type Terms = ReadonlyMap<string, { count: number; word: string }>;

// Words that are in most reports.
const COMMON = new Set(
  `a about after again all also although an and any are as at be because been before being but by can cannot could did do does doing
   done down each even for from further get gets getting give given go goes going got had has have having he her here him his how i if
   in instead into is it its itself just let like made make makes may me might more most must my need needed needs no nor not now of off
   on once one only or other our out over own rather same see seen she should since so some still such than that the their them then
   there these they this those though through to too tried tries try trying under until up use used user users using very want wanted
   wants was way we well were what when where whether which while who whole why will with within without would yet you your
   aren couldn didn doesn don isn ll re shouldn ve wasn won`.split(/\s+/),
);

// Addresses and long ids vary. Bounded, so that hostile texts stay linear.
const ADDRESSES =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S{1,2000}|[^\s@]{1,100}@[^\s@]{1,200}\.\p{L}{2,20}|\b[0-9a-f]{8}-[0-9a-f-]{20,40}\b|\\[nrt"]/giu;

const WORDS = /\p{L}[\p{L}\p{N}]{0,60}(?:_[\p{L}\p{N}]{1,60}){0,10}|\d[\d.,]{0,20}k?\b/gu;

// `maxRows` consists of two words.
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

// With fewer digits a number is a count, with more an id.
const NUMBER = /^\d{2,7}$/;

/** The comparable form of a number: 10,000 and 10k are 10000. */
function numberOf(text: string): string | null {
  const digits = text
    .replace(/[.,]+$/, "")
    .replace(/,(?=\d{3}(?!\d))/g, "")
    .replace(/^(\d+)k$/, "$1000");
  return NUMBER.test(digits) ? digits : null;
}

function partsOf(name: string): string[] {
  if (name === name.toLowerCase() && !name.includes("_")) return [name];
  return name.split("_").flatMap((part) => part.split(HUMPS));
}

type Counted = Map<string, { count: number; word: string }>;

function count(terms: Counted, term: string, word: string, times = 1): void {
  const known = terms.get(term);
  if (known) known.count += times;
  else terms.set(term, { count: times, word });
}

/** The stems of a tool's name: all compared reports have them. */
export function toolTerms(tool: string | null): ReadonlySet<string> {
  const parts = partsOf(tool?.replace(/[^\p{L}\p{N}]+/gu, "_") ?? "");
  return new Set(parts.map((part) => stem(part.toLowerCase())));
}

/**
 * The stems and numbers of a text; a name like `max_rows` or `maxRows` both whole and split.
 * Excludes common words and the tool's name.
 */
export function termsOf(text: string, ofTool: ReadonlySet<string>): Terms {
  const terms: Counted = new Map();
  for (const [name] of text.normalize("NFKC").replace(ADDRESSES, " ").matchAll(WORDS)) {
    const number = /^\d/.test(name) ? numberOf(name) : null;
    if (number) count(terms, number, name);
    const parts = partsOf(name).filter((part) => /^\p{L}./u.test(part));
    for (const part of parts) {
      const word = part.toLowerCase();
      if (COMMON.has(word)) continue;
      const term = stem(word);
      if (!ofTool.has(term)) count(terms, term, word);
    }
    if (parts.length > 1) count(terms, name.replaceAll("_", "").toLowerCase(), name);
  }
  return terms;
}

// Letters of a piece: what *unsorted* and *sorting* or *iframe* and *frames* share.
const PIECE = 4;

/**
 * The pieces of a text's words: each four letters in a row, with word ends. Includes common words:
 * *only*, *first* and *without* distinguish some problems, and their low rarity limits them.
 */
export function piecesOf(text: string): Terms {
  const pieces: Counted = new Map();
  for (const [word] of text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]{1,200}/gu)) {
    const ended = `^${word}$`;
    for (let at = 0; at + PIECE <= ended.length; at += 1) count(pieces, ended.slice(at, at + PIECE), word);
  }
  return pieces;
}

export function bothOf(a: Terms, b: Terms): Terms {
  const both: Counted = new Map();
  for (const terms of [a, b]) for (const [term, of] of terms) count(both, term, of.word, of.count);
  return both;
}

export type Rarity = (term: string) => number;

/**
 * How rare each term is among these texts: `ln((1 + n) / (1 + texts with it)) + 1`. Source:
 * Manning, Raghavan, Schütze, Introduction to Information Retrieval (2008), 6.2; smoothed by one
 * text that has every term.
 */
export function rarity(texts: readonly Terms[]): Rarity {
  const having = new Map<string, number>();
  for (const terms of texts) for (const term of terms.keys()) having.set(term, (having.get(term) ?? 0) + 1);
  return (term) => Math.log((1 + texts.length) / (1 + (having.get(term) ?? 0))) + 1;
}

type Weighed = { weights: ReadonlyMap<string, number>; length: number };

/** Weights each term by the logarithm of its frequency and by rarity. */
export function weighed(terms: Terms, rare: Rarity): Weighed {
  const weights = new Map<string, number>();
  let squares = 0;
  for (const [term, { count: times }] of terms) {
    const weight = (1 + Math.log(times)) * rare(term);
    weights.set(term, weight);
    squares += weight * weight;
  }
  return { weights, length: Math.sqrt(squares) };
}

/** The cosine of two texts' terms, from 0 to 1. Ignores shared terms that do not count. */
export function wordsAlike(a: Weighed, b: Weighed, counts = (_: string) => true): number {
  let dot = 0;
  for (const [term, weight] of a.weights) {
    const other = b.weights.get(term);
    if (other !== undefined && counts(term)) dot += weight * other;
  }
  return dot === 0 ? 0 : dot / (a.length * b.length);
}

/** Common words that count, in the first text's form, most significant first. */
export function sharedWords(a: Terms, b: Terms, rare: Rarity, counts: (term: string) => boolean): string[] {
  const both = [...a].filter(([term]) => b.has(term) && counts(term));
  return both.sort(([x], [y]) => rare(y) - rare(x)).map(([, { word }]) => word);
}
