import { escapeLabel } from "./code-points";
import type { TextSegment, VisibleText } from "./types";

// Characters that are invisible, or move or imitate other text: controls, format and direction
// characters, tags, variation selectors, private use, unassigned, separators, and blanks that
// Unicode counts as symbols or letters.
const HIDDEN =
  /[\p{C}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2800\u{16FE4}\u{1D159}\uFFFC]|(?! )[\p{Z}\p{White_Space}]/u;

// The brackets of our escapes are escaped too, so that no text can imitate an escape.
const OWN_BRACKETS = /[\u27E8\u27E9]/;

const MARK = /\p{M}/u;

// More marks on one letter cover neighbouring lines. Written languages need fewer.
const MARKS_ON_ONE_LETTER = 4;

/**
 * Splits a text into segments without invisible characters: their `text` joins to the input, and
 * invisible characters become escapes. `edges` also escapes outer spaces.
 */
export function reveal(text: string, options: { edges?: boolean } = {}): TextSegment[] {
  // Printable ASCII is the common case, up to 256 KiB.
  if (/^[ -~]+$/.test(text) && !(options.edges && /^ | $/.test(text))) return [{ kind: "plain", text }];
  const segments: TextSegment[] = [];
  let plain = "";
  let marks = MARKS_ON_ONE_LETTER; // a mark at the start has no letter
  const flush = () => {
    if (plain) segments.push({ kind: "plain", text: plain });
    plain = "";
  };
  const start = options.edges ? text.length - text.trimStart().length : 0;
  const end = options.edges ? text.trimEnd().length : text.length;
  let at = 0;
  for (const char of text) {
    if (char > " " && char <= "~") {
      plain += char;
      marks = 0;
      at += 1;
      continue;
    }
    const isMark = MARK.test(char);
    const edge = char === " " && (at < start || at >= end);
    if (edge || HIDDEN.test(char) || OWN_BRACKETS.test(char) || (isMark && marks >= MARKS_ON_ONE_LETTER)) {
      flush();
      segments.push({ kind: "escape", text: char, label: escapeLabel(char) });
      marks = MARKS_ON_ONE_LETTER;
    } else {
      plain += char;
      marks = isMark ? marks + 1 : 0;
    }
    at += char.length;
  }
  flush();
  return segments;
}

/** The text on one line with invisible characters escaped, for labels, titles and the clipboard. */
export function revealedText(text: string): VisibleText {
  return reveal(text)
    .map((segment) => (segment.kind === "escape" ? segment.label : segment.text))
    .join("") as VisibleText;
}
