import { masked, unmasked } from "../masks";
import { BINDING } from "./bank";
import { isGibberish } from "./gibberish";
import { SIGNS, type Signs, signsOf, stem, wordsOf } from "./signs";
import { type EmptyReason, HABIT_SESSIONS, type Judged, type Verdict } from "./types";
import weights from "./weights.json";

export { nameParts } from "./signs";

// A sentence with this many words beyond the call names its purpose, however often it is repeated.
const OWN_OF_HABIT = 5;

// A little more than even odds, as fluent empty sentences are missed more often than others are lost.
export const ENOUGH = 0.2;

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
  const { words, own, masks } = signs;
  if (isGibberish(words)) return EMPTY(words.length === 0 && masks > 0 ? "short" : "gibberish");
  if (!isMeaningful(signs)) return EMPTY(reasonOf(signs));
  return isHabit(judged, own.size, masks) ? EMPTY("repeated") : { meaningful: true };
}

function isMeaningful({ values }: Signs): boolean {
  return SIGNS.reduce((sum, name, at) => sum + weights[name] * (values[at] ?? 0), 0) >= ENOUGH;
}

function reasonOf({ words, telling, echoes, talk }: Signs): EmptyReason {
  if (echoes > 0 && echoes >= talk) return "echo";
  return telling === 0 && words.length < 3 ? "short" : "boilerplate";
}

/** The same text in session after session, with hardly a word about its subject. */
function isHabit({ sessions }: Judged, own: number, masks: number): boolean {
  return sessions >= HABIT_SESSIONS && masks === 0 && own < OWN_OF_HABIT;
}
