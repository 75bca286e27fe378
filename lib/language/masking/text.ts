import { maskProse } from "./prose";
import { readable, withoutPrivate } from "./shelter";
import { saidBy } from "./structured-errors";
import { elementsIn, structuresIn } from "./structures";

/** A text with what is kept of it still written as nothing else is; `readable` undoes that. */
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
 * The text without what differs between two reports of one problem: addresses, paths, ids, cursors, dates, lists, names, quoted values,
 * numbers, and how JSON is laid out. What says which error it is stays: its codes, its own words, the field that is out of its bounds.
 */
export function maskText(text: string): string {
  return readable(maskedAndKept(text));
}
