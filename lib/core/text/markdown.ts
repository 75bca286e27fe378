import { reveal, revealedText } from "./reveal";

// Text from outside, inside Markdown that we write. Code takes no markup, so what is in it can be no link, image, HTML, mention or
// heading; it ends at a run of as many backticks as it began with, so it begins with more than are in it.

const FENCE_MIN = 3;

function backticks(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(least, longest + 1));
}

/** A text on one line as a code span that nothing in it can end; what cannot be seen is written out. */
export function inlineCode(text: string): string {
  const shown = revealedText(text);
  if (shown.trim() === "") return "(no words)";
  const fence = backticks(shown, 1);
  const gap = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${gap}${shown}${gap}${fence}`;
}

/** A text of any lines as a block of code that nothing in it can close; what cannot be seen is written out. */
export function fencedCode(text: string, language = ""): string {
  const lines = text.replaceAll("\t", "  ").split(/\r\n|[\n\r]/);
  const shown = lines.map(visible).join("\n");
  const fence = backticks(shown, FENCE_MIN);
  return `${fence}${language}\n${shown}\n${fence}`;
}

function visible(line: string): string {
  return reveal(line)
    .map((segment) => (segment.kind === "escape" ? segment.label : segment.text))
    .join("");
}
