import porterStem from "wink-porter2-stemmer";
import { masked, masksOf, unmasked } from "../masks";
import { BINDING, COMMON_ACTS, COMMON_OBJECTS, EMPTY_TALK } from "./bank";
import { DENIALS, PEOPLE, SELF_TALK, TELLINGS, TIMES, TO_START, TROUBLES } from "./cues";
import { SYNONYMS } from "./synonyms";
import { ECHOED_CHARS, type Judged } from "./types";

const WORD = /\p{L}[\p{L}\p{M}']{0,60}/gu;

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().replaceAll("’", "'").match(WORD) ?? []).map((word) => word.replace(/'s?$|'$/u, ""));

// Stemming takes most of the time, and texts share most of their words.
const STEMS_MAX = 20_000;
const known = new Map<string, string>();

export function stem(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= STEMS_MAX) known.clear();
  const made = porterStem(word);
  known.set(word, made);
  return made;
}

const stems = (words: Iterable<string>): ReadonlySet<string> => new Set([...words].map((word) => stem(word)));

// "Adding" has another stem than "add".
const forms = (words: Iterable<string>) =>
  stems(
    [...words].flatMap((word) => [
      ...[word, `${word}ing`, `${word}${word.slice(-1)}ing`],
      `${word.replace(/e$/u, "")}ing`,
    ]),
  );

const TALK = forms(EMPTY_TALK);
const OBJECTS = forms(COMMON_OBJECTS);
const ACTS = forms(COMMON_ACTS);
const SAME = SYNONYMS.map(([first = "", ...more]) => [stem(first), [...forms(more)]] as const);
const [TROUBLE_STEMS, TELLING_STEMS] = [stems(TROUBLES), stems(TELLINGS)];

