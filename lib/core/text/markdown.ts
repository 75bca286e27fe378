import { reveal, revealedText } from "./reveal";

// Text from outside, inside Markdown that we write. Code takes no markup, so what is in it can be no link, image, HTML, mention or
// heading; it ends at a run of as many backticks as it began with, so it begins with more than are in it.

const FENCE_MIN = 3;

function backticks(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(least, longest + 1));
}

// What is written out is longer than what it stands for, so that only what is shown can be measured.
const cut = (shown: string, longest: number) =>
  shown.length > longest
    ? `${shown.slice(0, longest).toWellFormed()}… (${shown.length} characters in all)`
    : shown;

/** A text on one line as a code span that nothing in it can end; what cannot be seen is written out, and what is too long cut. */
export function inlineCode(text: string, longest = Number.POSITIVE_INFINITY): string {
  const shown = cut(revealedText(text), longest);
  if (shown.trim() === "") return "(no words)";
  const fence = backticks(shown, 1);
  const gap = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${gap}${shown}${gap}${fence}`;
}

/** A text of any lines as a block of code that nothing in it can close; what cannot be seen is written out, and what is too long cut. */
export function fencedCode(text: string, language = "", longest = Number.POSITIVE_INFINITY): string {
  const lines = text.replaceAll("\t", "  ").split(/\r\n|[\n\r]/);
  const shown = cut(lines.map(visible).join("\n"), longest);
  const fence = backticks(shown, FENCE_MIN);
  return `${fence}${language}\n${shown}\n${fence}`;
}

function visible(line: string): string {
  return reveal(line)
    .map((segment) => (segment.kind === "escape" ? segment.label : segment.text))
    .join("");
}
