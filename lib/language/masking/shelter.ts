// Kept text is moved to the private use area, where no mask finds letters, digits or points.
const BASE = 0xe000;
const PRIVATE = /[\ue000-\uf8ff]/gu;

/** A digit of kept text, in a pattern. */
export const DIGIT = "[\\ue030-\\ue039]";

/** Removes characters of the area that encodes kept text. */
export const withoutPrivate = (text: string): string => text.replace(PRIVATE, " ");

/** Encodes text so that no mask changes it. */
export function kept(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\x21-\x7e]/gu, (char) => String.fromCharCode(BASE + char.charCodeAt(0)));
}

export function readable(text: string): string {
  return text.replace(PRIVATE, (char) => String.fromCharCode(char.charCodeAt(0) - BASE));
}
