const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A revealed text of at most `longest` UTF-16 units. What is cut ends with an ellipsis, never within a character that
 * people see as one, nor within an escape such as ⟨U+202E⟩.
 */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = longest - 1;
  const start = CHARACTERS.segment(text).containing(last)?.index ?? last;
  // A single character can be longer than the whole, such as a thousand Hangul letters in a row.
  const end = start > 0 ? start : isPair(text, last) ? last - 1 : last;
  return `${text
    .slice(0, end)
    .replace(/⟨[^⟩]*$/, "")
    .trimEnd()}…`;
}

const isPair = (text: string, at: number) => (text.codePointAt(at - 1) ?? 0) > 0xffff;
