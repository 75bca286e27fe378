import { reveal, revealedText } from "./reveal";

// Foreign text inside our Markdown goes into code, where no link, image, HTML, mention or heading
// works. The fence has more backticks than the text.

const FENCE_MIN = 3;

function backticks(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(least, longest + 1));
}

// Cuts the shown form, because escapes are longer than their characters.
const cut = (shown: string, longest: number) =>
  shown.length > longest
    ? `${shown.slice(0, longest).toWellFormed()}… (${shown.length} characters in all)`
    : shown;

/** A code span that its text cannot end. Escapes invisible characters and cuts long text. */
export function inlineCode(text: string, longest = Number.POSITIVE_INFINITY): string {
  const shown = cut(revealedText(text), longest);
  if (shown.trim() === "") return "(no words)";
  const fence = backticks(shown, 1);
  const gap = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${gap}${shown}${gap}${fence}`;
}

/** A code block that its text cannot close. Escapes invisible characters and cuts long text. */
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
