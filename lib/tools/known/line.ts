import { withoutKnownTags } from "@/gateway/lint/known-tags";

const BLANKS = /[\p{Z}\p{White_Space}\p{Cc}]+/gu;

const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/gu;

// Most texts match: nothing hidden, no tag. Inspecting many texts closely is slow.
const PLAIN = /^[\t\n\r !-%'-;=-~]*$/;

/**
 * Foreign text on one line without invisible characters, so that it cannot end our block or start a
 * line.
 */
export function oneLine(text: string): string {
  if (PLAIN.test(text)) return text.replace(/\s+/g, " ").trim();
  return withoutKnownTags(text.toWellFormed().replace(BLANKS, " ").replace(HIDDEN, "")).trim();
}

/** A name within our line, quoted if it could be taken for more. */
export function nameOf(text: string): string {
  const line = oneLine(text);
  return /^[\p{L}\p{M}\p{N}_./:@$-]+$/u.test(line) ? line : JSON.stringify(line);
}

export function cutLine(line: string, longest: number): string {
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}

/** Quotes foreign text within our sentence. */
export function quoted(text: string, longest: number): string {
  return `“${cutLine(oneLine(text).replace(/[“”]/g, '"'), longest)}”`;
}
