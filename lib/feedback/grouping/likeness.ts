import "server-only";
import { setImmediate } from "node:timers/promises";
import type { Embedder } from "@/lib/language/embedder";
import {
  bothOf,
  piecesOf,
  type Rarity,
  rarity,
  sharedWords,
  type Terms,
  termsOf,
  toolTerms,
  weighed,
  wordsAlike,
} from "@/lib/language/wording";
import { USUAL_REPORTS } from "./common-reports";
import { joined, type Told } from "./compared-texts";
import { meaningsAlike } from "./meaning";

/** From here on a report is put with another's issue without asking. */
export const ATTACH_AT = 0.6;

/** From here on people are shown that two issues may be one: below, hardly any that belong together are found. */
export const SUGGEST_AT = 0.08;

// The weights: chosen so that what is plainly one reaches 0.6. Meaning: text by text, and whole; words, and their pieces.
const [TEXTS, WHOLE, WORDS, PIECES] = [0.25, 0.3, 0.5, 0.5];

// Of words alone most reports share few, also those that belong together: the root brings them up to what words and meaning reach.
const WORDS_ALONE = 1.2;

// How much more the nearest report of an issue counts than the others: 0 is their mean, a large number the nearest alone.
const NEAREST = 10;

// Those that both have, shown as the reason.
const SHARED_MAX = 6;

export type Likeness = { score: number; shared: string[] };

// Texts between two looks at what else is to be done.
const TURN = 5;

/** All terms of a report, and those of what came of it: without what was attempted. */
type Said = { all: Terms; outcome: Terms };

type Compared = { words: Said; pieces: Said };

function compared(told: Told, ofTool: ReadonlySet<string>): Compared {
  const attempted = joined(told.attemptedAction);
  const outcome = joined(told.expectedOutcome, told.actualOutcome, told.errorSeen);
  const said = (of: (text: string) => Terms): Said => {
    const came = of(outcome);
    return { all: bothOf(of(attempted), came), outcome: came };
  };
  return { words: said((text) => termsOf(text, ofTool)), pieces: said(piecesOf) };
}

/** What both only attempted does not count: two agents at the same task may meet different problems. */
const countsOf = (a: Said, b: Said) => (term: string) => a.outcome.has(term) || b.outcome.has(term);

/** How alike what was said is to what others said. */
function alikeBy(own: Said, rare: Rarity): (other: Said) => number {
  const mine = weighed(own.all, rare);
  return (other) => wordsAlike(mine, weighed(other.all, rare), countsOf(own, other));
}

/** One after the other, so that deliveries need not wait for hundreds of texts. */
async function eachOf<Of, To>(all: readonly Of[], to: (one: Of, at: number) => To): Promise<To[]> {
  const done: To[] = [];
  for (const [at, one] of all.entries()) {
    if (at % TURN === TURN - 1) await setImmediate();
    done.push(to(one, at));
  }
  return done;
}

/**
 * How alike a report is to each of the others of its tool, from 0 to 1, in their order: by the cosines of their sentence vectors, and of
 * their words and pieces of words, weighed by rarity (TF-IDF); by words alone where there is no embedder.
 */
export async function likenesses(
  report: Told,
  { tool, others }: { tool: string | null; others: readonly Told[] },
  embed: Embedder | null,
): Promise<Likeness[]> {
  const ofTool = toolTerms(tool);
  const own = compared(report, ofTool);
  const theirs = await eachOf(others, (other) => compared(other, ofTool));
  const usual = USUAL_REPORTS.map((text) => termsOf(text, ofTool));
  const rareWord = rarity([...usual, ...[own, ...theirs].map(({ words }) => words.all)]);
  const byWords = alikeBy(own.words, rareWord);
  const byPieces = alikeBy(own.pieces, rarity([own, ...theirs].map(({ pieces }) => pieces.all)));
  const meanings = embed && (await meaningsAlike(report, others, embed));
  return eachOf(theirs, ({ words, pieces }, at) => {
    const worded = WORDS * byWords(words) + PIECES * byPieces(pieces);
    const meaning = meanings?.[at];
    const score = meaning
      ? TEXTS * meaning.texts + WHOLE * meaning.whole + worded
      : Math.sqrt(WORDS_ALONE * worded);
    return {
      score: Math.min(1, Math.max(0, score)),
      shared: sharedWords(own.words.all, words.all, rareWord, countsOf(own.words, words)).slice(
        0,
        SHARED_MAX,
      ),
    };
  });
}

/**
 * How alike a report is to an issue, of how alike it is to each of the reports: a mean in which the nearest count most
 * (`ln(mean(exp(10 s))) / 10`), so that neither one chance word decides, nor reports that say the same in quite other words.
 */
export function alikeTo(scores: readonly number[]): number {
  const sum = scores.reduce((total, score) => total + Math.exp(NEAREST * score), 0);
  return scores.length === 0 ? 0 : Math.log(sum / scores.length) / NEAREST;
}
