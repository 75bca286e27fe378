import "server-only";
import { setImmediate } from "node:timers/promises";
import { centered, cosine, type Embedder } from "./embedder";
import { USUAL_REPORTS } from "./usual";
import { rarity, sharedWords, type Terms, termsOf, wordsAlike } from "./wording";

/** What of a report is compared. */
export type Told = {
  attemptedAction: string;
  expectedOutcome: string;
  actualOutcome: string;
  errorSeen: string | null;
};

/** From here on a report is put with another's issue without asking. */
export const ATTACH_AT = 0.6;

/** From here on people are shown that two issues may be one: of reports that belong together, 19 in 20 reach it. */
export const SUGGEST_AT = 0.12;

// The weights of meaning and words.
const [MEANING, WORDS] = [0.6, 0.4];

// Words alone are further apart than words and meaning.
const WORDS_ALONE = 1.2;

/** Characters of each text; what says most of a long one is at its beginning. */
export const COMPARED_CHARS = 1_000;

// A shorter error says too little to be compared by itself.
const ERROR_TERMS_MIN = 2;

// Those that both have, shown as the reason.
const SHARED_MAX = 6;

export type Likeness = { score: number; shared: string[] };

const joined = (...texts: (string | null)[]) =>
  texts.flatMap((text) => text?.slice(0, COMPARED_CHARS) ?? []).join(". ");

/** An error without what is only its format: the keys, quotes and brackets of JSON. */
function plain(error: string | null): string | null {
  return (
    error
      ?.slice(0, COMPARED_CHARS)
      .replace(/\\[nrt"]/gu, " ")
      .replace(/"[\w.-]{1,100}"\s{0,5}:/gu, " ")
      .replace(/["{}[\]]/gu, " ") ?? null
  );
}

// Texts between two looks at what else is to be done.
const TURN = 20;

type Compared = { all: Terms; error: Terms };

function compared({ expectedOutcome, actualOutcome, errorSeen }: Told): Compared {
  const error = plain(errorSeen);
  return { all: termsOf(joined(expectedOutcome, actualOutcome, error)), error: termsOf(error ?? "") };
}

/** The two ways in which the meaning of reports is compared: what was expected and what happened; what happened and how it failed. */
function viewsOf({ expectedOutcome, actualOutcome, errorSeen }: Told): string[] {
  return [joined(expectedOutcome, actualOutcome), joined(actualOutcome, plain(errorSeen))];
}

const VIEWS = 2;

/**
 * How alike a report is to each of the others, from 0 to 1, in their order: 0.6 of the cosine of their sentence vectors and 0.4 of that
 * of their words, weighed by rarity (TF-IDF); the words alone where there is no embedder.
 */
export async function likenesses(
  report: Told,
  others: readonly Told[],
  embed: Embedder | null,
): Promise<Likeness[]> {
  const own = compared(report);
  const theirs: Compared[] = [];
  for (const [at, other] of others.entries()) {
    // Deliveries must not wait for hundreds of texts.
    if (at % TURN === TURN - 1) await setImmediate();
    theirs.push(compared(other));
  }
  const rare = rarity([...USUAL_REPORTS.map(termsOf), own.all, ...theirs.map(({ all }) => all)]);
  const meanings = embed && (await meaningsAlike(report, others, embed));
  return theirs.map((other, at) => {
    const hasErrors = Math.min(own.error.size, other.error.size) >= ERROR_TERMS_MIN;
    const words = Math.max(
      wordsAlike(own.all, other.all, rare),
      hasErrors ? wordsAlike(own.error, other.error, rare) : 0,
    );
    const meaning = meanings?.[at];
    const score = meaning === undefined ? WORDS_ALONE * words : MEANING * meaning + WORDS * words;
    return {
      score: Math.min(1, Math.max(0, score)),
      shared: sharedWords(own.all, other.all, rare).slice(0, SHARED_MAX),
    };
  });
}

async function meaningsAlike(report: Told, others: readonly Told[], embed: Embedder): Promise<number[]> {
  const vectors = await embed([...USUAL_REPORTS, ...[report, ...others].flatMap(viewsOf)]);
  const views = centered(vectors.slice(USUAL_REPORTS.length), vectors.slice(0, USUAL_REPORTS.length));
  const own = views.slice(0, VIEWS);
  return others.map((_, at) => {
    const theirs = views.slice((at + 1) * VIEWS, (at + 2) * VIEWS);
    return own.reduce((sum, view, which) => sum + cosine(view, theirs[which] ?? view), 0) / VIEWS;
  });
}
