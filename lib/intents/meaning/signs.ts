import stem from "wink-porter2-stemmer";
import { masked, unmasked } from "../masks";
import { BINDING, COMMON_ACTS, COMMON_OBJECTS, EMPTY_TALK, SYNONYMS } from "./bank";
import { DENIALS, PASTS, PEOPLE, QUESTIONS, SELF_TALK, SPEAKERS, TELLINGS, TIMES, TROUBLES } from "./cues";
import { ECHOED_CHARS, type Judged } from "./types";

const WORD = /\p{L}[\p{L}\p{M}']{0,60}/gu;

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().replaceAll("’", "'").match(WORD) ?? []).map((word) => word.replace(/'s?$|'$/u, ""));

const stems = (words: Iterable<string>): ReadonlySet<string> => new Set([...words].map((word) => stem(word)));

// The stem of "adding" is another than that of "add".
const forms = (words: Iterable<string>) => stems([...words].flatMap((word) => [word, `${word}ing`, `${word.replace(/e$/u, "")}ing`, `${word}${word.slice(-1)}ing`]));

const TALK_STEMS = forms(EMPTY_TALK);
const OBJECT_STEMS = forms(COMMON_OBJECTS);
const ACT_STEMS = forms(COMMON_ACTS);

const SYNONYM_STEMS = SYNONYMS.map(([first = "", ...more]) => [stem(first), [...forms(more)]] as const);

// Latin endings of words that are about nothing one could touch.
const ABSTRACT = /(?:tion|sion|ment|ness|ity|ance|ence|ency|ive|ical|ial|ible|able|ful|ise|ize|ized|ised|izing|ising|ously|ally|ology|ship|ism|ic|ics|ual|ward|wise|ure)s?$/u;

