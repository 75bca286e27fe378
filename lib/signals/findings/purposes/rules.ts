import { wilson } from "@/lib/core/wilson";
import { type Rarity, rarity, type Terms, termsOf } from "@/lib/language/wording";
import { ODD_JOBS } from "./odd-jobs";
import {
  type Described,
  type OtherPurpose,
  PURPOSES_CALLS_MIN,
  PURPOSES_SESSIONS_MIN,
  type Said,
} from "./types";
import { wordingsOf } from "./wordings";

// Judged calls with another purpose: the observed share, and the lower bound with 95 % confidence.
const SHARE_MIN = 0.4;
const SURELY_MIN = 0.2;

// Calls with another purpose for each call that fits the tool's description.
const AGAINST_OWN = 1;

// Words of the other description that most matching calls share. Chance matches share a different
// word each time.
const THEME_WORDS = 3;
const THEME_SHARE_MIN = 2 / 3;

// Share of the remaining calls that need enough words to differ from these.
const WORDY_MIN = 0.5;
const WORDS_MIN = 2;

type Habit = { calls: number; judged: number; sessions: number };

/** Whether so many calls of a tool are a habit, and no chance. */
export function isHabit({ calls, judged, sessions }: Habit): boolean {
  return (
    judged >= PURPOSES_CALLS_MIN &&
    sessions >= PURPOSES_SESSIONS_MIN &&
    calls / judged >= SHARE_MIN &&
    wilson(calls, judged).low >= SURELY_MIN
  );
}

// The text after these words describes a later step and may name other tools.
const LATER =
  /\b(?:before|so (?:that|we|i|it|they|as)|because|in order to|ahead of|after|afterwards|until|once|while)\b/iu;

function headOf(rationale: string): string {
  const [head = ""] = rationale.split(LATER, 1);
  return termsOf(head, NO_WORDS).size >= WORDS_MIN ? head : rationale;
}

const NO_WORDS: ReadonlySet<string> = new Set();

const nameOf = ({ name }: Described): string => name.replaceAll(/[^\p{L}\p{N}]+/gu, " ");

// The purpose is at the beginning. A long description must not win by its length.
const PURPOSE_CHARS = 200;

type Purpose = { terms: Terms; name: Terms };

const known = new WeakMap<Described, Purpose>();

/** Terms of another tool's purpose, from its name and first sentence. Computed once per tool. */
function purposeOf(tool: Described): Purpose {
  const made = known.get(tool) ?? readPurpose(tool);
  known.set(tool, made);
  return made;
}

function readPurpose(tool: Described): Purpose {
  const [sentence = ""] = tool.description.trim().split(/(?<=[.!?])\s|[\r\n]/u, 1);
  const name = nameOf(tool);
  return {
    terms: termsOf(`${name}. ${sentence.slice(0, PURPOSE_CHARS)}`, NO_WORDS),
    name: termsOf(name, NO_WORDS),
  };
}

type Worded = Said & { terms: Terms; head: string };

type Claim = { better: string | null; calls: Worded[] };

// A term of the tool's name weighs more than one of its description.
const NAMED = 2;

/** How much of a rationale occurs in a tool's name and description. */
function overlap(call: Terms, described: Terms, named: Terms, rare: Rarity): number {
  let sum = 0;
  for (const term of call.keys()) if (described.has(term)) sum += rare(term) * (named.has(term) ? NAMED : 1);
  return sum;
}

function hasTheme(calls: readonly Worded[], other: Terms, own: Terms): boolean {
  const left = new Set(calls);
  for (let turn = 0; turn < THEME_WORDS; turn += 1) {
    const having = new Map<string, Worded[]>();
    for (const call of left)
      for (const term of call.terms.keys())
        if (other.has(term) && !own.has(term)) having.set(term, [...(having.get(term) ?? []), call]);
    const [most = []] = [...having.values()].toSorted((a, b) => b.length - a.length);
    for (const call of most) left.delete(call);
  }
  return calls.length - left.size >= THEME_SHARE_MIN * calls.length;
}

function bestOf<T>(all: readonly T[], fitOf: (one: T) => number): { one: T; fits: number } | null {
  let best: { one: T; fits: number } | null = null;
  for (const one of all) {
    const fits = fitOf(one);
    if (best === null || fits > best.fits) best = { one, fits };
  }
  return best;
}

type Judged = { tool: Described; beside: readonly Described[]; said: readonly Said[] };

function claimsOf({ tool, beside }: Judged, calls: readonly Worded[]): { claims: Claim[]; own: number } {
  const ownAll = termsOf(`${nameOf(tool)}. ${tool.description}`, NO_WORDS);
  const ownName = termsOf(nameOf(tool), NO_WORDS);
  const others = beside.map((one) => ({ one, ...purposeOf(one), calls: [] as Worded[] }));
  const rare = rarity([ownAll, ...others.map(({ terms }) => terms)]);
  let own = 0;
  for (const call of calls) {
    const ownFit = overlap(call.terms, ownAll, ownName, rare);
    const best = bestOf(others, (other) => overlap(call.terms, other.terms, other.name, rare));
    if (best && best.fits > ownFit) best.one.calls.push(call);
    else if (ownFit > 0) own += 1;
  }
  const claims = others
    .filter((other) => hasTheme(other.calls, other.terms, ownAll))
    .map((other) => ({ better: other.one.id, calls: other.calls }));
  return { claims, own };
}

function oddClaims({ tool }: Judged, calls: readonly Worded[]): Claim[] {
  const own = `${nameOf(tool)}. ${tool.description}`;
  return ODD_JOBS.filter(({ covered }) => !covered.test(own)).map(({ says }) => ({
    better: null,
    calls: calls.filter(({ head }) => says.test(head)),
  }));
}

/**
 * Whether many calls of a tool have another purpose than described, by their rationales. Null if
 * not, or if rationales say too little. Compares words; docs/decisions/0020 says why not meaning.
 */
export function judgePurpose(judged: Judged): OtherPurpose | null {
  const calls = judged.said.map((one) => {
    const head = headOf(one.rationale);
    return { ...one, head, terms: termsOf(head, NO_WORDS) };
  });
  const wordings = wordingsOf(calls);
  const ways = wordings.flatMap(([first]) => first ?? []);
  const { claims, own } = claimsOf(judged, ways);
  const [claim] = [...oddClaims(judged, ways), ...claims].toSorted((a, b) => b.calls.length - a.calls.length);
  if (!claim || !isClear(claim, ways, own)) return null;
  const mine = new Set(claim.calls);
  const misled = wordings.filter(([first]) => first && mine.has(first)).flat();
  const sessions = new Set(misled.map(({ session }) => session)).size;
  const isCommon =
    isHabit({ calls: mine.size, judged: ways.length, sessions }) &&
    isHabit({ calls: misled.length, judged: calls.length, sessions });
  return isCommon ? { judged: calls.length, calls: misled, better: claim.better } : null;
}

/** Whether few calls fit the tool's description, and the others have enough words to differ. */
function isClear({ calls }: Claim, ways: readonly Worded[], own: number): boolean {
  const mine = new Set(calls);
  const rest = ways.filter((way) => !mine.has(way));
  const wordy = rest.filter(({ terms }) => terms.size >= WORDS_MIN).length;
  return calls.length >= AGAINST_OWN * own && wordy >= WORDY_MIN * rest.length;
}
