import { maskProse } from "./prose";
import { readable, withoutPrivate } from "./shelter";
import { saidBy } from "./structured-errors";
import { elementsIn, structuresIn } from "./structures";

/** Masks a text, with kept parts still encoded; `readable` decodes them. */
export function maskedAndKept(text: string): string {
  const whole = withoutPrivate(text.normalize("NFKC"));
  const elements = elementsIn(whole);
  if (elements) return saidBy(elements, maskedAndKept);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, value } of structuresIn(whole)) {
    parts.push(maskProse(whole.slice(at, from)), saidBy(value, maskedAndKept));
    at = to;
  }
  parts.push(maskProse(whole.slice(at)));
  return parts.filter(Boolean).join(" ");
}

/**
 * Removes what differs between two reports of one problem: addresses, paths, ids, cursors, dates,
 * lists, names, quoted values, numbers and JSON layout. Keeps what identifies the error: codes, its
 * own words, the field outside its limits.
 */
export function maskText(text: string): string {
  return readable(maskedAndKept(text));
}
