import { codePointLabel } from "./code-points";
import { DRESSED, EAST_ASIAN, LATIN, LATIN_TWINS, SCRIPTS } from "./scripts";
import type { LookAlike } from "./types";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

function scriptOf(char: string): string | null {
  if (/[\p{M}\p{Script=Common}\p{Script=Inherited}]/u.test(char)) return null;
  return SCRIPTS.find(([, pattern]) => pattern.test(char))?.[0] ?? "another script";
}

function reasonFor(word: string, textIsLatin: boolean): string | null {
  for (const [pattern, what] of DRESSED) {
    const odd = [...word].find((char) => pattern.test(char) && /[\p{L}\p{N}]/u.test(char));
    if (odd && /[0-9A-Za-z]/.test(word.normalize("NFKC"))) {
      return `reads “${word.normalize("NFKC")}” but holds ${what} (${odd} is ${codePointLabel(odd)})`;
    }
  }
  const chars = [...word];
  const scripts = new Map<string, string>();
  for (const char of chars) {
    const script = scriptOf(char);
    if (script && !scripts.has(script)) scripts.set(script, char);
  }
  const names = [...scripts.keys()];
  if (names.length > 1 && !EAST_ASIAN.some((set) => names.every((name) => set.has(name)))) {
    const odd = [...scripts].find(([name]) => name !== "Latin") ?? ["", ""];
    return `mixes ${names.join(" and ")} letters (${odd[1]} is ${codePointLabel(odd[1])})`;
  }
  const digits = new Set(chars.filter((char) => /\p{Nd}/u.test(char)).map((char) => /[0-9]/.test(char)));
  if (digits.size > 1) return "mixes digits of different scripts";
  if (digits.has(false) && names.includes("Latin")) return "mixes Latin letters with foreign digits";
  if (textIsLatin && names.length === 1 && names[0] !== "Latin" && LATIN_TWINS.test(word)) {
    const first = scripts.get(names[0] ?? "") ?? "";
    return `looks Latin but is ${names[0]} (${first} is ${codePointLabel(first)})`;
  }
  return null;
}

/**
 * Words that imitate others: mixed scripts in a word, letters styled as ASCII, or a word of Latin
 * twins inside Latin text.
 */
export function lookAlike(text: string): LookAlike[] {
  const found: LookAlike[] = [];
  // Skips ASCII, the common case.
  if (/^[\x00-\x7f]*$/.test(text)) return found;
  const textIsLatin = LATIN.test(text);
  for (const match of text.matchAll(WORD)) {
    const word = match[0];
    const reason = /^[\x00-\x7f]+$/.test(word) ? null : reasonFor(word, textIsLatin);
    if (reason) found.push({ start: match.index, end: match.index + word.length, word, reason });
  }
  return found;
}
