import stem from "wink-porter2-stemmer";
import { maskText } from "../rules";

/** A text's stems, each with how often it is there and a word of it. */
export type Terms = ReadonlyMap<string, { count: number; word: string }>;

// Words of every report tell none apart.
const COMMON = new Set(
  `a about after again all also although an and any are as at be because been before being but by can cannot could did do does doing
   done down each even for from further get gets getting give given go goes going got had has have having he her here him his how i if
   in instead into is it its itself just let like made make makes may me might more most must my need needed needs no nor not now of off
   on once one only or other our out over own rather same see seen she should since so some still such than that the their them then
   there these they this those though through to too tried tries try trying under until up use used user users using very want wanted
   wants was way we well were what when where whether which while who whole why will with within without would yet you your`.split(
    /\s+/,
  ),
);

/** The stems of a text. What differs from case to case, numbers, and words of every report are none. */
export function termsOf(text: string): Terms {
  const terms = new Map<string, { count: number; word: string }>();
  const words = maskText(text)
    .replace(/<\w+>/gu, " ")
    .match(/\p{L}{1,40}(?:_\p{L}{1,40}){1,10}|\p{L}{2,40}/gu);
  for (const word of words ?? []) {
    if (COMMON.has(word)) continue;
    const term = word.includes("_") ? word : stem(word);
    terms.set(term, { count: (terms.get(term)?.count ?? 0) + 1, word });
  }
  return terms;
}

/** How much a term says. */
type Rarity = (term: string) => number;

/**
 * How rare each term is among these texts: `ln((1 + n) / (1 + texts with it)) + 1`.
 * Source: Manning, Raghavan, Schütze, Introduction to Information Retrieval (2008), 6.2; smoothed by one text that has every term.
 */
export function rarity(texts: readonly Terms[]): Rarity {
  const having = new Map<string, number>();
  for (const terms of texts) for (const term of terms.keys()) having.set(term, (having.get(term) ?? 0) + 1);
  return (term) => Math.log((1 + texts.length) / (1 + (having.get(term) ?? 0))) + 1;
}

/** The cosine of two texts' terms, each weighed by how often it is there (its logarithm) and how rare it is: from 0 to 1. */
export function wordsAlike(a: Terms, b: Terms, rare: Rarity): number {
  const weight = (terms: Terms, term: string) => (1 + Math.log(terms.get(term)?.count ?? 1)) * rare(term);
  const length = (terms: Terms) =>
    Math.sqrt([...terms.keys()].reduce((sum, term) => sum + weight(terms, term) ** 2, 0));
  const both = [...a.keys()].filter((term) => b.has(term));
  if (both.length === 0) return 0;
  return both.reduce((sum, term) => sum + weight(a, term) * weight(b, term), 0) / (length(a) * length(b));
}

/** Words of the first text whose stems both have, those that say most first. */
export function sharedWords(a: Terms, b: Terms, rare: Rarity): string[] {
  const both = [...a].filter(([term]) => b.has(term));
  return both.sort(([x], [y]) => rare(y) - rare(x)).map(([, { word }]) => word);
}