/** Words of a name; handles `API-retrieve-a-page`, `slack_get_users` and `listCustomers`. */
export function nameParts(name: string): string[] {
  return wordsOf(name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ").replace(/[^\p{L}]+/gu, " "));
}

/** Stems of a tool's name and its usual synonyms. */
function toolStems(provider: string | null, tool: string): ReadonlySet<string> {
  const own = stems([...nameParts(tool), ...nameParts(provider ?? "")]);
  return new Set([...own, ...SYNONYM_STEMS.flatMap(([first, more]) => (own.has(first) ? more : []))]);
}

/** Names and values of arguments that a rationale can repeat. */
function argumentStems(text: string): ReadonlySet<string> {
  return stems([...nameParts(text), ...wordsOf(text)]);
}

// Shorter parts of words are in each other by accident.
const PART = 4;

const isPart = (word: string, of: ReadonlySet<string>) =>
  word.length >= PART && [...of].some((one) => one.length >= PART && (one.includes(word) || word.includes(one)));

export type Signs = {
  words: readonly string[];
  /** Stems that neither the call nor talk in general has. */
  own: ReadonlySet<string>;
  echoes: number;
  talk: number;
  telling: number;
  values: readonly number[];
};

export const SIGNS = [
  "bias", "nothing own", "own words", "own or cue", "own share", "echo share", "talk share", "act share", "object share",
  "own abstract", "other words", "length", "times", "people", "speakers", "denials", "troubles", "tellings", "past", "question", "asks and own", "own purpose", "other purpose",
  "other numbers", "self talk", "act first", "verb-s first", "first person", "passive",
] as const;

const PURPOSE =
  /(?<=\p{L}.{3,})\b(?:because|since|so|before|after|to(?= (?!the\b|this\b|be\b|a\b|an\b|my\b|all\b)\p{L}+)|for|whether|why|ahead of|as|otherwise|in case|unless|until|while|if|when|where|which|that|who|but)\b/iu;
const PASSIVE = /\b(?:is|are|will|shall|must|should|has|have|needs?|ought)\b(?: \p{L}+)? (?:be|being|to be|been)\b/iu;

export function signsOf({ provider, tool, rationale, argumentsText }: Judged): Signs {
  const template = masked(rationale);
  const words = wordsOf(unmasked(template));
  const shown = (argumentsText ?? "").slice(0, ECHOED_CHARS);
  const named = toolStems(provider, tool);
  const args = argumentStems(shown);
  const telling = words.filter((word) => word.length > 1 && !BINDING.has(word));
  const own = new Set<string>();
  const abstract = new Set<string>();
  const others = new Set<string>();
  let [echoes, talk, acts, objects] = [0, 0, 0, 0];
  for (const word of telling) {
    const root = stem(word);
    if (named.has(root) || args.has(root) || isPart(root, args)) echoes += 1;
    else if (TALK_STEMS.has(root)) talk += 1;
    else if (ACT_STEMS.has(root)) { acts += 1; others.add(root); }
    else if (OBJECT_STEMS.has(root)) { objects += 1; others.add(root); }
    else { own.add(root); if (ABSTRACT.test(word)) abstract.add(root); }
  }
  const raw = wordsOf(rationale);
  const isFresh = (word: string) => { const root = stem(word); return !named.has(root) && !args.has(root) && !isPart(root, args); };
  const fresh = raw.filter(isFresh);
  const has = (set: ReadonlySet<string>) => (fresh.some((word) => set.has(word)) ? 1 : 0);
  const hasStem = (set: ReadonlySet<string>) => (telling.some((word) => set.has(stem(word)) && !args.has(stem(word))&& !named.has(stem(word))) ? 1 : 0);
  const ends = wordsOf(unmasked(template).split(PURPOSE).slice(1).join(" ")).map((word) => stem(word));
  const share = (count: number) => count / Math.max(1, telling.length);
  const cues = new Set(raw.filter((word) => isFresh(word) && (TIMES.has(word) || PEOPLE.has(word) || TROUBLES.has(stem(word)) || TELLINGS.has(stem(word)))).map((w)=>stem(w)));
  const both = new Set([...own, ...cues]);
  const some = Math.min(1, both.size);
  const digits = shown.replace(/[^\d]+/gu, " ");
  const numbers = (rationale.match(/\d+(?:[.,]\d+)*/gu) ?? []).map((one) => one.replace(/[.,]/gu, ""));
  const opening = raw.filter((word) => !["i", "need", "want", "to", "let", "me", "us", "will", "ll", "i'll", "am", "i'm", "now", "just", "the", "please", "would", "like", "i'd", "going", "have"].includes(word))[0] ?? "";
  const asks = rationale.includes("?") ? 1 : 0;
  const values = [
    1, 1 - some, Math.log2(1 + own.size), Math.log2(1 + both.size), share(own.size), share(echoes), share(talk), share(acts), share(objects),
    abstract.size / Math.max(1, own.size),
    Math.log2(1 + others.size),
    Math.log2(1 + telling.length),
    has(TIMES), has(PEOPLE), has(SPEAKERS), fresh.some((word) => DENIALS.has(word) || word.endsWith("n't")) ? 1 : 0,
    hasStem(TROUBLES), hasStem(TELLINGS),
    fresh.some((word) => PASTS.has(word) || (word.endsWith("ed") && own.has(stem(word)))) ? 1 : 0,
    asks, asks || QUESTIONS.has(raw[0] ?? "") ? some : 0, ends.some((word) => both.has(word)) ? 1 : 0, ends.some((word) => both.has(word) || others.has(word)) ? 1 : 0,
    numbers.some((one) => !digits.includes(one)) ? 1 : 0,
    Math.min(3, raw.filter((word) => SELF_TALK.has(word)).length),
    ACT_STEMS.has(stem(opening)) || named.has(stem(opening)) ? 1 : 0,
    /^\p{L}+[^s]s$/u.test(raw[0] ?? "") && (ACT_STEMS.has(stem(raw[0] ?? "")) || named.has(stem(raw[0] ?? ""))) ? 1 : 0,
    /^(?:i|let|i'm|i'll|i'd|my)$/u.test(raw[0] ?? "") ? 1 : 0,
    PASSIVE.test(rationale) ? 1 : 0,
  ];
  return { words, own, echoes, talk, telling: telling.length, values };
}
