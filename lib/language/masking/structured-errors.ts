import { saysWrong } from "./error-words";
import { kept } from "./shelter";
import type { Parsed } from "./structures";

type Masking = (prose: string) => string;
type Leaf = { key: string; text: string; rank: number };

// Matches the end of a key without separators.
const CODES = /(?:code|status|reason|type|category|exception|errno|sqlstate|error|kind)$/u;
const NO_CODES =
  /(?:country|currency|postal|zip|language|locale|area|product|content|mime|media|resource|object|field)(?:code|type|kind|status)$|^kind$/u;
const SENTENCES =
  /(?:errors?|messages?|msg|details?|title|description|hint|cause|summary|fault|faultstring|reason)$/u;
const CONTAINERS =
  /(?:errors?|messages?|details?|extensions|fault|cause|response|body|issues|violations|exception)$/u;
const SAYS_NOTHING = /^(?:error|failure|failed|fail|ok|success|true|false)$/iu;

const plain = (key: string): string => key.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
const isObject = (value: Parsed): value is { [key: string]: Parsed } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A code without its namespace: `com.amazonaws.dynamodb#Throttled` is `Throttled`. */
const codeOf = (text: string): string => text.trim().replace(/^.{0,300}[#/]/u, "");

function leafOf(key: string, value: string | number, mask: Masking): Leaf | null {
  const name = plain(key);
  const text = String(value).trim();
  if (text === "" || SAYS_NOTHING.test(text)) return null;
  const isCode = CODES.test(name) && !NO_CODES.test(name) && /^[^\s"'`]{1,200}$/u.test(text);
  if (isCode) return { key: name, text: kept(codeOf(text)), rank: typeof value === "number" ? 0 : 1 };
  if (name === "name" && saysWrong(text)) return { key: name, text: kept(text), rank: 1 };
  if (typeof value === "string" && SENTENCES.test(name)) return { key: name, text: mask(text), rank: 2 };
  return null;
}

/** The messages of an error container: each item of a list, each field's own. */
function containedIn(value: Parsed, mask: Masking, key: string): Leaf[] {
  if (typeof value === "string") return value.trim() ? [{ key, text: mask(value), rank: 2 }] : [];
  if (Array.isArray(value)) return value.flatMap((item) => containedIn(item, mask, key));
  if (!isObject(value)) return [];
  const said = leavesOf(value, mask);
  if (said.length > 0) return said;
  return Object.entries(value).flatMap(([field, held]) =>
    containedIn(held, mask, field).map((leaf) => ({ ...leaf, text: `${mask(field)} ${leaf.text}` })),
  );
}

function leavesOf(value: Parsed, mask: Masking): Leaf[] {
  if (Array.isArray(value))
    return value.filter((item) => typeof item === "object").flatMap((item) => leavesOf(item, mask));
  if (!isObject(value)) return [];
  const said: Leaf[] = [];
  const others: Parsed[] = [];
  for (const [key, held] of Object.entries(value)) {
    if (typeof held === "string" || typeof held === "number") {
      const leaf = leafOf(key, held, mask);
      if (leaf) said.push(leaf);
    } else if (CONTAINERS.test(plain(key))) said.push(...containedIn(held, mask, key));
    else others.push(held);
  }
  return said.length > 0 ? said : others.flatMap((held) => leavesOf(held, mask));
}

/** Sentences of a structure without error keys: `{"title":["This field is required."]}`. */
function sentencesIn(value: Parsed, mask: Masking, key = ""): Leaf[] {
  if (typeof value === "string")
    return saysWrong(value)
      ? [{ key, text: kept(value), rank: 1 }]
      : /\S\s+\S+\s+\S/u.test(value)
        ? [{ key, text: `${mask(key)} ${mask(value)}`, rank: 2 }]
        : [];
  if (Array.isArray(value)) return value.flatMap((item) => sentencesIn(item, mask, key));
  return isObject(value)
    ? Object.entries(value).flatMap(([name, held]) => sentencesIn(held, mask, name))
    : [];
}

/** The codes of a structure, then its sentences, masked. Member order does not count. */
export function saidBy(value: Parsed, mask: Masking): string {
  const leaves = leavesOf(value, mask);
  const said = leaves.length > 0 ? leaves : sentencesIn(value, mask);
  if (said.length === 0) return Array.isArray(value) ? "<list>" : "<object>";
  const sorted = said.toSorted(
    (a, b) => a.rank - b.rank || compared(a.key, b.key) || compared(a.text, b.text),
  );
  return [...new Set(sorted.map(({ text }) => text.trim()))].join(": ");
}

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
