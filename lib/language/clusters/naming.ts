import { termsOf } from "../wording";
import { medoidOf } from "./middles";
import type { Point } from "./types";

/** The automatic name of a group: its distinctive words, and its medoid. */
type Naming = { name: string; keywords: string[]; medoid: string };

const KEYWORDS_MAX = 8;
const NAME_WORDS_MAX = 4;
const NAME_WORDS_MIN = 2;

const NO_TOOL: ReadonlySet<string> = new Set();

type Term = { word: string; share: number };

/** Names groups by words that most of their templates, but few other groups, have. */
export function namesOf(groups: readonly (readonly Point[])[]): Naming[] {
  const terms = groups.map(sharesOf);
  const having = new Map<string, number>();
  for (const of of terms) for (const term of of.keys()) having.set(term, (having.get(term) ?? 0) + 1);
  const rare = (term: string) => Math.log(1 + groups.length / (having.get(term) ?? 1));
  return groups.map((group, at) => {
    const ranked = [...(terms[at] ?? [])]
      .map(([term, { word, share }]) => ({ term, word, score: share * rare(term) }))
      .toSorted((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
      .slice(0, KEYWORDS_MAX);
    const medoid = medoidOf(group);
    return {
      name: nameOf(ranked, medoid?.text ?? ""),
      keywords: ranked.map(({ word }) => word),
      medoid: medoid?.id ?? "",
    };
  });
}

/** For each term, the share of a group's templates that have it, and its written form. */
function sharesOf(group: readonly Point[]): Map<string, Term> {
  const shares = new Map<string, Term>();
  for (const { text } of group)
    for (const [term, { word }] of termsOf(text, NO_TOOL)) {
      const known = shares.get(term);
      shares.set(term, {
        word: known?.word ?? word.toLowerCase(),
        share: (known?.share ?? 0) + 1 / group.length,
      });
    }
  return shares;
}

function nameOf(ranked: readonly { term: string; word: string }[], medoid: string): string {
  const best = new Set(ranked.map(({ term }) => term));
  const said = [...termsOf(medoid, NO_TOOL)]
    .filter(([term]) => best.has(term))
    .map(([, { word }]) => word.toLowerCase());
  const words = [...new Set(said)].slice(0, NAME_WORDS_MAX);
  for (const { word } of ranked) if (words.length < NAME_WORDS_MIN && !words.includes(word)) words.push(word);
  const name = words.join(" ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
