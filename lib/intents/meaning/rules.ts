import stem from "wink-porter2-stemmer";
import { masked, masksOf, unmasked } from "../masks";
import { ACTS, BINDING, COMMON_OBJECTS, EMPTY_TALK } from "./bank";
import { isGibberish } from "./gibberish";
import { ECHOED_CHARS, type EmptyReason, HABIT_SESSIONS, type Judged, type Verdict } from "./types";

// Words beyond the call that are enough: with a question or reason, and without.
const [OWN_WITH_REASON, OWN_ALONE] = [1, 2];

// A sentence with this many words beyond the call names its purpose, however often it is repeated.
const OWN_OF_HABIT = 5;

const WORD = /\p{L}[\p{L}\p{M}']{0,60}/gu;

const REASONED =
  /\?|\b(?:because|since|so that|in order to|before|after|to (?!the\b|this\b|be\b)\p{L}+|as (?!requested|instructed|asked|part|per)\p{L}+|for (?!the task|this|me)\p{L}+|whether|why|ahead of)\b/iu;

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/'s?$|'$/u, ""));

const stems = (words: Iterable<string>): ReadonlySet<string> => new Set([...words].map((word) => stem(word)));

const TALK_STEMS = stems(EMPTY_TALK);
const OBJECT_STEMS = stems(COMMON_OBJECTS);

/** Words of a name; handles `API-retrieve-a-page`, `slack_get_users` and `listCustomers`. */
export function nameParts(name: string): string[] {
  return wordsOf(name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ").replace(/[^\p{L}]+/gu, " "));
}

/** Stems of a tool's name and its usual synonyms. */
function toolStems(provider: string | null, tool: string): ReadonlySet<string> {
  const own = new Set([...nameParts(tool), ...nameParts(provider ?? "")]);
  const acts = ACTS.filter(([act = ""]) => own.has(act)).flat();
  return stems([...own, ...acts]);
}

/** Names and values of arguments that a rationale can repeat. */
function argumentStems(text: string | null): ReadonlySet<string> {
  return text === null
    ? new Set()
    : stems([...nameParts(text.slice(0, ECHOED_CHARS)), ...wordsOf(text.slice(0, ECHOED_CHARS))]);
}

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
  const template = masked(judged.rationale);
  const words = wordsOf(unmasked(template));
  const masks = masksOf(template).length;
  if (isGibberish(words)) return EMPTY(words.length === 0 && masks > 0 ? "short" : "gibberish");
  const tool = toolStems(judged.provider, judged.tool);
  const args = argumentStems(judged.argumentsText);
  const telling = words.filter((word) => word.length > 1 && !BINDING.has(word)).map((word) => stem(word));
  const beyondTalk = telling.filter((word) => !TALK_STEMS.has(word));
  const own = new Set(
    beyondTalk.filter((word) => !OBJECT_STEMS.has(word) && !tool.has(word) && !args.has(word)),
  );
  const enough = REASONED.test(template) ? OWN_WITH_REASON : OWN_ALONE;
  if (own.size >= enough) return isHabit(judged, own.size, masks) ? EMPTY("repeated") : { meaningful: true };
  if (beyondTalk.some((word) => tool.has(word) || args.has(word))) return EMPTY("echo");
  return EMPTY(
    beyondTalk.length === 0 && telling.length > 0
      ? "boilerplate"
      : words.length < 3
        ? "short"
        : "boilerplate",
  );
}

/** The same text in session after session, with hardly a word about its subject. */
function isHabit({ sessions }: Judged, own: number, masks: number): boolean {
  return sessions >= HABIT_SESSIONS && masks === 0 && own < OWN_OF_HABIT;
}
