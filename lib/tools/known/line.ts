import { withoutKnownTags } from "@/gateway/lint/known-tags";

const BLANKS = /[\p{Z}\p{White_Space}\p{Cc}]+/gu;

const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/gu;

// Text in which nothing hides and no tag begins, as most of it is: looking closer at each of many texts takes long.
const PLAIN = /^[\t\n\r !-%'-;=-~]*$/;

/** Text of others on one line, without what cannot be seen: it cannot end our block, nor start a line of its own. */
export function oneLine(text: string): string {
  if (PLAIN.test(text)) return text.replace(/\s+/g, " ").trim();
  return withoutKnownTags(text.toWellFormed().replace(BLANKS, " ").replace(HIDDEN, "")).trim();
}

/** A name in a line of ours: in quotes where it could be taken for more than a name. */
export function nameOf(text: string): string {
  const line = oneLine(text);
  return /^[\p{L}\p{M}\p{N}_./:@$-]+$/u.test(line) ? line : JSON.stringify(line);
}

/** The first characters of a line. */
export function cutLine(line: string, longest: number): string {
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}

/** Words of others within a sentence of ours. */
export function quoted(text: string, longest: number): string {
  return `“${cutLine(oneLine(text).replace(/[“”]/g, '"'), longest)}”`;
}
