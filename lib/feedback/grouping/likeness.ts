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

/** From this score on, a report joins another issue automatically. */
export const ATTACH_AT = 0.6;

/** From this score on, people see a suggestion: below it there are hardly any duplicates. */
export const SUGGEST_AT = 0.08;

// The weights, chosen so that clear duplicates reach 0.6. Meaning: by text, and whole; words, and
// their pieces.
const [TEXTS, WHOLE, WORDS, PIECES] = [0.25, 0.3, 0.5, 0.5];

// With words alone, even duplicates share few: the root raises them to the scale of words and
// meaning.
const WORDS_ALONE = 1.2;

// How much the nearest report of an issue outweighs the others: 0 is their mean, a large number the
// nearest alone.
const NEAREST = 10;

const SHARED_MAX = 6;

export type Likeness = { score: number; shared: string[] };

// Texts between two yields to other work.
const TURN = 5;

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

/** Ignores terms that both only attempted: agents with one task may have different problems. */
const countsOf = (a: Said, b: Said) => (term: string) => a.outcome.has(term) || b.outcome.has(term);

function alikeBy(own: Said, rare: Rarity): (other: Said) => number {
  const mine = weighed(own.all, rare);
  return (other) => wordsAlike(mine, weighed(other.all, rare), countsOf(own, other));
}

/** Yields between items, so that deliveries need not wait for hundreds of texts. */
async function eachOf<Of, To>(all: readonly Of[], to: (one: Of, at: number) => To): Promise<To[]> {
  const done: To[] = [];
  for (const [at, one] of all.entries()) {
    if (at % TURN === TURN - 1) await setImmediate();
    done.push(to(one, at));
  }
  return done;
}

/**
 * The likeness of a report to each other report of its tool, from 0 to 1, in their order. Cosines
 * of sentence vectors, and of words and word pieces weighted by rarity (TF-IDF); words alone
 * without an embedder.
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
 * The likeness of a report to an issue, from those to its reports: a mean dominated by the nearest
 * (`ln(mean(exp(10 s))) / 10`). Neither one chance word nor differently worded reports decide.
 */
export function alikeTo(scores: readonly number[]): number {
  const sum = scores.reduce((total, score) => total + Math.exp(NEAREST * score), 0);
  return scores.length === 0 ? 0 : Math.log(sum / scores.length) / NEAREST;
}
