import { keysIn, keysOf } from "./literals";
import { oneLine } from "./plain";
import { PREFIX, placeAround, SENTENCE_MAX, unbracketed } from "./prefixes";
import type { Json, Key, Said } from "./types";

// Sentences next to the path they are about.

/** Returns the arguments' value at keys; undefined without one. */
export type ValueIn = (keys: readonly Key[]) => Json | undefined;

/** Reads a part of the text recursively. */
export type Again = (text: string) => Said[] | null;

/** Reads text in brackets, or before a bracketed tool name. */
export function inBrackets(text: string, again: Again): Said[] | null {
  for (const part of unbracketed(text)) {
    const said = again(part);
    if (said) return said;
  }
  return null;
}

/** One sentence with a path before or after it; null for others. */
export function placed(text: string, valueIn: ValueIn, again: Again): Said[] | null {
  if (text.includes("\n") || text.length > SENTENCE_MAX) return null;
  const { keys, sentence } = placeAround(text);
  if (keys.length === 0 || valueIn(keys) === undefined) return null;
  const said = again(sentence);
  const isBare = said?.length === 1 && said.every((one) => (one.keys ?? []).length === 0);
  return isBare ? at(keys, said) : null;
}

const isOfMember = ({ keyword }: Said) => keyword === "required" || keyword === "additionalProperties";

// More than any program lists.
const SENTENCES_MAX = 50;

// "2 errors: …; …"
const COUNTED =
  /^\d+ (?:\w{1,20} )?(?:errors?|problems?|violations?|issues?)(?: (?:found|occurred|detected))?:\s+(?=\S)/i;

/** Sentences after their count, each read separately; null if one is not understood. */
function counted(text: string, again: Again): Said[] | null {
  const [count = ""] = COUNTED.exec(text) ?? [];
  if (count === "") return null;
  const parts = text
    .slice(count.length)
    .split(/\n|; /)
    .map(oneLine)
    .filter((part) => part !== "");
  if (parts.length < 2 || parts.length > SENTENCES_MAX) return null;
  const said = parts.map(again);
  return said.some((one) => one === null) ? null : said.flatMap((one) => one ?? []);
}

/**
 * Several sentences with their paths, on lines or between separators; null if one is not
 * understood.
 */
export function severally(text: string, valueIn: ValueIn, again: Again): Said[] | null {
  if (text.length > SENTENCE_MAX || /^[[{]\s*["'{[]/.test(text)) return null;
  const behindCount = counted(text, again);
  if (behindCount) return behindCount;
  for (const between of ["\n", "; ", " | ", ", "]) {
    const parts = text
      .split(between)
      .map(oneLine)
      .filter((part) => part !== "");
    if (parts.length < 2 || parts.length > SENTENCES_MAX) continue;
    const said: Said[] = [];
    const isAll = parts.every((part, at) => {
      const own = withPlace(part, valueIn, again);
      // Text of a program may precede the first.
      const found = own ?? (at === 0 ? withPlace(part.replace(HEADING, ""), valueIn, again) : null);
      said.push(...(found ?? []));
      return found !== null;
    });
    if (isAll) return said;
  }
  return null;
}

const HEADING = /^[^\n:→]{1,80}?(?::| -| →| =>)\s+/;

const ROOT = /^(?:\/|\$|\(root\)|root)?: (?=\S)/;

/** One of several sentences: about a sent field, or one that is missing or unknown. */
function withPlace(text: string, valueIn: ValueIn, again: Again): Said[] | null {
  const isRoot = ROOT.test(text);
  const { keys, sentence } = isRoot ? { keys: [], sentence: text.replace(ROOT, "") } : placeAround(text);
  if (!isRoot && keys.length === 0) return null;
  const said = again(sentence);
  const isBare = said?.length === 1 && said.every((one) => (one.keys ?? []).length === 0);
  if (!isBare || !(said.every(isOfMember) || (keys.length > 0 && valueIn(keys) !== undefined))) return null;
  return isRoot ? said : at(keys, said);
}

/** Reads the text after the first colon or dash, about the field before it, if any. */
export function afterPrefix(text: string, valueIn: ValueIn, again: Again): Said[] | null {
  const [prefix = "", before = ""] = PREFIX.exec(text) ?? [];
  const said = prefix === "" ? null : again(text.slice(prefix.length));
  const keys = keysOf(before);
  return said && keys.length > 0 && valueIn(keys) !== undefined ? at(before, said) : said;
}

/** Whether a key has this name, also with spaces for underscores. */
const isSame = (key: Key | undefined, name: Key): boolean =>
  String(key).replaceAll("_", " ") === String(name).replaceAll("_", " ");

/** Moves statements under this path. */
export function at(field: string | readonly Json[], said: readonly Said[]): Said[] {
  const keys = typeof field === "string" ? keysOf(field) : keysIn(field);
  return said.map(({ name, breaks: _breaks, likely: _likely, ...one }) => {
    const inner = isOfMember(one) ? (name ?? one.keys?.at(-1)) : undefined;
    return { ...one, keys: inner === undefined || isSame(keys.at(-1), inner) ? keys : [...keys, inner] };
  });
}
