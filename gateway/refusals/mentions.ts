import { isObject, keysOf, structureIn } from "./literals";
import { isOperational, meaningOf } from "./meanings";
import { type Node, nodesOf, valueAt } from "./nodes";
import { asSpelled, isBlank, plain } from "./spelling";
import { STATEMENTS_MAX, type Statement, statementsOf, TEXT_MAX } from "./statements";
import type { Json, Key, Said } from "./types";

// Reads any program's refusal: which arguments it mentions by name or value, and what its words
// mean.

type Mention = { keys: Key[]; weight: number };

// Names and valid values follow it.
const REMEDY =
  /\b(?:did you mean|accepted:|allowed:|available|choose|must be one of|should be one of|for more information|make sure|see http|valid (?:options|values)|preview of)\b/i;
/** Ordinary words, which count as names only if marked. */
export const COMMON =
  /^(?:to|from|in|is|at|by|for|of|on|and|or|not|as|a|an|the|be|no|if|with|type|value|values|data|field|path|object|error|message|parameter|column|body|input|request|line|code|index|fields|server|user|property|properties|it|this|that|there|they|you|we|following|number|required)$/i;
const MARK =
  /(?:fields?|param(?:eter)?s?|propert(?:y|ies)|arguments?|args?|column|path|member|key|flag|flag\(s\)|option|variable|for|of|attribute|in)(?: named| at| name)?[ :=]*[["'`(]*-*$/i;
const WORD = /[A-Za-z_$][\w$]*(?:(?:\.|-(?!-))[A-Za-z_$][\w$]*|\[\d+\]|\.\d+)*/g;

// More than sentences have that name an argument.
const WORDS_MAX = 300;

type Word = { text: string; from: number; to: number; marked: boolean };

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].slice(0, WORDS_MAX).map((found) => {
    const [from, to] = [found.index, found.index + found[0].length];
    const before = text.slice(Math.max(0, from - 24), from);
    const around = `${text[from - 1] ?? " "}${text[to] ?? " "}`;
    const marked =
      /^(?:""|''|``|\[\]|\(\))$/.test(around) ||
      /--$/.test(before) ||
      /[_.[]|[a-z][A-Z]/.test(found[0]) ||
      MARK.test(before);
    return { text: found[0], from, to, marked };
  });
}

/** The arguments of a call, with values by normalised name (no case or punctuation). */
type Sent = { root: Json; nodes: readonly Node[]; byName: ReadonlyMap<string, Node[]> };

function sentIn(root: Json): Sent {
  const nodes = nodesOf(root);
  const byName = new Map<string, Node[]>();
  for (const node of nodes) {
    const name = plain(node.keys.at(-1) ?? "");
    if (name === "") continue;
    const same = byName.get(name);
    if (same) same.push(node);
    else byName.set(name, [node]);
  }
  return { root, nodes, byName };
}

/** Where the arguments have a name, in any spelling: full paths first, then the last part. */
function named({ root, byName }: Sent, path: string | readonly Key[]): Key[][] {
  const keys = typeof path === "string" ? keysOf(path) : path;
  for (let at = 0; at < keys.length; at += 1) {
    const tail = keys.slice(at);
    const direct = asSpelled(root, tail, "other");
    if (valueAt(root, direct) !== undefined) return [direct];
    const ends = (byName.get(plain(tail.at(-1) ?? "")) ?? []).filter(({ keys: own }) =>
      tail.every((key, index) => plain(key) === plain(own[own.length - tail.length + index] ?? "")),
    );
    if (ends.length > 0) return ends.map((node) => node.keys);
  }
  return [];
}

/**
 * Whether a text repeats a value as a word; a single letter only in quotes, brackets or after a
 * colon.
 */
function repeatedIn(text: string, { value }: Node): boolean {
  if (typeof value === "object" || value === "" || typeof value === "boolean") return false;
  const said = String(value);
  const isShort = said.length === 1 && typeof value === "string";
  for (let at = text.indexOf(said); at >= 0; at = text.indexOf(said, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + said.length] ?? " "];
    if (/\w/.test(before) || /\w/.test(after)) continue;
    if (!isShort || /["'`([=]/.test(before) || text.slice(Math.max(0, at - 2), at) === ": ") return true;
  }
  return false;
}

/** The arguments a sentence mentions, likeliest first. */
function mentionsOf(text: string, sent: Sent): Mention[] {
  const cut = text.search(REMEDY);
  const subject = cut > 0 ? text.slice(0, cut) : text;
  const words = wordsOf(subject);
  const names = words.flatMap((word, at): Mention[] =>
    [1, 2, 3].flatMap((count) => {
      const last = words[at + count - 1];
      const run = last && subject.slice(word.from, last.to);
      if (!run || (count > 1 && !/^[\w ]+$/.test(run))) return [];
      const isMarked = word.marked || count > 1;
      if (!isMarked && (COMMON.test(run) || run.length < 2)) return [];
      const weight = (word.marked && count === 1 ? 4 : 2) + (at === 0 ? 1 : 0) + (count > 1 ? 2 : 0);
      const whole = named(sent, run.replaceAll(" ", "_"));
      const parts = whole.length > 0 || count > 1 || !/[a-z]_/.test(run) ? [] : run.split("_");
      const found =
        whole.length > 0
          ? whole
          : parts.filter((part) => part.length > 2).flatMap((part) => named(sent, part));
      return found.map((keys) => ({ keys, weight }));
    }),
  );
  const values = sent.nodes
    .filter((node) => node.keys.length > 0 && repeatedIn(text, node))
    .map(({ keys, value }) => ({ keys, weight: typeof value === "string" && value.length > 1 ? 3 : 2 }));
  const all = new Map<string, Mention>();
  for (const one of [...names, ...values]) {
    const id = JSON.stringify(one.keys);
    const old = all.get(id);
    all.set(id, { keys: one.keys, weight: Math.max(one.weight, old?.weight ?? 0) + (old ? 1 : 0) });
  }
  return [...all.values()].toSorted((a, b) => b.weight - a.weight);
}

const LACK_BEFORE =
  /(?:missing|expected|required|specify|provide|supply|give|enter|pass|include|contain|need|no)(?: (?:request|positional|keyword|an?|the|required|value|for|following|flag\(s\)|are|argument|arguments|parameter|parameters|param|field|fields|key|property|input|\d+))*[ :'"`[(-]*$/i;
const LACK_AFTER =
  /^['"`\])]*(?: (?:parameter|field|argument|property|input|value|key)|(?<=^['"`\])]{1,2})(?: [a-z]+){1,2}?)? ?(?:(?:is|was|are|were|wasn't|isn't) )?(?:an? )?(?:required|missing|mandatory|not (?:set|provided|given|specified|supplied|present)|doesn't have|(?:cannot|can't|must not) be (?:blank|null|omitted))/i;

function lackOf(text: string): string | null {
  const scored = wordsOf(text).map((word) => {
    if (COMMON.test(word.text) && !word.marked) return { word, score: 0 };
    const before = LACK_BEFORE.test(text.slice(Math.max(0, word.from - 60), word.from));
    const after = LACK_AFTER.test(text.slice(word.to, word.to + 60));
    const isVerb =
      /^(?:required|missing|parameters?|fields?|arguments?|is|are|was|value|not|key|input|property|for|following)$/i.test(
        word.text,
      );
    const alone = before && /^(?:$|[.,;)]|\n| (?:along|with|and|in|to|when)\b)/.test(text.slice(word.to));
    return {
      word,
      score: isVerb ? 0 : (word.marked ? 2 : 0) + (before ? 2 : 0) + (alone ? 1 : 0) + (after ? 3 : 0),
    };
  });
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  if (best && best.score >= 3) return best.word.text;
  const quoted = scored.filter(({ word, score }) => score > 0 && /["'`[]/.test(text[word.from - 1] ?? ""));
  return quoted.length === 1 ? (quoted[0]?.word.text ?? null) : null;
}

function lacking({ text, place }: Statement, sent: Sent): Said[] {
  const { root, nodes } = sent;
  const words = new Set(wordsOf(text).map((word) => plain(word.text)));
  const blank =
    place.length > 0
      ? named(sent, place).find((keys) => isBlank(valueAt(root, keys)))
      : nodes.find(({ keys, value }) => isBlank(value) && words.has(plain(keys.at(-1) ?? "")))?.keys;
  if (blank) return [{ keyword: "required", keys: blank }];
  const name = place.length > 0 ? place : keysOf(lackOf(text) ?? "");
  if (name.length === 0) return [];
  const keys = asSpelled(root, name, "required");
  if (!isBlank(valueAt(root, keys))) return [];
  const holders = nodes.filter((node) => node.keys.length === 1 && isObject(node.value));
  const holder =
    Object.keys(isObject(root) ? root : {}).length === 1 && keys.length === 1 ? holders[0] : undefined;
  const last = keys.at(-1);
  const own =
    holder && typeof last === "string"
      ? [
          ...holder.keys,
          /[a-z][A-Z]/.test(last) ? last : last.replace(/^[A-Z]/, (sign) => sign.toLowerCase()),
        ]
      : keys;
  return [{ keyword: "required", keys: own }];
}

function saidOf({ text: whole, place }: Statement, sent: Sent): Said[] {
  const text = whole.slice(0, TEXT_MAX);
  const meant = meaningOf(text, undefined);
  if (!meant) return [];
  if (meant.keyword === "required") {
    const lost = lacking({ text, place }, sent);
    if (lost.length > 0 || place.length > 0) return lost;
  }
  const placed = place.length > 0 ? named(sent, place) : [];
  const mentions = mentionsOf(text, sent);
  const best = placed.length > 0 ? { keys: placed[0] ?? [], weight: 9 } : mentions[0];
  if (placed.length === 0 && place.length > 0 && mentions.length === 0) return [{ ...meant, keys: place }];
  const isLevel =
    placed.length === 0 && mentions[1]?.weight === best?.weight && !/\b(?:before|after|than)\b/.test(text);
  if (!best || best.keys.length === 0 || isLevel) return [];
  if (best.weight < 3 && (meant.keyword === "other" || isOperational(text))) return [];
  const about = meaningOf(text, valueAt(sent.root, best.keys)) ?? meant;
  return about.keyword === "required" ? [] : [{ ...about, keys: best.keys }];
}

/** What a message says about the arguments it mentions; empty if it mentions none. */
export function readMentions(message: string, root: Json): Said[] {
  const sent = sentIn(root);
  const structure = /[{[]\s*["'{[]/.test(message) ? structureIn(message) : undefined;
  const isAll = isObject(structure) || (Array.isArray(structure) && structure.some(isObject));
  const statements = isAll
    ? statementsOf(structure ?? null, [], root)
    : [{ text: message, place: [] }, ...message.split(/\n+/).map((text): Statement => ({ text, place: [] }))];
  for (const one of isAll ? [statements] : statements.map((each) => [each])) {
    const said = one.slice(0, STATEMENTS_MAX).flatMap((each) => saidOf(each, sent));
    if (said.length > 0) return said;
  }
  return [];
}
