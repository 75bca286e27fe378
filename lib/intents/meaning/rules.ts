import { masked, unmasked } from "../masks";
import { BINDING } from "./bank";
import { isGibberish } from "./gibberish";
import { SIGNS, type Signs, signsOf, stem, wordsOf } from "./signs";
import { type EmptyReason, HABIT_SESSIONS, type Judged, type Verdict } from "./types";
import weights from "./weights.json";

export { nameParts } from "./signs";

// Log odds. Below even ones: plain sentences without words of their own are meaningful more often than the labelled sets say.
export const ENOUGH = -1;

// A sentence that is this surely meaningful names its purpose, however often it is repeated.
const SURE = 2;

/** Key of boilerplate: its words without function words, in any order. */
export function bankKey(rationale: string): string {
  const words = wordsOf(unmasked(masked(rationale))).filter((word) => !BINDING.has(word));
  return [...new Set(words.map((word) => stem(word)))].sort().join(" ");
}

/** Verdicts by people: `bankKey` to whether such a text is meaningful. */
export type Bank = ReadonlyMap<string, boolean>;

const EMPTY = (reason: EmptyReason): Verdict => ({ meaningful: false, reason });

/**
 * Whether a rationale explains its call. Verdicts of people come first. Otherwise it is empty if
 * too short, gibberish, boilerplate, or a repetition of the call's name and arguments.
 */
export function judgeMeaning(judged: Judged, bank: Bank): Verdict {
  const said = bank.get(bankKey(judged.rationale));
  if (said !== undefined) return said ? { meaningful: true } : EMPTY("boilerplate");
  const signs = signsOf(judged);
  const { words, masks } = signs;
  if (isGibberish(words)) return EMPTY(words.length === 0 && masks > 0 ? "short" : "gibberish");
  const odds = oddsOf(signs);
  if (odds < ENOUGH) return EMPTY(reasonOf(signs));
  const isHabit = judged.sessions >= HABIT_SESSIONS && masks === 0 && odds < SURE;
  return isHabit ? EMPTY("repeated") : { meaningful: true };
}

const oddsOf = ({ values }: Signs): number =>
  SIGNS.reduce((sum, name, at) => sum + weights[name] * (values[at] ?? 0), 0);

function reasonOf({ words, telling, echoes, talk }: Signs): EmptyReason {
  if (echoes > 0 && echoes >= talk) return "echo";
  return telling === 0 && words.length < 3 ? "short" : "boilerplate";
}
