import { termsOf } from "../wording";
import { medoidOf } from "./middles";
import type { Point } from "./types";

/** The automatic name of a group, its distinctive words, and its medoid. */
type Naming = { name: string; keywords: string[]; medoid: string };

const KEYWORDS_MAX = 8;

// Words of a name, and how many of a group's wordings, the heaviest first, can give it.
const [NAME_WORDS_MIN, NAME_WORDS_MAX] = [2, 8];
const WORDINGS_MAX = 40;

// What a word that says nothing of the group costs a name, as a share of its best word.
const IDLE_WORD = 0.08;

// How much better another wording has to be than the one in the middle.
const MIDDLE_BONUS = 1.25;

const NO_TOOL: ReadonlySet<string> = new Set();

type Term = { word: string; share: number };

/** Names groups by a short clause with words that most of their templates, but few other groups, have. */
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
      name: capitalized(
        clauseOf(group, medoid, ranked) ??
          ranked
            .map(({ word }) => word)
            .slice(0, 4)
            .join(" "),
      ),
      keywords: ranked.map(({ word }) => word),
      medoid: medoid?.id ?? "",
    };
  });
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

type Ranked = { term: string; score: number };

/** The clause of a group's wordings that has most of its words and few others; null without one. */
function clauseOf(
  group: readonly Point[],
  medoid: Point | undefined,
  ranked: readonly Ranked[],
): string | null {
  const scores = new Map(ranked.map(({ term, score }) => [term, score]));
  const idle = IDLE_WORD * (ranked[0]?.score ?? 0);
  let [best, most] = [null as string | null, 0];
  for (const point of group
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
    .slice(0, WORDINGS_MAX))
    for (const words of clausesOf(point.text)) {
      const said = [...termsOf(words.join(" "), NO_TOOL).keys()].map((term) => scores.get(term) ?? 0);
      const score =
        said.reduce((sum, one) => sum + one, 0) -
        idle * (words.length - said.filter((one) => one > 0).length);
      const weighed = point === medoid ? score * MIDDLE_BONUS : score;
      if (weighed > most) [best, most] = [words.join(" "), weighed];
    }
  return best;
}

// Between clauses; a mask leaves a gap.
const BETWEEN =
  /[^\p{L}\p{M}\p{N}\s'’_/-]+|\s-+\s|\b(?:because|since|so that|before|after|while|although|whether|as part of)\b/iu;

const OPENING =
  /^(?:(?:i|we|you)(?: am|'m| are|'re| will|'ll)?(?: (?:need|want|have|like|going|trying|about))?(?: to)?|let me|let us|let's|please|now|then|first|next|and|but|so|to|in order to|trying to|need to|going to)\s+/iu;

// A name does not end in these.
const DANGLING =
  /\s(?:a|an|the|of|for|to|in|on|at|by|with|from|and|or|as|is|are|was|were|that|which|number|no|id|their|its|his|her|this|these|those|my|our|your)$/iu;

/** The clauses of a text that are long enough, without how sentences open and what is left hanging. */
function clausesOf(text: string): string[][] {
  return text.split(BETWEEN).flatMap((clause) => {
    let words = clause.trim().replace(/\s+/gu, " ");
    for (let before = ""; before !== words; ) [before, words] = [words, words.replace(OPENING, "")];
    words = words.split(" ").slice(0, NAME_WORDS_MAX).join(" ");
    for (let before = ""; before !== words; ) [before, words] = [words, words.replace(DANGLING, "")];
    const parts = words.split(" ").filter((word) => word !== "");
    return parts.length >= NAME_WORDS_MIN ? [parts] : [];
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