/** Words of a name; handles `API-retrieve-a-page`, `slack_get_users` and `listCustomers`. */
export function nameParts(name: string): string[] {
  return wordsOf(name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ").replace(/[^\p{L}]+/gu, " "));
}

// Shorter words are part of others by accident.
const PART = 4;

/** Whether a word repeats the tool's name or its synonyms, or names, values or parts of arguments. */
function echoOf(provider: string | null, tool: string, shown: string): (word: string) => boolean {
  const named = stems([...nameParts(tool), ...nameParts(provider ?? "")]);
  const call = new Set([...named, ...SAME.flatMap(([first, more]) => (named.has(first) ? more : []))]);
  const args = stems([...nameParts(shown), ...wordsOf(shown)]);
  const long = [...args].filter((word) => word.length >= PART);
  const judged = new Map<string, boolean>();
  const repeats = (root: string) =>
    call.has(root) ||
    args.has(root) ||
    (root.length >= PART && long.some((one) => one.includes(root) || root.includes(one)));
  return (word) => {
    const root = stem(word);
    const before = judged.get(root);
    if (before !== undefined) return before;
    const echoes = repeats(root);
    judged.set(root, echoes);
    return echoes;
  };
}

type Sorted = { own: Set<string>; others: Set<string>; telling: number; echoes: number; talk: number };

/** Sorts a text's words: from the call, from talk, other words of tools, own. */
function sorted(words: readonly string[], isEcho: (word: string) => boolean): Sorted {
  const telling = words.filter((word) => word.length > 1 && !BINDING.has(word));
  const found: Sorted = { own: new Set(), others: new Set(), telling: telling.length, echoes: 0, talk: 0 };
  for (const word of telling) {
    const root = stem(word);
    if (isEcho(word)) found.echoes += 1;
    else if (TALK.has(root)) found.talk += 1;
    else if (ACTS.has(root) || OBJECTS.has(root)) found.others.add(root);
    else found.own.add(root);
  }
  return found;
}

const NUMBER = /\d+(?:[.,]\d+)*/gu;

/** Whether a text has a number that the arguments lack. */
function hasOwnNumber(text: string, shown: string): boolean {
  const digits = shown.replace(/\D+/gu, " ");
  return (text.match(NUMBER) ?? []).some((one) => !digits.includes(one.replace(/\D/gu, "")));
}

const INDIRECT = /\p{L} (?:how(?! many| much)|why|when|whether|who|whom|whose)\b/iu;
const PASSIVE =
  /\b(?:is|are|will|shall|must|should|has|have|needs?|ought)\b(?: \p{L}+)? (?:be|being|to be|been)\b/iu;
const SAYING = /\b(?:is|are|'s)\b (?:always |never |often )?(?:a|an|the|of|in|what|how|best|our|my|part)\b/iu;
const AGENT = /^(?:i|me|my|i'm|i'll|i'd|i've)$/u;
const AGENT_FIRST = /^(?:i|let|i'm|i'll|i'd|my)$/u;
const THIRD_PERSON = /^\p{L}+[^s]s$/u;

// Speaking of itself more often makes a sentence no emptier.
const SELF_MAX = 3;

/** What is weighed to judge a rationale, by name. */
export const SIGNS = [
  ...[
    "any",
    "own words",
    "own words or cues",
    "share of own words",
    "share of echoes",
    "other words of tools",
  ],
  ...["length", "times", "people", "denials", "troubles", "question mark", "own numbers"],
  ...["indirect question", "speaks of the call", "begins with an act", "describes a tool", "agent first"],
  ...["agent", "no cue", "saying", "passive"],
] as const;

export type Signs = Omit<Sorted, "others"> & {
  words: readonly string[];
  masks: number;
  values: readonly number[];
};

/** A text's words by origin, and the values of its `SIGNS`. */
export function signsOf({ provider, tool, rationale, argumentsText }: Omit<Judged, "sessions">): Signs {
  const template = masked(rationale);
  const words = wordsOf(unmasked(template));
  const shown = (argumentsText ?? "").slice(0, ECHOED_CHARS);
  const isEcho = echoOf(provider, tool, shown);
  const { others, ...found } = sorted(words, isEcho);
  // Unlike the template's, these include days of the week.
  const raw = wordsOf(rationale);
  const fresh = raw.filter((word) => !isEcho(word));
  const isAct = (word = "") => ACTS.has(stem(word)) || isEcho(word);
  const isTrouble = (word: string) => TROUBLE_STEMS.has(stem(word));
  const isDenial = (word: string) => DENIALS.has(word) || word.endsWith("n't");
  const cues = fresh.filter(
    (word) => TIMES.has(word) || PEOPLE.has(word) || isTrouble(word) || TELLING_STEMS.has(stem(word)),
  );
  const ownOrCue = new Set([...found.own, ...stems(cues)]);
  const [ownNumber, denies] = [hasOwnNumber(rationale, shown), fresh.some(isDenial)];
  const share = (count: number) => count / Math.max(1, found.telling);
  const [first = ""] = raw;
  const values = [
    ...[1, Math.log2(1 + found.own.size), Math.log2(1 + ownOrCue.size), share(found.own.size)],
    ...[share(found.echoes), Math.log2(1 + others.size), Math.log2(1 + found.telling)],
    fresh.some((word) => TIMES.has(word)),
    fresh.some((word) => PEOPLE.has(word)),
    denies,
    fresh.some(isTrouble),
    rationale.includes("?"),
    ownNumber,
    INDIRECT.test(template),
    Math.min(SELF_MAX, raw.filter((word) => SELF_TALK.has(word)).length),
    isAct(raw.find((word) => !TO_START.has(word))),
    THIRD_PERSON.test(first) && isAct(first),
    AGENT_FIRST.test(first),
    raw.some((word) => AGENT.test(word)),
    cues.length === 0 && !denies && !ownNumber,
    SAYING.test(rationale),
    PASSIVE.test(rationale),
  ].map(Number);
  return { ...found, words, masks: masksOf(template).length, values };
}
